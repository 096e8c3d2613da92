// Pause and resume (tidemill/tasking.h; 2019, section 4.1) from every place a task can be.
#include <gtest/gtest.h>
#include <sched.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/model/worker.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

void block_for(ForeignThreads& foreign, int ms) {
  void* context = tidemill_get_current_blocking_context();
  ASSERT_NE(context, nullptr);
  foreign.after_ms(ms, [context] { tidemill_unblock_task(context); });
  tidemill_block_current_task(context);
}

void unblocked_before() {
  void* context = tidemill_get_current_blocking_context();
  tidemill_unblock_task(context);
  tidemill_block_current_task(context);  // returns at once
}

TEST(Blocking, OutsideAnyRegion) {
  ForeignThreads foreign;
  unblocked_before();
  const auto start = std::chrono::steady_clock::now();
  block_for(foreign, 20);
  EXPECT_GE(elapsed_ms(start), 15);
  unblocked_before();
}

TEST(Blocking, InAThreadTheRuntimeDoesNotKnow) {
  std::atomic<bool> ended{false};
  {
    ForeignThreads outer;
    outer.after_ms(0, [&] {
      ForeignThreads foreign;
      unblocked_before();
      block_for(foreign, 5);
      ended = true;
    });
  }
  EXPECT_TRUE(ended);
}

TEST(Blocking, InImplicitTasks) {
  ForeignThreads foreign[4];
  for (int threads : {1, 2, 4}) {
    std::atomic<int> ended{0};
#pragma omp parallel num_threads(threads) shared(foreign, ended)
    {
      const int me = omp_get_thread_num();
      unblocked_before();
      block_for(foreign[me], 5);
      EXPECT_EQ(omp_get_thread_num(), me);
      EXPECT_EQ(omp_get_num_threads(), threads);
      ended.fetch_add(1);
    }
    EXPECT_EQ(ended, threads);
  }
}

/// One thread, N tasks blocked at once: each gave its thread up.
TEST(Blocking, ManyTasksAtOnceOnOneThread) {
  constexpr int kTasks = 200;
  std::vector<void*> contexts(kTasks);
  int blocked = 0;
  int resumed = 0;
#pragma omp parallel num_threads(1) shared(contexts, blocked, resumed)
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(contexts, blocked, resumed)
      {
        contexts[static_cast<std::size_t>(i)] = tidemill_get_current_blocking_context();
        ++blocked;
        tidemill_block_current_task(contexts[static_cast<std::size_t>(i)]);
        ++resumed;
      }
    }
    while (blocked < kTasks) {
#pragma omp taskyield
    }
    EXPECT_EQ(resumed, 0);
    for (int i = kTasks; i-- > 0;) tidemill_unblock_task(contexts[static_cast<std::size_t>(i)]);
  }
  EXPECT_EQ(resumed, kTasks);
}

/// Who unblocks a task is told that events come, by either call: it doesn't fall to naps.
TEST(Blocking, WhoUnblocksKnowsThatEventsCome) {
#pragma omp parallel num_threads(1)
  {
    void* const own = tidemill_get_current_blocking_context();
    core::current_worker().polls.events_came = false;
    tidemill_unblock_task(own);
    EXPECT_TRUE(core::current_worker().polls.events_came);
    tidemill_block_current_task(own);
    void* const again = tidemill_get_current_blocking_context();
    core::current_worker().polls.events_came = false;
    tidemill_unblock_tasks(&again, 1);
    EXPECT_TRUE(core::current_worker().polls.events_came);
    tidemill_block_current_task(again);
  }
}

/// Of each kind of waiter: the master's own task, which is before its pause, a thread that sleeps
/// in place outside any region, and tasks that have left their stacks.
TEST(Blocking, SeveralUnblockedByOneCall) {
  for (const int tasks : {0, 1, 2, 3, 5, 100}) {
    std::vector<void*> contexts(static_cast<std::size_t>(tasks));
    std::atomic<void*> sleeper{nullptr};
    std::atomic<bool> slept{false};
    int blocked = 0;
    int resumed = 0;
    std::thread outside([&] {
      void* const context = tidemill_get_current_blocking_context();
      sleeper = context;
      tidemill_block_current_task(context);
      slept = true;
    });
    while (sleeper == nullptr) sched_yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(2));  // it sleeps, most likely
#pragma omp parallel num_threads(1) shared(contexts, blocked, resumed)
    {
      for (int i = 0; i < tasks; ++i) {
#pragma omp task firstprivate(i) shared(contexts, blocked, resumed)
        {
          contexts[static_cast<std::size_t>(i)] = tidemill_get_current_blocking_context();
          ++blocked;
          tidemill_block_current_task(contexts[static_cast<std::size_t>(i)]);
          ++resumed;
        }
      }
      while (blocked < tasks) {
#pragma omp taskyield
      }
      void* const own = tidemill_get_current_blocking_context();
      contexts.push_back(own);
      contexts.insert(contexts.begin() + tasks / 2, sleeper);
      EXPECT_EQ(resumed, 0);
      EXPECT_FALSE(slept);
      tidemill_unblock_tasks(contexts.data(), static_cast<unsigned>(contexts.size()));
      tidemill_block_current_task(own);  // returns at once
    }
    EXPECT_EQ(resumed, tasks);
    outside.join();
    EXPECT_TRUE(slept);
  }
  tidemill_unblock_tasks(nullptr, 0);
}

