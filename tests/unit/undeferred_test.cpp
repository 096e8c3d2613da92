// Included tasks (task/undeferred.cpp): undeferred ones, and what a final task creates. Whose they
// are, what is left of them, and when they are over.
#include <gtest/gtest.h>
#include <omp.h>
#include <tidemill/tasking.h>

#include <atomic>

#include "core/task/create.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::current_worker;

/// Binds an event to the current task and has it fulfilled later.
void bind_late_event(ForeignThreads& threads, std::atomic<bool>& fulfilled) {
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  threads.after_ms(30, [counter, &fulfilled] {
    fulfilled = true;
    tidemill_decrease_task_event_counter(counter, 1);
  });
}

TEST(Undeferred, RunsOnItsCreatorsStack) {
#pragma omp parallel num_threads(1)
  {
    core::Task* const creator = current_worker().task;
    core::Fiber* const own = current_worker().fiber;
    const core::Task* first = nullptr;
#pragma omp task if (0) shared(first)
    {
      first = current_worker().task;
      EXPECT_EQ(first->parent, creator);
      EXPECT_EQ(current_worker().fiber, own);
      EXPECT_EQ(omp_in_final(), 0);
    }
    EXPECT_EQ(creator->family.own_children(), 0);
    EXPECT_EQ(current_worker().task, creator);
#pragma omp task if (0) shared(first)
    EXPECT_EQ(current_worker().task, first);  // its memory came back
  }
}

TEST(Undeferred, AFinalTasksChildrenAreFinalAndTheNextTaskIsNot) {
#pragma omp parallel num_threads(1)
  {
    int depth = 0;
#pragma omp task final(true) if (0) shared(depth)
    {
      EXPECT_EQ(omp_in_final(), 1);
#pragma omp task shared(depth)
      {
        EXPECT_EQ(omp_in_final(), 1);
#pragma omp task shared(depth)
        ++depth;
        EXPECT_EQ(depth, 1);  // it was included, too
        ++depth;
      }
      EXPECT_EQ(depth, 2);
    }
    EXPECT_EQ(depth, 2);
#pragma omp task if (0)
    EXPECT_EQ(omp_in_final(), 0);
  }
}

TEST(Undeferred, ChildrenLeftBehindOutliveIt) {
#pragma omp parallel num_threads(1)
  {
    int over = 0;
    for (int i = 0; i < 100; ++i) {
#pragma omp task if (0) shared(over)
      {
#pragma omp task shared(over)
        ++over;
      }
    }
    // Its own children are complete, as they were included; theirs aren't awaited.
    EXPECT_EQ(core::has_incomplete_children(*current_worker().task), false);
#pragma omp barrier
    EXPECT_EQ(over, 100);
  }
}

TEST(Undeferred, ItsGroupWaitsForTheChildrenItLeaves) {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int round = 0; round < 100; ++round) {
    std::atomic<int> over{0};
#pragma omp taskgroup
    {
#pragma omp task if (0) shared(over)
      {
#pragma omp task shared(over)
        ++over;
      }
    }
    EXPECT_EQ(over, 1);
    EXPECT_EQ(current_worker().task->group, nullptr);
  }
}

TEST(Undeferred, ItsEventsAreAwaited) {
  ForeignThreads threads;
  std::atomic<bool> fulfilled{false};
#pragma omp parallel num_threads(1) shared(threads, fulfilled)
  {
#pragma omp task if (0) shared(threads, fulfilled)
    bind_late_event(threads, fulfilled);
    EXPECT_TRUE(fulfilled);
  }
}

/// As Clang's code does for `if(0) detach(...)`: the event is bound before it begins.
TEST(Undeferred, ADetachedOneIsAwaited) {
  ForeignThreads others;
#pragma omp parallel num_threads(1)
  {
    std::atomic<bool> fulfilled{false};
    core::Task* const task = core::allocate(
        core::current_worker(), core::TaskShape{.function = [](void*) {}, .bytes = sizeof(void*)});
    void* const event = core::bind_detach(task);
    others.after_ms(20, [&fulfilled, event] {
      fulfilled = true;
      core::fulfil_detach(event);
    });
    core::begin_undeferred(task, {});
    EXPECT_EQ(current_worker().task, task);
    core::end_undeferred(task);
    EXPECT_TRUE(fulfilled);
#pragma omp taskwait
    EXPECT_FALSE(core::has_incomplete_children(*current_worker().task));
  }
}

TEST(Undeferred, WaitsForPredecessorsOnly) {
  ForeignThreads threads;
#pragma omp parallel num_threads(2) shared(threads)
#pragma omp single
  {
    int x = 0;
    std::atomic<bool> fulfilled{false};
#pragma omp task depend(out : x) shared(x, threads, fulfilled)
    {
      bind_late_event(threads, fulfilled);
      x = 1;
    }
#pragma omp task if (0) depend(in : x) shared(x, fulfilled)
    {
      EXPECT_EQ(x, 1);
      EXPECT_TRUE(fulfilled);
    }
  }
}

/// Whatever their creator could not leave: they are calls on its stack.
TEST(Undeferred, WhereALockIsHeldAndAnExceptionHandled) {
#pragma omp parallel num_threads(1)
  {
    omp_lock_t lock;
    omp_init_lock(&lock);
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      try {
        throw i;
      } catch (const int number) {
        omp_set_lock(&lock);
#pragma omp task if (0) shared(sum)
        sum += number;
        omp_unset_lock(&lock);
      }
    }
    EXPECT_EQ(sum, 4950);
    omp_destroy_lock(&lock);
  }
}

/// A function of its own, see docs/mechanisms/race-tests.md on shared references.
void wait_undeferred(ForeignThreads& threads, bool& ended) {
#pragma omp task if (0) untied shared(threads, ended)
  {
    void* const mine = tidemill_get_current_blocking_context();
    threads.after_ms(5, [mine] { tidemill_unblock_task(mine); });
    tidemill_block_current_task(mine);
    ended = true;
  }
}

/// Who waits there keeps its creator waiting, and nobody else; untied or not, on the same thread.
TEST(Undeferred, OneMayWait) {
  ForeignThreads threads;
#pragma omp parallel num_threads(2) shared(threads)
#pragma omp single
  for (int round = 0; round < 20; ++round) {
    const core::Worker* const worker = &current_worker();
    bool ended = false, other_ran = false;
#pragma omp task shared(other_ran)
    other_ran = true;
    wait_undeferred(threads, ended);
    EXPECT_TRUE(ended);
    EXPECT_EQ(&current_worker(), worker);
#pragma omp taskwait
    EXPECT_TRUE(other_ran);
  }
}

}  // namespace
}  // namespace tidemill::test
