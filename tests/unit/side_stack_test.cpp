// Side stacks (task/side_stack.hpp): of children that run on top of a parent that waits for them,
// and what becomes of a stack afterwards. Under the sanitizers there is none, and what the tasks do
// is the same.
#include "core/task/side_stack.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <string>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

/// A waiting task's stack is left and gone on with, as a child above it has come to wait, and then
/// it ends as a call does. What it went on from is no place to go to any more. And the other
/// thread, whose implicit task was suspended for the child, begins with that, not with a task it
/// steals.
TEST(SideStack, AStackThatWasGoneOnWithIsNewWhenItIsDropped) {
  static std::atomic<bool> blocked, ended;
  static void* context;
  static core::Fiber* stack;
  static bool above, called;
  constexpr int kTries = core::kSideCalls ? 10 : 0;
  int tried = 0;
  for (int round = 0; round < 1000 && tried < kTries; ++round) {
    blocked = ended = above = called = false;
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 1) {
      while (!blocked) sched_yield();  // so that the other one begins the tasks
    } else {
      core::Worker& w = current_worker();
#pragma omp task untied shared(w)
      {
        core::Fiber* const own = stack = w.fiber;
#pragma omp task  // after the next, as newer ones go first
        {
          tidemill_unblock_task(context);
          while (!ended) sched_yield();  // by the other thread
        }
#pragma omp task untied shared(own, w)
        {
          above = w.fiber != own && w.fiber->below == own;
          context = tidemill_get_current_blocking_context();
          blocked = true;  // from here on the other thread may unblock it
          tidemill_block_current_task(context);
          ended = true;
        }
#pragma omp taskwait
        called = &current_worker() == &w && w.fiber == own && own->below != nullptr;
      }
#pragma omp taskwait
      if (above && called) ++tried;
      core::drop_side_stacks(w);
      if (above && called) {
        EXPECT_EQ(stack->context, nullptr);  // so it gets a first frame
      }
    }
  }
  EXPECT_EQ(tried, kTries);
}

TEST(SideStack, AnUntiedChildThatWaitsLetsItsParentGoOn) {
#pragma omp parallel num_threads(1)
  {
    std::atomic<void*> first{nullptr};
    std::string log;
    // The newest runs first, in the taskwait, and waits for what the older one does.
    enqueued(
        [&] {
          log += 'b';
          tidemill_unblock_task(first);
        },
        Tied::no);
    enqueued(
        [&] {
          log += 'a';
          pause_as(first);
          log += 'c';
        },
        Tied::no);
#pragma omp taskwait
    EXPECT_EQ(log, "abc");
    EXPECT_FALSE(core::has_incomplete_children(*current_worker().task));
  }
}

/// Each level waits for the one above, which waits for a thread: all the parents go on, in turn.
int descend(int depth, ForeignThreads& threads) {
  int below = 0;
#pragma omp task untied shared(below, threads) firstprivate(depth)
  {
    if (depth == 0) {
      void* context = tidemill_get_current_blocking_context();
      threads.after_ms(5, [context] { tidemill_unblock_task(context); });
      tidemill_block_current_task(context);
    } else {
      below = descend(depth - 1, threads);
    }
  }
#pragma omp taskwait
  return below + 1;
}

TEST(SideStack, CallsStandOnEachOther) {
  ForeignThreads threads;
  for (const int team : {1, 2}) {
    int levels = 0;
#pragma omp parallel num_threads(team) shared(levels, threads)
#pragma omp single
    levels = descend(50, threads);
    EXPECT_EQ(levels, 51);
  }
}

}  // namespace
}  // namespace tidemill::test
