// How a thread waits for what another thread is about to do: it looks again and again, and
//   1. spins: holds its core, with pause instructions between two looks;
//   2. yields: gives its core away between two looks;
//   3. sleeps: the caller's part, as it knows who wakes it.
// How long each lasts depends on what is waited for (Patience): there is one line for each kind
// here, and one class for all of them.
//
// A Backoff is its thread's own; what is looked at, and with which memory order, is the caller's.
#pragma once

#include <sched.h>

#include <algorithm>
#include <cstdint>

#include "platform/cpu.hpp"

namespace tidemill::core {

struct Patience {
  static constexpr std::uint32_t kNoEnd = ~std::uint32_t{0};
  std::uint32_t spin_us = 0;   // age of the wait at which spinning ends
  std::uint32_t yield_us = 0;  // and yielding
  std::uint32_t most_yields = kNoEnd;
  // Between two looks, twice as many each time: a look takes the line from whoever is to write it.
  std::uint32_t most_pauses = 1;
};

namespace patience {

/// The lock of a short section: its owner runs, or has lost its core.
inline constexpr Patience kSpinLock{.spin_us = 2, .yield_us = Patience::kNoEnd};
/// A lock of the program's, before the waiter queues for it. The second where others wait already,
/// or did of late: its owner may be suspended.
inline constexpr Patience kLock{.spin_us = 8, .most_pauses = 8};
inline constexpr Patience kContendedLock{.spin_us = 2, .most_pauses = 8};
/// What members of a team hand to each other, usually a fraction of a microsecond away; and the
/// same where they have to share processors. Who sleeps for it costs the one it waits for a system
/// call.
inline constexpr Patience kMember{.spin_us = 2};
inline constexpr Patience kSharingMember{.yield_us = 50};
/// Some more iterations of the member ahead, so as not to ask for each.
inline constexpr Patience kRowAhead{.spin_us = 2, .most_pauses = 16};
/// A wait on whose thread nothing else may run meanwhile; and the same where processors are few, or
/// the user wants waits to be passive.
inline constexpr Patience kInPlace{.spin_us = 2, .yield_us = 500, .most_pauses = 16};
inline constexpr Patience kInPlaceSharing{.yield_us = 2};
/// Somebody who is in the middle of it, and has told so.
inline constexpr Patience kMoment{.spin_us = 2};
/// What only other threads can do, and nobody tells of.
inline constexpr Patience kUntold{.yield_us = Patience::kNoEnd};

}  // namespace patience

class Backoff {
 public:
  explicit Backoff(const Patience& patience) noexcept
      : patience_(patience), since_(platform::ticks()), spins_(patience.spin_us != 0) {}

  /// A moment later: true. It has lasted long enough, and the caller had better sleep: false, at
  /// once.
  bool step() noexcept {
    return step([] { sched_yield(); });
  }
  /// The same; `give` gives the core away.
  template <class Give>
  bool step(Give give) noexcept {
    if (spins_) {
      for (std::uint32_t i = 0; i < pauses_; ++i) platform::pause();
      pauses_ = std::min(2 * pauses_, patience_.most_pauses);
      if (++looks_ % kLooksPerClock == 0) spins_ = is_younger_than(patience_.spin_us);
      return true;
    }
    if (yields_ >= patience_.most_yields || !may_yield()) return false;
    ++yields_;
    give();
    return true;
  }

  /// Steps until `done`: true. False: it has lasted long enough, or `leave` said so, which is asked
  /// at every few looks.
  template <class Done, class Leave, class Give>
  bool await(Done done, Leave leave, Give give) noexcept {
    while (step(give)) {
      if (done()) return true;
      if (looks_ % kLooksPerClock == 0 && leave()) return false;
    }
    return false;
  }

  std::uint64_t us() const noexcept {
    return (platform::ticks() - since_) / platform::ticks_per_us();
  }

 private:
  static constexpr std::uint32_t kLooksPerClock = 8;

  bool is_younger_than(std::uint32_t us) const noexcept {
    return platform::ticks() - since_ < us * platform::ticks_per_us();
  }
  bool may_yield() const noexcept {
    return patience_.yield_us == Patience::kNoEnd || is_younger_than(patience_.yield_us);
  }

  Patience patience_;
  std::uint64_t since_;  // ticks
  bool spins_;
  std::uint32_t pauses_ = 1;
  std::uint32_t looks_ = 0;  // spinning; a multiple of kLooksPerClock ever after
  std::uint32_t yields_ = 0;
};

}  // namespace tidemill::core
