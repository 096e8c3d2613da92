// Which polls count as moving a message's data (core/poll/moving.hpp). A tick is a nanosecond here.
#include "core/poll/moving.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace tidemill::core {
namespace {

class MovingTest : public testing::Test {
 protected:
  bool warm(std::uint64_t took) { return moving.polled(took, false); }
  bool rested(std::uint64_t took) { return moving.polled(took, true); }
  /// A wait without messages so far: polls at first, then naps between them.
  void wait_in_vain() {
    for (int i = 0; i < 20; ++i) EXPECT_FALSE(warm(300)) << i;
    for (int i = 0; i < 100; ++i) EXPECT_FALSE(rested(2'500)) << i;
  }
  int moved(int polls, std::uint64_t took, bool after_nap) {
    int count = 0;
    for (int i = 0; i < polls; ++i) count += moving.polled(took, after_nap);
    return count;
  }
  Moving moving{1000};
};

TEST_F(MovingTest, NotWhatAlwaysTakesAsLong) {
  EXPECT_EQ(moved(100, 20'000, false), 0);
  EXPECT_EQ(moved(100, 20'000, true), 0);
}

TEST_F(MovingTest, ARowOfLongPolls) {
  wait_in_vain();
  EXPECT_FALSE(warm(20'000));  // once may be anything
  EXPECT_TRUE(moving.suspects());
  EXPECT_EQ(moved(200, 20'000, false), 200);
  EXPECT_FALSE(moving.suspects());
}

/// Of a gigabyte, half a millisecond each.
TEST_F(MovingTest, AVeryLongRow) {
  wait_in_vain();
  warm(500'000);
  EXPECT_EQ(moved(400, 500'000, false), 400);
}

TEST_F(MovingTest, LongOnesBetweenShortOnes) {
  wait_in_vain();
  warm(8'000);
  for (int part = 0; part < 100; ++part) {
    for (int i = 0; i < 40; ++i) EXPECT_FALSE(warm(300));
    EXPECT_TRUE(warm(8'000)) << part;
  }
}

TEST_F(MovingTest, WithNapsBetween) {
  wait_in_vain();
  EXPECT_FALSE(rested(50'000));
  EXPECT_EQ(moved(100, 50'000, true), 100);
}

/// Who suspects something polls again before it naps.
TEST_F(MovingTest, TheFirstOneAfterALongNap) {
  wait_in_vain();
  EXPECT_FALSE(rested(600'000));
  EXPECT_TRUE(moving.suspects());
  EXPECT_TRUE(warm(600'000));
}

/// The caches are cold after each nap.
TEST_F(MovingTest, NotTheFirstPollAfterEachNap) {
  for (int i = 0; i < 3; ++i) warm(300);
  EXPECT_EQ(moved(1000, 4'000, true), 0);
}

/// The system takes the core now and then, for long.
TEST_F(MovingTest, NotWhatWasInterrupted) {
  wait_in_vain();
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(rested(4'000'000));
    EXPECT_FALSE(warm(400));
    for (int k = 0; k < 8; ++k) EXPECT_FALSE(rested(2'500));
  }
}

/// A machine that others share: every third poll is interrupted.
TEST_F(MovingTest, InDoubtNotWhatIsInterruptedOften) {
  wait_in_vain();
  moving.doubt();
  EXPECT_TRUE(moving.tries());
  for (int i = 0; i < 300; ++i) {
    EXPECT_FALSE(rested(i % 3 == 0 ? 100'000 : 2'500)) << i;
    EXPECT_FALSE(moving.suspects());
    EXPECT_EQ(moving.refuted(), i >= 7) << i;
    EXPECT_EQ(moving.tries(), i < 7) << i;
  }
}

TEST_F(MovingTest, InDoubtNapsProveIt) {
  wait_in_vain();
  moving.doubt();
  EXPECT_EQ(moved(100, 50'000, false), 0);  // without a nap: anything
  EXPECT_FALSE(moving.refuted());
  EXPECT_EQ(moved(3, 50'000, true), 0);
  EXPECT_TRUE(rested(50'000));
  EXPECT_FALSE(moving.tries());
  for (int part = 0; part < 100; ++part) {  // from then on as before
    EXPECT_EQ(moved(40, 300, false), 0);
    EXPECT_TRUE(warm(8'000)) << part;
  }
}

/// Each time it is refuted more is asked for, most of eight at last.
TEST_F(MovingTest, DoubtsGrow) {
  wait_in_vain();
  for (int doubts = 1; doubts <= 5; ++doubts) {
    moving.doubt();
    const int needed = std::min(3 + doubts, 6);
    EXPECT_EQ(moved(needed - 1, 50'000, true), 0) << doubts;
    EXPECT_EQ(moved(8, 2'500, true), 0) << doubts;
    EXPECT_TRUE(moving.refuted());
  }
  EXPECT_EQ(moved(6, 50'000, true), 1);
  moving.doubt();  // it was proven meanwhile
  EXPECT_EQ(moved(4, 50'000, true), 1);
}

/// Nothing is in flight any more, as another thread has completed it.
TEST_F(MovingTest, InDoubtPollsOfNothingRefuteToo) {
  wait_in_vain();
  moving.doubt();
  EXPECT_EQ(moved(8, 30, true), 0);
  EXPECT_TRUE(moving.refuted());
  EXPECT_FALSE(moving.tries());
}

TEST_F(MovingTest, AnEventEndsDoubts) {
  wait_in_vain();
  moving.doubt();
  moving.trust();
  EXPECT_FALSE(moving.tries());
  EXPECT_FALSE(rested(50'000));
  EXPECT_TRUE(rested(50'000));
}

/// A poll takes longer once ten thousand requests are in flight, and always will.
TEST_F(MovingTest, NotForLongWhenMoreIsInFlight) {
  wait_in_vain();
  moved(400, 25'000, true);
  EXPECT_EQ(moved(1000, 25'000, true), 0);
}

/// Somebody else was inside MPI: nothing was tested.
TEST_F(MovingTest, NotBesidePollsOfNothing) {
  for (int i = 0; i < 20; ++i) warm(40);
  moved(400, 15'000, false);
  for (int i = 0; i < 100; ++i) {
    warm(40);
    EXPECT_EQ(moved(10, 15'000, false), 0) << i;
  }
}

}  // namespace
}  // namespace tidemill::core
