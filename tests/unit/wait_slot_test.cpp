// WaitSlot: every order in which a waiter and its event can meet, step by step on one thread.
// Parker: a wake-up is never lost, whichever comes first.
#include "core/model/wait_slot.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "core/fiber/fiber.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {
namespace {

/// A fiber that "resuming" leaves in its home worker's strict queue, where the test finds it.
class WaitSlotTest : public testing::Test {
 protected:
  WaitSlotTest() { fiber_.home = &worker_; }
  Worker worker_;
  Fiber fiber_;
  WaitSlot slot_;
};

TEST_F(WaitSlotTest, EventFirst) {
  EXPECT_FALSE(slot_.done());
  slot_.complete();
  EXPECT_TRUE(slot_.done());
  EXPECT_FALSE(slot_.publish(&fiber_));  // the waiter keeps its fiber
  EXPECT_EQ(worker_.inbox.pop(), nullptr);
  EXPECT_TRUE(slot_.done());
}

TEST_F(WaitSlotTest, FiberFirst) {
  EXPECT_TRUE(slot_.publish(&fiber_));
  EXPECT_FALSE(slot_.done());
  slot_.complete();  // owns the fiber now and queues it, once
  EXPECT_EQ(worker_.inbox.pop(), &fiber_);
  EXPECT_EQ(worker_.inbox.pop(), nullptr);
  EXPECT_TRUE(slot_.done());
}

TEST_F(WaitSlotTest, SleepsThenEvent) {
  EXPECT_TRUE(slot_.announce_sleep(&worker_));
  EXPECT_FALSE(slot_.done());
  slot_.complete();
  worker_.parker.park();  // returns: it was unparked
  EXPECT_FALSE(slot_.retract_sleep());
  EXPECT_TRUE(slot_.done());
  EXPECT_EQ(worker_.inbox.pop(), nullptr);
}

TEST_F(WaitSlotTest, EventThenSleeps) {
  slot_.complete();
  EXPECT_FALSE(slot_.announce_sleep(&worker_));
  EXPECT_TRUE(slot_.done());
}

TEST_F(WaitSlotTest, SleepRetractedThenFiberThenEvent) {
  EXPECT_TRUE(slot_.announce_sleep(&worker_));
  EXPECT_TRUE(slot_.retract_sleep());
  EXPECT_TRUE(slot_.publish(&fiber_));
  slot_.complete();
  EXPECT_EQ(worker_.inbox.pop(), &fiber_);
}

TEST_F(WaitSlotTest, SleepRetractedThenEvent) {
  EXPECT_TRUE(slot_.announce_sleep(&worker_));
  EXPECT_TRUE(slot_.retract_sleep());
  slot_.complete();
  EXPECT_FALSE(slot_.publish(&fiber_));
  EXPECT_FALSE(slot_.announce_sleep(&worker_));
  EXPECT_EQ(worker_.inbox.pop(), nullptr);
}

TEST_F(WaitSlotTest, SleepsAgainAfterRetracting) {
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(slot_.announce_sleep(&worker_));
    EXPECT_TRUE(slot_.retract_sleep());
  }
  EXPECT_FALSE(slot_.done());
}

TEST_F(WaitSlotTest, ServesAnotherCycleAfterReset) {
  slot_.complete();
  slot_.reset();
  EXPECT_FALSE(slot_.done());
  EXPECT_TRUE(slot_.publish(&fiber_));
  slot_.complete();
  EXPECT_EQ(worker_.inbox.pop(), &fiber_);
}

TEST_F(WaitSlotTest, HandsDataOverToTheWaiter) {
  for (int round = 0; round < 300; ++round) {
    slot_.reset();
    int data = 0;  // written by the event's thread alone, read by the waiter after done()
    std::thread event([&] {
      data = round + 1;
      slot_.complete();
    });
    if (slot_.announce_sleep(&worker_)) worker_.parker.park();
    while (!slot_.done()) slot_.retract_sleep();  // park() may return early
    EXPECT_EQ(data, round + 1);
    event.join();
  }
}

TEST(Parker, RemembersOneWakeUpBeforeTheSleep) {
  Parker parker;
  parker.unpark();
  parker.unpark();
  parker.park();  // returns at once
  const auto before = std::chrono::steady_clock::now();
  parker.park(20'000'000);  // nothing left to remember
  EXPECT_GE(std::chrono::steady_clock::now() - before, std::chrono::milliseconds(10));
}

TEST(Parker, WakesASleeperAndShowsWhatWasWritten) {
  Parker parker;
  for (int round = 0; round < 300; ++round) {
    int data = 0;
    std::atomic<bool> up{false};
    std::thread waker([&] {
      if (round % 2 == 0) std::this_thread::yield();
      data = round + 1;
      up.store(true, std::memory_order_relaxed);  // park() and unpark() order it
      parker.unpark();
    });
    while (!up.load(std::memory_order_relaxed)) parker.park();
    waker.join();
    EXPECT_EQ(data, round + 1);
    parker.unpark();  // leaves nothing behind for the next round to trip over
    parker.park();
  }
}

}  // namespace
}  // namespace tidemill::core
