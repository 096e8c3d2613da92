// The `depend` array of GOMP_task, decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abi/gomp/constants.hpp"
#include "core/task/spawn.hpp"

namespace tidemill::gomp {

/// Two layouts. [n, n_out, addresses...]: outs first, then ins. And, first word 0:
/// [0, n, n_out, n_mutexinoutset, n_in, addresses...], outs, mutexinoutsets, ins, then pointers to
/// omp_depend_t objects, two words each: address and kind.
class Depend {
 public:
  explicit Depend(void** depend) {
    const bool extended = number(depend[0]) == 0;
    const std::size_t total = number(depend[extended ? 1 : 0]);
    const std::size_t outs = number(depend[extended ? 2 : 1]);
    const std::size_t mutexes = extended ? number(depend[3]) : 0;
    const std::size_t ins = extended ? number(depend[4]) : total - outs;
    void** address = depend + (extended ? 5 : 2);
    for (std::size_t i = 0; i < total; ++i, ++address) {
      if (i < outs)
        add(*address, core::Access::out);
      else if (i < outs + mutexes)
        add(*address, core::Access::mutexinoutset);
      else if (i < outs + mutexes + ins)
        add(*address, core::Access::in);
      else
        add_depobj(static_cast<void**>(*address));
    }
  }
  Depend(const Depend&) = delete;
  Depend& operator=(const Depend&) = delete;

  std::span<const core::Dependence> view() const {
    return more_.empty() ? std::span<const core::Dependence>(few_, count_) : more_;
  }

 private:
  static std::size_t number(void* word) { return reinterpret_cast<std::uintptr_t>(word); }

  void add_depobj(void** object) {
    switch (number(object[1])) {
      case kDepobjIn:
        return add(object[0], core::Access::in);
      case kDepobjMutexinoutset:
        return add(object[0], core::Access::mutexinoutset);
      case kDepobjInoutset:
        return add(object[0], core::Access::inoutset);
      default:
        return add(object[0], core::Access::out);
    }
  }

  void add(void* address, core::Access access) {
    if (address == nullptr) access = core::Access::all_memory;  // omp_all_memory, from GCC 13 on
    if (count_ < kFew) {
      few_[count_++] = {address, access};
      return;
    }
    if (more_.empty()) more_.assign(few_, few_ + count_);
    more_.push_back({address, access});
  }

  static constexpr std::size_t kFew = 16;
  core::Dependence few_[kFew];
  std::size_t count_ = 0;
  std::vector<core::Dependence> more_;  // all of them, once there are more than kFew
};

}  // namespace tidemill::gomp
