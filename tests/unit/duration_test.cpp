// The duration predictor: the mean of what tasks took.
#include "core/model/duration.hpp"

#include <gtest/gtest.h>

namespace tidemill::core {
namespace {

std::uint32_t after(std::uint32_t mean, int times, std::uint64_t ticks) {
  for (int i = 0; i < times; ++i) mean = DurationPredictor::next_mean(mean, ticks);
  return mean;
}

TEST(Duration, EachCodeHasItsOwnMean) {
  static const char code = 0;
  static const char other = 0;
  const DurationEntry entry = DurationPredictor::of(&code);
  ASSERT_NE(entry, 0);
  ASSERT_NE(entry, DurationPredictor::of(&other));
  EXPECT_EQ(DurationPredictor::mean(entry), 0u) << "none was timed";
  DurationPredictor::took(entry, 3000);
  DurationPredictor::took(entry, 3000);
  EXPECT_EQ(DurationPredictor::mean(entry), 3000u);
  EXPECT_EQ(DurationPredictor::mean(DurationPredictor::of(&other)), 0u);
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
