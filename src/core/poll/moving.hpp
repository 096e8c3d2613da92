// Tells from what polls take whether they move the data of a large message: its next part is near
// then, and both sides must go on polling for it to come.
//
// A poll that moves data takes many times what one in vain does. But so does one that is
// interrupted: so it takes two of the last ones. What one in vain takes is learnt, apart for those
// after a sleep, which find cold caches, and anew when more is in flight. Whoever has believed in
// data for long, or wrongly, doubts: only polls after naps count then, of the last eight half or,
// the more often that was wrong, most. After a nap there is data if there is any on its way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tidemill::core {

/// Of one worker, for one wait. Times in ticks.
class Moving {
 public:
  explicit Moving(std::uint64_t ticks_per_us) noexcept : us_(ticks_per_us) {}

  /// A poll has taken so long; `rested`: the worker slept before. True: data is on its way.
  bool polled(std::uint64_t took, bool rested) noexcept {
    suspects_ = false;
    if (took < us_ / kNothing) {
      if (rested && needed_ != 0) proves(false);
      return false;
    }
    const bool took_long = learn(took, rested);
    if (needed_ != 0) return rested && proves(took_long);
    const bool again = long_ones_ != 0;
    long_ones_ = rested ? long_ones_ << kWeightRested : long_ones_ << 1;
    if (!took_long) return false;
    long_ones_ |= 1;
    suspects_ = !again;
    return again;
  }

  /// The last poll was a long one, the first: not to sleep before the next.
  bool suspects() const noexcept { return suspects_; }

  /// From now on polls after naps must prove it; more of them if they failed to.
  void doubt() noexcept {
    needed_ = needed_ == 0 ? kNeededLeast : std::min(needed_ + 1, kNeededMost);
    after_naps_ = 0;
    naps_ = 0;
    suspects_ = false;
  }
  /// No data is on its way: so many polls after naps would have told. Until then it is tried.
  bool refuted() const noexcept { return needed_ != 0 && naps_ >= kNaps; }
  bool tries() const noexcept { return needed_ != 0 && naps_ < kNaps; }
  /// An event came.
  void trust() noexcept { needed_ = 0; }

 private:
  static constexpr std::uint64_t kNothing = 10;  // below 1/10 us nothing was tested
  static constexpr std::uint64_t kLeast = 3;     // 1/3 us: less is not told apart
  static constexpr std::uint64_t kTimes = 8;
  static constexpr std::uint64_t kRested = 4;                         // times a warm one, at first
  static constexpr std::uint64_t kRisesShort = 16, kRisesLong = 256;  // by such a part a poll
  static constexpr int kWeightRested = 8;  // polls: naps between them last long
  static constexpr int kNaps = 8, kNeededLeast = 4, kNeededMost = 6;

  /// True: it took much longer than usual.
  bool learn(std::uint64_t took, bool rested) noexcept {
    std::uint64_t& usual = rested ? usual_rested_ : usual_;
    const std::uint64_t least = rested ? us_ : us_ / kLeast;
    if (usual == 0) usual = rested && usual_ != 0 ? std::min(took, kRested * usual_) : took;
    usual = std::max(usual, least);
    const bool took_long = took > kTimes * usual;
    usual = took_long ? usual + usual / kRisesLong + 1
                      : std::max(least, std::min(took, usual + usual / kRisesShort + 1));
    return took_long;
  }

  bool proves(bool took_long) noexcept {
    after_naps_ = static_cast<std::uint8_t>(after_naps_ << 1 | (took_long ? 1 : 0));
    if (naps_ < kNaps) ++naps_;
    if (std::popcount(after_naps_) < needed_) return false;
    needed_ = 0;
    long_ones_ = 1;
    return true;
  }

  std::uint64_t us_;
  std::uint64_t usual_ = 0, usual_rested_ = 0;  // what one in vain takes; 0: not known yet
  std::uint64_t long_ones_ = 0;                 // a bit for each of the last polls, newest lowest
  bool suspects_ = false;
  int needed_ = 0;               // in doubt: so many of the last kNaps after naps; 0: not in doubt
  std::uint8_t after_naps_ = 0;  // as long_ones_, of these
  int naps_ = 0;                 // polls after naps since the doubt began, at most kNaps
};

}  // namespace tidemill::core
