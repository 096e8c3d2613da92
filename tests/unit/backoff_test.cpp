// Backoff: spin, then yield, then say that it is time to sleep.
#include "core/sync/backoff.hpp"

#include <gtest/gtest.h>
#include <sched.h>

namespace tidemill::core {
namespace {

constexpr std::uint32_t kLong = 1'000'000;  // us

struct Yields {
  int count = 0;
  bool step(Backoff& backoff) {
    return backoff.step([this] { ++count; });
  }
};

TEST(Backoff, SpinsBeforeItYields) {
  Backoff backoff({.spin_us = 100, .yield_us = kLong});
  Yields yields;
  while (yields.count == 0) ASSERT_TRUE(yields.step(backoff));
  EXPECT_GE(backoff.us(), 100u);
}

TEST(Backoff, NeverSpinsWhereItIsNotTo) {
  Backoff backoff({.yield_us = kLong});
  Yields yields;
  EXPECT_TRUE(yields.step(backoff));
  EXPECT_EQ(yields.count, 1);
}

TEST(Backoff, EndsWhenYieldingHasLastedLongEnough) {
  Backoff backoff({.yield_us = 200});
  Yields yields;
  while (yields.step(backoff)) {
  }
  EXPECT_GE(backoff.us(), 200u);
  EXPECT_FALSE(yields.step(backoff));
}

TEST(Backoff, EndsAfterSoManyYields) {
  Backoff backoff({.yield_us = kLong, .most_yields = 3});
  Yields yields;
  while (yields.step(backoff)) {
  }
  EXPECT_EQ(yields.count, 3);
}

TEST(Backoff, WithoutPatienceItEndsAtOnce) {
  Backoff backoff(Patience{});
  EXPECT_FALSE(backoff.step());
}

TEST(Backoff, YieldsForEverWhereNobodyTells) {
  Backoff backoff(patience::kUntold);
  Yields yields;
  for (int i = 0; i < 1'000; ++i) ASSERT_TRUE(yields.step(backoff));
  EXPECT_EQ(yields.count, 1'000);
}

TEST(Backoff, AwaitSaysWhetherItWasDone) {
  int looks = 0;
  const auto third_time = [&] { return ++looks == 3; };
  EXPECT_TRUE(Backoff({.spin_us = kLong})
                  .await(
                      third_time, [] { return false; }, sched_yield));
  EXPECT_EQ(looks, 3);
  EXPECT_FALSE(
      Backoff({.spin_us = 10}).await([] { return false; }, [] { return false; }, sched_yield));
}

TEST(Backoff, AwaitLeavesWhenItIsToldTo) {
  Backoff spinning({.spin_us = kLong}), yielding({.yield_us = kLong});
  int given = 0;
  const auto give = [&] { ++given; };
  EXPECT_FALSE(spinning.await([] { return false; }, [] { return true; }, give));
  EXPECT_EQ(given, 0);
  EXPECT_FALSE(yielding.await([] { return false; }, [] { return true; }, give));
  EXPECT_GT(given, 0);
  EXPECT_LT(spinning.us(), kLong);
}

}  // namespace
}  // namespace tidemill::core
