// Included tasks, and those of a team of one that needn't be queued: what is counted, what is left
// of them, and when they are over.
#include "core/task/included.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <chrono>
#include <string>

#include "core/task/plain.hpp"
#include "core/task/spawn.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::current_worker;

std::int64_t children() { return current_worker().task->family.own_children(); }

/// Binds an event to the current task and has it fulfilled later.
void bind_late_event(ForeignThreads& threads, std::atomic<bool>& fulfilled) {
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  threads.after_ms(30, [counter, &fulfilled] {
    fulfilled = true;
    tidemill_decrease_task_event_counter(counter, 1);
  });
}

TEST(Included, RunsOnItsCreatorsStackUncounted) {
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
      EXPECT_EQ(creator->family.own_children(), 0);
      EXPECT_EQ(omp_in_final(), 0);
    }
    EXPECT_EQ(current_worker().task, creator);
#pragma omp task if (0) shared(first)
    EXPECT_EQ(current_worker().task, first);  // the same descriptor
  }
}

TEST(Included, AFinalTasksChildrenAreFinalAndTheNextTaskIsNot) {
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

TEST(Included, ChildrenLeftBehindOutliveIt) {
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

TEST(Included, ItsGroupWaitsForTheChildrenItLeaves) {
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

TEST(Included, ItsEventsAreAwaited) {
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
TEST(Included, ADetachedOneIsAwaited) {
  ForeignThreads others;
#pragma omp parallel num_threads(1)
  {
    std::atomic<bool> fulfilled{false};
    core::Task* const task = core::allocate_plain(
                                 current_worker(), [](void*) {}, sizeof(void*))
                                 .task;
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

TEST(Included, WaitsForPredecessorsOnly) {
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

// ---- teams of one
// ---------------------------------------------------------------------------------

TEST(Alone, OutsideAnyRegionTasksRunInProgramOrderUncounted) {
  std::string log;
  for (char c = 'a'; c < 'f'; ++c) {
#pragma omp task shared(log) firstprivate(c)
    log += c;
    log += '|';
  }
#pragma omp taskwait
  EXPECT_EQ(log, "a|b|c|d|e|");
}

TEST(Alone, ASuccessorWaitsForOneThatWasBegunBeforeItsDependencesWereEntered) {
  for (const bool region : {false, true}) {
    ForeignThreads threads;
    const auto body = [&] {
      int x = 0;
      std::string log;
#pragma omp task depend(inout : x) shared(x, log, threads)
      {
        void* context = tidemill_get_current_blocking_context();
        threads.after_ms(20, [context] { tidemill_unblock_task(context); });
        log += 'a';
        tidemill_block_current_task(context);
        log += 'b';
        x = 1;
      }
      log += '-';
#pragma omp task depend(inout : x) shared(x, log)
      {
        EXPECT_EQ(x, 1);
        log += 'c';
      }
#pragma omp taskwait
      std::erase(log, '-');  // before or, where there are no side calls, after the first
      EXPECT_EQ(log, "abc");
      EXPECT_EQ(children(), 0);
    };
    if (region) {
#pragma omp parallel num_threads(1) shared(body)
      body();
    } else {
      body();
    }
  }
}

TEST(Alone, ItsGroupWaitsForTheChildrenItLeaves) {
#pragma omp parallel num_threads(1)
  {
    ForeignThreads threads;
    std::atomic<int> over{0};
    [[maybe_unused]] int x = 0;
#pragma omp taskgroup
    {
#pragma omp task depend(out : x) shared(over, threads)
      {
#pragma omp task shared(over, threads)
        {
          void* context = tidemill_get_current_blocking_context();
          threads.after_ms(20, [context] { tidemill_unblock_task(context); });
          tidemill_block_current_task(context);
          ++over;
        }
      }
    }
    EXPECT_EQ(over, 1);
    // The next task in the same descriptor is in no group.
#pragma omp task depend(out : x)
    EXPECT_EQ(current_worker().task->group, nullptr);
  }
}

TEST(Alone, ASuccessorWaitsForEventsThatTheBodyHasLeft) {
#pragma omp parallel num_threads(1)
  {
    ForeignThreads threads;
    std::atomic<bool> fulfilled{false};
    [[maybe_unused]] int x = 0;
#pragma omp task depend(out : x) shared(threads, fulfilled)
    bind_late_event(threads, fulfilled);
    EXPECT_FALSE(fulfilled);
#pragma omp task depend(in : x) shared(fulfilled)
    EXPECT_TRUE(fulfilled);
#pragma omp taskwait
  }
}

// ---- untied children beside a parent that waits
// ---------------------------------------------------

TEST(Beside, AnUntiedChildThatWaitsLetsItsParentGoOn) {
#pragma omp parallel num_threads(1)
  {
    std::atomic<void*> first{nullptr};
    std::string log;
    // The newest runs first, in the taskwait, and waits for what the older one does.
#pragma omp task untied shared(first, log)
    {
      log += 'b';
      tidemill_unblock_task(first);
    }
#pragma omp task untied shared(first, log)
    {
      void* context = tidemill_get_current_blocking_context();
      first = context;
      log += 'a';
      tidemill_block_current_task(context);
      log += 'c';
    }
#pragma omp taskwait
    EXPECT_EQ(log, "abc");
    EXPECT_EQ(children(), 0);
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

TEST(Beside, CallsStandOnEachOther) {
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
