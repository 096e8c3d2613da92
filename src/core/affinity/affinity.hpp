// A task's affinity (paper 003, section 3.1): the resource near which it should run, or, if it is
// strict, must. Numbers alone; what they name on a machine is told by affinity/domain.hpp.
#pragma once

#include <cstdint>

namespace tidemill::core {

struct Icvs;

/// The numbers of omp_affinitykind_t (tidemill/affinity.h).
enum class AffinityKind : std::uint8_t { none, thread, node, data };

struct Affinity {
  AffinityKind kind = AffinityKind::none;
  bool strict = false;
  std::intptr_t value = 0;  // a thread's or a node's number, or an address

  explicit operator bool() const noexcept { return kind != AffinityKind::none; }
  bool operator==(const Affinity&) const = default;
};

/// A number of the program's as one of `count`, also if it is negative.
constexpr int modulo(std::intptr_t value, int count) noexcept {
  const std::intptr_t rest = value % count;
  return static_cast<int>(rest < 0 ? rest + count : rest);
}

/// What few tasks have.
struct TaskExtras {
  Affinity own;                     // of the task itself
  Affinity next;                    // of the next child that it creates
  const void* next_code = nullptr;  // where its clause was evaluated; nullptr: a call, or bound
  Icvs* own_icvs = nullptr;         // snapshots this task wrote, newest first
};

/// One word of a task: nothing, its affinity alone, or where all of its extras are. So a task that
/// only has an affinity needs no memory for it. The running task's own; before, its creator's, and
/// whoever makes the task ready reads it.
class ExtraWord {
 public:
  bool empty() const noexcept { return word_ == 0; }
  /// nullptr: it has no more than an affinity.
  TaskExtras* extras() const noexcept {
    return (word_ & kAlone) != 0 ? nullptr : reinterpret_cast<TaskExtras*>(word_);
  }
  Affinity affinity() const noexcept {
    if ((word_ & kAlone) == 0) return word_ == 0 ? Affinity{} : extras()->own;
    return {static_cast<AffinityKind>(word_ >> kKindBit & 3), (word_ & kStrict) != 0,
            static_cast<std::intptr_t>(word_) >> kValueBit};
  }
  /// Of a task without extras. Of the value the lower 60 bits: more than an address has.
  void set_affinity(const Affinity& a) noexcept {
    word_ = static_cast<std::uintptr_t>(a.value) << kValueBit |
            (a.strict ? kStrict : std::uintptr_t{0}) |
            static_cast<std::uintptr_t>(a.kind) << kKindBit | kAlone;
  }
  TaskExtras& make_extras() {
    if (word_ == 0 || (word_ & kAlone) != 0) {
      auto* const made = new TaskExtras;
      made->own = affinity();
      word_ = reinterpret_cast<std::uintptr_t>(made);
    }
    return *extras();
  }
  void drop() noexcept {
    delete extras();
    word_ = 0;
  }

 private:
  static constexpr std::uintptr_t kAlone = 1, kStrict = 8;
  static constexpr int kKindBit = 1, kValueBit = 4;
  static_assert(sizeof(std::uintptr_t) == 8);
  std::uintptr_t word_ = 0;
};

}  // namespace tidemill::core
