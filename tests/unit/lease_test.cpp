// The lease over the polling services (core/poll/lease.hpp): who has it, and who gets it next.
// All from one thread: what is tested is the order, not the races (tests/race/lease_storm.cpp).
#include <gtest/gtest.h>

#include "core/poll/polling.hpp"
#include "core/sync/parker.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {
namespace {

int nothing(void*) { return 0; }

struct Sleeper {
  LeaseEntry entry;
  Parker parker;
  std::uint64_t since;

  explicit Sleeper(std::uint64_t begun) : since(begun) {}
  bool poll_on() { return core::poll_on(entry, since); }
  bool nap_or_queue() { return core::nap_or_queue(entry, parker, since); }
  bool wake() { return wake_with_lease(entry); }
  void hand_over() { hand_over_lease(entry); }
  /// Was unpark() called? A token makes park() return at once, without one it sleeps 50 ms.
  bool woken() {
    const std::uint64_t start = platform::ticks();
    parker.park(50'000'000);
    return platform::ticks() - start < 40'000 * platform::ticks_per_us();
  }
};

class LeaseTest : public testing::Test {
 protected:
  LeaseTest() { register_polling("lease_test", nothing, nullptr); }
  ~LeaseTest() override { unregister_polling("lease_test", nothing, nullptr); }
  Sleeper earlier{100}, later{200}, latest{300};
};

TEST_F(LeaseTest, WhoCameLaterTakesItFromOneThatNaps) {
  ASSERT_TRUE(earlier.nap_or_queue());
  EXPECT_TRUE(later.nap_or_queue());
  EXPECT_FALSE(earlier.wake());  // lost, though its nap ends by itself
  EXPECT_TRUE(later.wake());
  later.hand_over();
}

TEST_F(LeaseTest, NeverBack) {
  ASSERT_TRUE(later.nap_or_queue());
  EXPECT_FALSE(earlier.poll_on());
  EXPECT_FALSE(earlier.nap_or_queue());
  EXPECT_TRUE(later.wake());
  later.hand_over();
  EXPECT_TRUE(earlier.woken());  // slept for good, so it has to be told
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, NotFromOneThatPollsAllTheTime) {
  ASSERT_TRUE(earlier.poll_on());
  EXPECT_FALSE(later.poll_on());
  EXPECT_FALSE(later.nap_or_queue());
  EXPECT_FALSE(later.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, WhoCameLaterPollsOnBesideOneThatNaps) {
  ASSERT_TRUE(earlier.nap_or_queue());
  EXPECT_TRUE(later.poll_on());
  EXPECT_TRUE(later.poll_on());  // still
  EXPECT_TRUE(earlier.wake());   // it keeps the lease
  later.hand_over();
  EXPECT_FALSE(earlier.woken());  // and looks itself what has become of the other
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, OneAlonePollsOn) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(later.poll_on());
  EXPECT_FALSE(latest.poll_on());
  EXPECT_FALSE(latest.nap_or_queue());  // not beside both of them
  EXPECT_TRUE(earlier.wake());
  later.hand_over();
  EXPECT_TRUE(latest.woken());  // or what it waits for would be late by naps of a longer wait
  EXPECT_TRUE(latest.wake());
  EXPECT_FALSE(earlier.wake());
  latest.hand_over();
}

TEST_F(LeaseTest, WhoPollsOnInheritsTheLease) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(later.poll_on());
  ASSERT_TRUE(earlier.wake());
  earlier.hand_over();
  EXPECT_FALSE(latest.poll_on());  // `later` polls all the time
  EXPECT_TRUE(later.nap_or_queue());
  EXPECT_TRUE(latest.poll_on());
  latest.hand_over();
  EXPECT_TRUE(later.wake());
  later.hand_over();
}

TEST_F(LeaseTest, WhoPollsOnTakesItBeforeANap) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(later.poll_on());
  EXPECT_TRUE(later.nap_or_queue());
  EXPECT_FALSE(earlier.wake());
  EXPECT_TRUE(latest.poll_on());  // nobody else does
  latest.hand_over();
  later.hand_over();
}

TEST_F(LeaseTest, BetweenNapsToo) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(earlier.wake());  // it polls a moment, but has begun to nap
  EXPECT_TRUE(later.nap_or_queue());
  EXPECT_FALSE(earlier.nap_or_queue());  // that is where it learns of it
  EXPECT_TRUE(later.wake());
  later.hand_over();
  EXPECT_TRUE(earlier.woken());
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, GivenBackToANapperWithoutWakingIt) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(later.nap_or_queue());
  ASSERT_TRUE(later.wake());
  later.hand_over();
  EXPECT_FALSE(earlier.woken());
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, ALostOneLeavesNothingOfOthers) {
  ASSERT_TRUE(earlier.nap_or_queue());
  ASSERT_TRUE(earlier.wake());
  ASSERT_TRUE(later.nap_or_queue());
  earlier.hand_over();              // believes that it has it
  EXPECT_FALSE(earlier.poll_on());  // `later` has, and has come later
  EXPECT_TRUE(later.wake());
  later.hand_over();
  EXPECT_TRUE(latest.poll_on());  // nobody was queued any more
  latest.hand_over();
}

TEST_F(LeaseTest, TheOneThatLostItIsNext) {
  ASSERT_TRUE(later.poll_on());
  ASSERT_FALSE(earlier.nap_or_queue());
  ASSERT_TRUE(later.nap_or_queue());
  ASSERT_TRUE(latest.nap_or_queue());
  ASSERT_TRUE(latest.wake());
  latest.hand_over();
  EXPECT_FALSE(later.woken());
  EXPECT_TRUE(later.wake());
  later.hand_over();
  EXPECT_TRUE(earlier.woken());
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

TEST_F(LeaseTest, NoneWithoutServices) {
  unregister_polling("lease_test", nothing, nullptr);
  EXPECT_FALSE(earlier.poll_on());
  EXPECT_FALSE(earlier.nap_or_queue());
  register_polling("lease_test", nothing, nullptr);
  EXPECT_TRUE(earlier.woken());
  EXPECT_TRUE(earlier.wake());
  earlier.hand_over();
}

}  // namespace
}  // namespace tidemill::core
