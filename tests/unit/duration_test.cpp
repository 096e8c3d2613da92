// The duration predictor: which code's tasks are taken to be short, by what has been seen of them.
#include "core/model/duration.hpp"

#include <gtest/gtest.h>

namespace tidemill::core {
namespace {

void see(DurationEntry entry, int times, bool was_short) {
  for (int i = 0; i < times; ++i) DurationPredictor::saw(entry, was_short);
}

/// Each test its own code.
template <int number>
DurationEntry entry_of() {
  static const char code = 0;
  return DurationPredictor::of(&code);
}

TEST(Duration, NobodyKeepsAccountOfTheUsualTask) {
  see(0, 100, true);
  EXPECT_FALSE(DurationPredictor::is_short(0));
}

TEST(Duration, ShortOnceItHasBeenSoSeveralTimes) {
  const DurationEntry entry = entry_of<1>();
  EXPECT_NE(entry, 0);
  EXPECT_FALSE(DurationPredictor::is_short(entry));
  see(entry, 7, true);
  EXPECT_FALSE(DurationPredictor::is_short(entry));
  see(entry, 1, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry));
  see(entry, 1, false);
  EXPECT_FALSE(DurationPredictor::is_short(entry)) << "one long one is enough";
}

TEST(Duration, LongOnesInBetweenStartTheCountAnew) {
  const DurationEntry entry = entry_of<2>();
  for (int i = 0; i < 10; ++i) {
    see(entry, 7, true);
    see(entry, 1, false);
    EXPECT_FALSE(DurationPredictor::is_short(entry));
  }
}

TEST(Duration, EachDisappointmentAsksForFourTimesAsMany) {
  const DurationEntry entry = entry_of<3>();
  see(entry, 8, true);
  for (int needed = 32; needed <= 8192; needed *= 4) {
    DurationPredictor::disappointed(entry);
    see(entry, needed - 1, true);
    EXPECT_FALSE(DurationPredictor::is_short(entry)) << needed;
    see(entry, 1, true);
    EXPECT_TRUE(DurationPredictor::is_short(entry)) << needed;
  }
  DurationPredictor::disappointed(entry);  // not for ever
  see(entry, 8192, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry));
  DurationPredictor::pleased(entry);
  see(entry, 1, false);
  see(entry, 8, true);
  EXPECT_TRUE(DurationPredictor::is_short(entry)) << "forgiven";
}

std::uint32_t after(std::uint32_t mean, int times, std::uint64_t ticks) {
  for (int i = 0; i < times; ++i) mean = DurationPredictor::next_mean(mean, ticks);
  return mean;
}

TEST(Duration, OneThatLostItsCoreHardlyCounts) {
  EXPECT_EQ(after(0, 1, 3000), 3000u) << "the first tells";
  EXPECT_LT(after(3000, 1, 10'000'000), 6000u);
  EXPECT_LT(after(after(3000, 1, 10'000'000), 20, 3000), 3300u);
}

TEST(Duration, TheMeanFollowsAPhase) {
  EXPECT_GT(after(1, 40, 1'000'000), 900'000u) << "from nothing";
  EXPECT_GT(after(3000, 30, 1'000'000), 900'000u);
  EXPECT_LT(after(1'000'000, 80, 3000), 3100u);
  EXPECT_EQ(after(0, 1, ~std::uint64_t{0}), ~std::uint32_t{0}) << "the most";
  EXPECT_EQ(after(~std::uint32_t{0}, 1, ~std::uint64_t{0}), ~std::uint32_t{0});
}

}  // namespace
}  // namespace tidemill::core
