// Which polls count as moving a message's data (core/poll/moving.hpp). A tick is a nanosecond here.
#include "core/poll/moving.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tidemill::core {
namespace {

constexpr std::uint64_t kPerUs = 1000;

struct Clock {
  Moving moving{kPerUs};
  std::uint64_t now = 5'000'000;

  bool poll(std::uint64_t took, std::uint64_t pause = 0, bool rested = false) {
    now += pause + took;
    return moving.is_long(took, rested) && moving.was_long(took, now);
  }
};

TEST(Moving, NotWhatAlwaysTakesAsLong) {
  Clock clock;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(clock.poll(20'000));
}

TEST(Moving, ARowOfLongPolls) {
  Clock clock;
  EXPECT_FALSE(clock.poll(300));
  EXPECT_FALSE(clock.poll(20'000));  // once may be anything
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(clock.poll(20'000)) << i;
}

TEST(Moving, LongOnesBetweenShortOnes) {
  Clock clock;
  clock.poll(300);
  clock.poll(8'000);
  for (int part = 0; part < 100; ++part) {
    for (int i = 0; i < 40; ++i) EXPECT_FALSE(clock.poll(300));
    EXPECT_TRUE(clock.poll(8'000)) << part;
  }
}

TEST(Moving, AndWithNapsBetween) {
  Clock clock;
  clock.poll(300);
  clock.poll(50'000, 5'000, true);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(clock.poll(50'000, 30'000, true)) << i;
}

/// The caches are cold after each nap.
TEST(Moving, NotTheFirstPollAfterEachNap) {
  Clock clock;
  clock.poll(300);
  for (int i = 0; i < 1000; ++i) EXPECT_FALSE(clock.poll(4'000, 10'000, true));
}

/// The system takes the core now and then, for long.
TEST(Moving, NotWhatWasInterrupted) {
  Clock clock;
  clock.poll(300);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(clock.poll(4'000'000));
    for (int k = 0; k < 100; ++k) EXPECT_FALSE(clock.poll(300, 30'000));
  }
}

/// A message after a long wait.
TEST(Moving, LateAsWell) {
  Clock clock;
  clock.poll(300);
  for (int i = 0; i < 1000; ++i) clock.poll(300, 100'000, true);
  clock.poll(20'000);
  EXPECT_TRUE(clock.poll(20'000));
}

}  // namespace
}  // namespace tidemill::core
