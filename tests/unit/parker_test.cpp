// A worker's bed (core/sync/parker.hpp): the count of those who are awake.
#include "core/sync/parker.hpp"

#include <gtest/gtest.h>
#include <sched.h>

#include <atomic>
#include <thread>

namespace tidemill::core {
namespace {

constexpr std::uint64_t kShortNs = 1'000'000;

TEST(ParkerTest, ASleeperCountsFromItsWakeUpOnBeforeItRuns) {
  Parker parker;
  const int before = Parker::awake();
  std::thread sleeper([&] { parker.park(); });
  while (Parker::awake() != before - 1) sched_yield();
  const std::uint32_t woken = Parker::woken_by_this_thread();
  parker.unpark();
  EXPECT_EQ(Parker::awake(), before);
  EXPECT_EQ(Parker::woken_by_this_thread(), woken + 1);
  parker.unpark();  // it is awake, or has been told
  EXPECT_EQ(Parker::awake(), before);
  EXPECT_EQ(Parker::woken_by_this_thread(), woken + 1);
  sleeper.join();
  EXPECT_EQ(Parker::awake(), before);
}

TEST(ParkerTest, CountsAgainWhenTheTimeIsOver) {
  Parker parker;
  const int before = Parker::awake();
  const std::uint32_t woken = Parker::woken_by_this_thread();
  parker.park(kShortNs);
  EXPECT_EQ(Parker::awake(), before);
  EXPECT_EQ(Parker::woken_by_this_thread(), woken);
}

TEST(ParkerTest, AWakeUpBeforeTheSleepChangesNothing) {
  Parker parker;
  const int before = Parker::awake();
  parker.unpark();
  EXPECT_EQ(Parker::awake(), before);
  parker.park();  // returns at once
  EXPECT_EQ(Parker::awake(), before);
}

TEST(ParkerTest, NeitherIsLostWhereTimeAndWakeUpMeet) {
  constexpr int kRounds = 20'000;
  Parker parker;
  const int before = Parker::awake();
  std::atomic<bool> over{false};
  std::thread waker([&] {
    while (!over.load(std::memory_order_relaxed)) parker.unpark();
  });
  for (int i = 0; i < kRounds; ++i) parker.park(i % 2 == 0 ? 1 : kShortNs);
  over.store(true, std::memory_order_relaxed);
  waker.join();
  EXPECT_EQ(Parker::awake(), before);
}

}  // namespace
}  // namespace tidemill::core
