// Idle: the last look before sleep. A worker that has found nothing, and to which something was
// handed before it could announce itself, must notice: nobody will wake it.
#include "core/sched/idle.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "core/fiber/fiber.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"

namespace tidemill::core {
namespace {

/// In a team of one, on the thread's own member, with a limit after which a sleep counts as lost.
class IdleTest : public testing::Test {
 protected:
  IdleTest() {
    current_worker().member->team->note_queued();  // as whoever creates a task does
    alarm(30);                                     // a lost wake-up ends the test with SIGALRM
  }
  ~IdleTest() override { alarm(0); }

  /// Long past all spinning; returns unless a step sleeps for good.
  static void idle_for_long(WaitPolicy* waiter) {
    Idle idle(current_worker());
    for (int i = 0; i < 200; ++i) {
      idle.step(waiter);
      usleep(10);
    }
  }
};

TEST_F(IdleTest, SeesATaskInItsDeque) {
  Worker& w = current_worker();
  Task task;
  w.member->deque.push(&task);
  idle_for_long(nullptr);
  EXPECT_EQ(w.member->deque.pop(), &task);
}

TEST_F(IdleTest, SeesATaskInItsOrderedQueue) {
  Worker& w = current_worker();
  Task task;
  task.key = order_key(0, 1);
  w.member->ordered.push(&task, task.key);
  idle_for_long(nullptr);
  EXPECT_EQ(w.member->ordered.pop(), &task);
}

TEST_F(IdleTest, SeesWhatOnlyItMayRun) {
  Worker& w = current_worker();
  Fiber fiber;
  fiber.home = &w;
  w.inbox.push_back(&fiber);
  idle_for_long(nullptr);
  EXPECT_EQ(w.inbox.pop(), &fiber);
}

/// The waiter's event came after the waiter last looked for it.
TEST_F(IdleTest, SeesTheEndOfTheWait) {
  class Policy final : public WaitPolicy {
   public:
    bool done() noexcept override { return slot_.done(); }
    bool arm() noexcept override { return true; }
    WaitSlot& slot() noexcept override { return slot_; }
    WaitSlot slot_;
  } policy;
  policy.slot_.complete();
  idle_for_long(&policy);
  EXPECT_TRUE(policy.done());
}

/// The policy learns only by arming that there is nothing to wait for.
TEST_F(IdleTest, DoesNotSleepWhenArmingFails) {
  class Policy final : public WaitPolicy {
   public:
    bool done() noexcept override { return false; }
    bool arm() noexcept override { return false; }
    WaitSlot& slot() noexcept override { return slot_; }
    WaitSlot slot_;
  } policy;
  idle_for_long(&policy);
}

TEST_F(IdleTest, WokenAfterItAnnouncedItself) {
  Worker& w = current_worker();
  Task task;
  task.key = order_key(0, 1);
  task.team = w.member->team;
  task.home = w.member;
  for (int round = 0; round < 50; ++round) {
    std::thread pusher([&, round] {
      usleep(round % 5 == 0 ? 3000 : 50);
      make_ready(&task);  // from a thread that is no worker
    });
    Idle idle(w);
    while (w.member->ordered.smallest() == kNoKey) idle.step(nullptr);
    EXPECT_EQ(w.member->ordered.pop(), &task);
    pusher.join();
  }
}

}  // namespace
}  // namespace tidemill::core
