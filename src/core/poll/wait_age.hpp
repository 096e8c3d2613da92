// How old an idle worker's wait is, which decides how it waits: from its first look in vain, or the
// last sign of a message: an event, or polls that seem to move a message's data (poll/moving.hpp).
//
// If for kBelievedUs neither an event comes nor another such poll, they were only interrupted, and
// the wait is as old as it was: else naps never grow. If they go on like that for kBelievedMostUs,
// some naps so short that data goes on to move have to prove it.
//
// A worker's own. Times in ticks.
#pragma once

#include <cstdint>

#include "core/poll/moving.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// So long a poller stays awake: a wait that has lasted so long is one to nap in.
inline constexpr std::uint64_t kPollerAwakeUs = 5000;

class WaitAge {
 public:
  void begin(std::uint64_t now) noexcept {
    since_ = now;
    before_moving_ = 0;
  }
  std::uint64_t since() const noexcept { return since_; }
  std::uint64_t us(std::uint64_t now) const noexcept {
    return (now - since_) / platform::ticks_per_us();
  }

  /// A poll that took so long is over, and brought events; or none. `rested`: the worker slept
  /// before it.
  void polled(std::uint64_t took, bool rested, bool events, std::uint64_t now) noexcept {
    const bool moved = moving_.polled(took, rested);
    if (events) {
      begin(now);
      moving_.trust();
    } else if (moved) {
      believe(now);
    } else if (before_moving_ != 0 &&
               (now - since_ > kBelievedUs * platform::ticks_per_us() || moving_.refuted())) {
      begin(before_moving_);
      moving_.doubt();
    }
  }

  /// The last poll was a long one, the first: not to sleep before the next.
  bool suspects() const noexcept { return moving_.suspects(); }
  /// A nap may last for so long at most, to tell whether data is on its way; 0: it is known.
  std::uint64_t proof_nap_us() const noexcept { return moving_.tries() ? kProofNapUs : 0; }

 private:
  static constexpr std::uint64_t kBelievedUs = 10'000;
  static constexpr std::uint64_t kBelievedMostUs = 20'000;
  static constexpr std::uint64_t kProofNapUs = 20;

  void believe(std::uint64_t now) noexcept {
    const std::uint64_t us = platform::ticks_per_us();
    if (before_moving_ == 0) {
      before_moving_ = since_;
      believed_since_ = now;
    }
    since_ = now;
    if (now - believed_since_ <= kBelievedMostUs * us) return;
    believed_since_ = now;
    since_ = now - kPollerAwakeUs * us;
    moving_.doubt();
  }

  std::uint64_t since_ = 0;
  std::uint64_t before_moving_ = 0;   // `since_` before polls that may have moved data; 0: none did
  std::uint64_t believed_since_ = 0;  // data is said to be on its way, or proven to be
  Moving moving_{platform::ticks_per_us()};
};

}  // namespace tidemill::core
