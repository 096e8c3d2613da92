// A task's affinity (paper 003, section 3.1): the resource near which it should run, or, if it is
// strict, must. Numbers alone; what they name on a machine is told by affinity/domain.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace tidemill::core {

struct Icvs;

/// The numbers of omp_affinitykind_t (tidemill/affinity.h).
enum class AffinityKind : std::uint8_t { none, thread, node, data };

/// One word: bit 0 "there is one", then kind, "strict", and 60 bits of the value, which is more
/// than an address has. All zero: none.
class Affinity {
 public:
  constexpr Affinity() noexcept = default;
  /// `value`: a thread's or a node's number, or an address.
  constexpr Affinity(AffinityKind kind, bool strict, std::intptr_t value) noexcept
      : word_(static_cast<std::uintptr_t>(value) << kValueBit | (strict ? kStrict : 0u) |
              static_cast<std::uintptr_t>(kind) << kKindBit | kSome) {}

  constexpr explicit operator bool() const noexcept { return word_ != 0; }
  constexpr bool operator==(const Affinity&) const noexcept = default;

  constexpr AffinityKind kind() const noexcept {
    return static_cast<AffinityKind>(word_ >> kKindBit & 3);
  }
  constexpr bool strict() const noexcept { return (word_ & kStrict) != 0; }
  constexpr std::intptr_t value() const noexcept {
    return static_cast<std::intptr_t>(word_) >> kValueBit;
  }

 private:
  friend class ExtraWord;
  static constexpr std::uintptr_t kSome = 1, kStrict = 8;
  static constexpr int kKindBit = 1, kValueBit = 4;
  static_assert(sizeof(std::uintptr_t) == 8);
  std::uintptr_t word_ = 0;
};

/// A number of the program's as one of `count`, also if it is negative.
constexpr int modulo(std::intptr_t value, int count) noexcept {
  const std::intptr_t rest = value % count;
  return static_cast<int>(rest < 0 ? rest + count : rest);
}

/// Pairs of addresses in one function each: where a clause was evaluated, and where a task is
/// created. Such pairs are few, and a look into the unwind information takes a microsecond, so a
/// thread remembers them.
class SameFunction {
 public:
  bool knows(const void* clause, const void* creation) const noexcept {
    const Pair& pair = pairs_[slot(creation)];
    return pair.clause == clause && pair.creation == creation;
  }
  void remember(const void* clause, const void* creation) noexcept {
    pairs_[slot(creation)] = {clause, creation};
  }

 private:
  struct Pair {
    const void* clause = nullptr;
    const void* creation = nullptr;
  };
  static constexpr std::size_t kPairs = 16;
  static std::size_t slot(const void* creation) noexcept {
    return (reinterpret_cast<std::uintptr_t>(creation) >> 2) % kPairs;
  }
  std::array<Pair, kPairs> pairs_{};
};

/// What few tasks have.
struct TaskExtras {
  Affinity own;   // of the task itself
  Affinity next;  // of the next child that it creates
  // An address in the function that evaluated its clause; nullptr: a call, or it is bound.
  const void* next_code = nullptr;
  Icvs* own_icvs = nullptr;  // snapshots this task wrote, newest first
};

/// One word of a task: nothing, its affinity alone, or where all of its extras are. So a task that
/// only has an affinity needs no memory for it. The running task's own; before, its creator's, and
/// whoever makes the task ready reads it.
class ExtraWord {
 public:
  bool empty() const noexcept { return word_ == 0; }
  /// nullptr: it has no more than an affinity.
  TaskExtras* extras() const noexcept {
    return (word_ & Affinity::kSome) != 0 ? nullptr : reinterpret_cast<TaskExtras*>(word_);
  }
  /// Where it has more.
  TaskExtras& all() const noexcept { return *reinterpret_cast<TaskExtras*>(word_); }
  Affinity affinity() const noexcept {
    if (const TaskExtras* const all = extras()) return all->own;
    Affinity alone;
    alone.word_ = word_;
    return alone;
  }
  /// Of a task without extras.
  void set_affinity(Affinity affinity) noexcept { word_ = affinity.word_; }
  TaskExtras& make_extras() {
    TaskExtras* const all = extras();
    return all != nullptr ? *all : make_slow();
  }
  void drop() noexcept {
    delete extras();
    word_ = 0;
  }

 private:
  [[gnu::noinline]] TaskExtras& make_slow() {
    auto* const made = new TaskExtras;
    made->own = affinity();
    word_ = reinterpret_cast<std::uintptr_t>(made);
    return *made;
  }
  std::uintptr_t word_ = 0;
};

}  // namespace tidemill::core
