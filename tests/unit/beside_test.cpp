// Stacks for tasks that run on top of their parent, and yet beside it (task/beside.hpp). Under the
// sanitizers none runs so, and this isn't built.
#include "core/task/beside.hpp"

#include <gtest/gtest.h>
#include <omp.h>
#include <sched.h>
#include <tidemill/tasking.h>

#include <atomic>

namespace tidemill::test {
namespace {

using core::current_worker;

void block(void** context) {
  *context = tidemill_get_current_blocking_context();
  tidemill_block_current_task(*context);
}

/// A waiting task's stack is left and gone on with, as a child above it has come to wait, and then
/// it ends as a call does. What it went on from is no place to go to any more.
TEST(Beside, AStackThatWasGoneOnWithIsNewWhenItIsDropped) {
  static std::atomic<bool> blocked, ended;
  static void* context;
  static core::Fiber* stack;
  static bool above, called;
  int tried = 0;
  for (int round = 0; round < 1000 && tried < 10; ++round) {
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
          blocked = true;
          block(&context);
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
  EXPECT_EQ(tried, 10);
}

}  // namespace
}  // namespace tidemill::test
