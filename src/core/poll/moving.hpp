// Tells from what polls take whether they move the data of a large message: its next part is near
// then, and both sides must go on polling for it to come.
//
// A poll that moves data takes many times what one in vain does. But so does, once, one that was
// interrupted, and each one after a sleep, with cold caches. So it takes two within a moment, which
// make up a good part of it, and after a sleep they must take longer. Otherwise a worker that naps
// between polls would find each of them long, and nap ever so briefly for ever.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tidemill::core {

/// Of one worker, for one wait. Times in ticks.
class Moving {
 public:
  explicit Moving(std::uint64_t ticks_per_us) noexcept : us_(ticks_per_us) {}

  /// Has a poll that took so long moved anything? `rested`: the worker slept before.
  bool is_long(std::uint64_t took, bool rested) noexcept {
    shortest_ = std::min(shortest_, took);
    return took > kLeastUs * us_ && took > (rested ? kTimesRested : kTimes) * shortest_;
  }

  /// Such a poll is over `now`. True: data is on its way.
  bool was_long(std::uint64_t took, std::uint64_t now) noexcept {
    const std::uint64_t counted = std::min(took, kMostUs * us_);  // the rest was not the message
    if (now - last_ > kMomentUs * us_ + counted) {
      moved_ = 0;
      began_ = now - counted;
    }
    const bool again = moved_ != 0;
    moved_ += counted;
    last_ = now;
    return again && moved_ * kShare >= now - began_;
  }

 private:
  static constexpr std::uint64_t kLeastUs = 2;
  static constexpr std::uint64_t kTimes = 8, kTimesRested = 32;  // what one in vain takes
  static constexpr std::uint64_t kMostUs = 200;
  static constexpr std::uint64_t kMomentUs = 1000;
  static constexpr std::uint64_t kShare = 4;

  std::uint64_t us_;
  std::uint64_t shortest_ = ~std::uint64_t{0};
  std::uint64_t began_ = 0;  // the first of those that moved data
  std::uint64_t last_ = 0;   // the last of them
  std::uint64_t moved_ = 0;  // what they have taken together
};

}  // namespace tidemill::core