TEST(Blocking, TiedTasksComeBackToTheirThread) {
  ForeignThreads foreign[2];
  std::atomic<int> ended{0};
#pragma omp parallel num_threads(2) shared(foreign, ended)
  for (int i = 0; i < 10; ++i) {
#pragma omp task shared(foreign, ended)
    {
      const int me = omp_get_thread_num();
      const std::thread::id thread = std::this_thread::get_id();
      void* context = tidemill_get_current_blocking_context();
#pragma omp critical(foreign)
      foreign[0].after_ms(1, [context] { tidemill_unblock_task(context); });
      tidemill_block_current_task(context);
      EXPECT_EQ(omp_get_thread_num(), me);
      EXPECT_EQ(std::this_thread::get_id(), thread);
      ended.fetch_add(1);
    }
  }
  EXPECT_EQ(ended, 20);
}

/// The thread an untied task was paused on is kept busy: another one resumes it.
TEST(Blocking, UntiedTasksResumeOnAnyThread) {
  std::atomic<void*> context{nullptr};
  std::atomic<int> began_on{-1};
  std::atomic<int> resumed_on{-1};
#pragma omp parallel num_threads(2) shared(context, began_on, resumed_on)
  {
#pragma omp single nowait
    {
#pragma omp task untied shared(context, began_on, resumed_on)
      {
        began_on = omp_get_thread_num();
        void* mine = tidemill_get_current_blocking_context();
        context = mine;
        tidemill_block_current_task(mine);
        resumed_on = omp_get_thread_num();
      }
    }
    while (context == nullptr) {
#pragma omp taskyield
    }
    if (omp_get_thread_num() == began_on) {
      // Busy until it has resumed elsewhere; no scheduling point here.
      tidemill_unblock_task(context);
      const auto start = std::chrono::steady_clock::now();
      while (resumed_on < 0 && elapsed_ms(start) < 5000) std::this_thread::yield();
    }
  }
  EXPECT_EQ(resumed_on, 1 - began_on);
}

/// Its last worker is busy for good, the other one sleeps inside an inner region, at whose end it
/// waits for a member that needs the task.
TEST(Blocking, AnUntiedTaskResumesOnAWorkerThatSleepsInsideAnInnerRegion) {
  const int levels = omp_get_max_active_levels();
  omp_set_max_active_levels(2);
  std::atomic<void*> blocked{nullptr};
  std::atomic<bool> done{false}, inner{false}, busy{false};
  test::ForeignThreads foreign;
  foreign.after_ms(0, [&] {
    while (blocked == nullptr || !inner || !busy) sched_yield();
    test::sleep_ms(50);  // until it sleeps
    tidemill_unblock_task(blocked);
  });
#pragma omp parallel num_threads(2) shared(blocked, done, inner, busy)
  if (omp_get_thread_num() == 0) {
#pragma omp task untied shared(blocked, done)
    {
      test::pause_as(blocked);
      done = true;
    }
    while (blocked == nullptr) {
#pragma omp taskyield
    }
    busy = true;
    while (!done) sched_yield();
  } else {
    while (blocked == nullptr) sched_yield();
#pragma omp parallel num_threads(2) shared(done, inner)
    if (omp_get_thread_num() == 1) {
      inner = true;
      while (!done) sched_yield();
    }
  }
  EXPECT_TRUE(done);
  omp_set_max_active_levels(levels);
}

TEST(Blocking, SeveralCyclesOfOneTask) {
  ForeignThreads foreign;
  int cycles = 0;
#pragma omp parallel num_threads(2) shared(foreign, cycles)
#pragma omp single
  {
#pragma omp task untied shared(foreign, cycles)
    for (int i = 0; i < 20; ++i) {
      if (i % 3 == 0)
        unblocked_before();
      else
        block_for(foreign, i % 2);
      ++cycles;
    }
  }
  EXPECT_EQ(cycles, 20);
}

/// Others run meanwhile, also with one thread; the waiting parent isn't resumed in between.
TEST(Blocking, InsideTaskwaitTaskgroupAndNestedTasks) {
  for (int threads : {1, 2}) {
    ForeignThreads foreign;
    std::atomic<int> done{0};
#pragma omp parallel num_threads(threads) shared(foreign, done)
#pragma omp single
    {
      for (int i = 0; i < 4; ++i) {
#pragma omp task shared(foreign, done)
        {
          void* context = tidemill_get_current_blocking_context();
#pragma omp critical(foreign2)
          foreign.after_ms(2, [context] { tidemill_unblock_task(context); });
#pragma omp task shared(done)
          done.fetch_add(1);
          tidemill_block_current_task(context);
#pragma omp taskwait
          done.fetch_add(1);
        }
      }
#pragma omp taskwait
      EXPECT_EQ(done, 8);
#pragma omp taskgroup
      {
#pragma omp task shared(foreign, done)
        {
          block_for(foreign, 5);
          done.fetch_add(1);
        }
      }
      EXPECT_EQ(done, 9);
    }
  }
}

TEST(Blocking, InAnUndeferredTask) {
  ForeignThreads foreign;
  int step = 0;
#pragma omp parallel num_threads(2) shared(foreign, step)
#pragma omp single
  {
#pragma omp task if (0) shared(foreign, step)
    {
      block_for(foreign, 5);
      step = 1;
    }
    EXPECT_EQ(step, 1);
  }
}

}  // namespace
}  // namespace tidemill::test
