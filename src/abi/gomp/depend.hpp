// The `depend` array of GOMP_task, decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abi/gomp/depobj.hpp"
#include "core/model/request.hpp"

namespace tidemill::gomp {

/// Two layouts. [n, n_out, addresses...]: outs first, then ins. And, first word 0:
/// [0, n, n_out, n_mutexinoutset, n_in, addresses...], outs, mutexinoutsets, ins, then pointers to
/// omp_depend_t objects, two words each: address and kind.
class Depend {
 public:
  explicit Depend(void** depend) {
    if (number(depend[0]) - 1 < kFew) {
      decode_few(depend);
      return;
    }
    const bool extended = number(depend[0]) == 0;
    const std::size_t total = number(depend[extended ? 1 : 0]);
    if (total == 0) return;  // an iterator over nothing: in either layout there are two words only
    const std::size_t outs = number(depend[extended ? 2 : 1]);
    const std::size_t mutexes = extended ? number(depend[3]) : 0;
    const std::size_t ins = extended ? number(depend[4]) : total - outs;
    void* const* address = depend + (extended ? 5 : 2);
    core::Dependence* to = few_;
    if (total > kFew) {
      more_.resize(total);
      to = more_.data();
    }
    view_ = {to, total};
    to = decode(address, outs, core::Access::out, to);
    to = decode(address += outs, mutexes, core::Access::mutexinoutset, to);
    to = decode(address += mutexes, ins, core::Access::in, to);
    address += ins;
    for (; to != view_.data() + total; ++to, ++address) {
      auto** const object = static_cast<void**>(*address);
      *to = one(object[0], depobj_access(object[1]));
    }
  }
  Depend(const Depend&) = delete;
  Depend& operator=(const Depend&) = delete;

  std::span<const core::Dependence> view() const noexcept { return view_; }

 private:
  /// The first layout, a few.
  void decode_few(void** depend) noexcept {
    const std::size_t total = number(depend[0]);
    void* const* const addresses = depend + 2;
    const std::size_t outs = number(depend[1]);
    decode(addresses, outs, core::Access::out, few_);
    decode(addresses + outs, total - outs, core::Access::in, few_ + outs);
    view_ = {few_, total};
  }

  static std::size_t number(void* word) { return reinterpret_cast<std::uintptr_t>(word); }

  static core::Dependence one(void* address, core::Access access) noexcept {
    // No address: omp_all_memory, from GCC 13 on.
    return {address, address != nullptr ? access : core::Access::all_memory};
  }
  static core::Dependence* decode(void* const* from, std::size_t count, core::Access access,
                                  core::Dependence* to) noexcept {
    for (std::size_t i = 0; i < count; ++i) *to++ = one(from[i], access);
    return to;
  }

  static constexpr std::size_t kFew = 16;
  core::Dependence few_[kFew];
  std::vector<core::Dependence> more_;  // all of them, if there are more than kFew
  std::span<const core::Dependence> view_;
};

}  // namespace tidemill::gomp
