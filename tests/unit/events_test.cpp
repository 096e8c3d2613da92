// External events (tidemill/tasking.h; 2019, section 4.3): a task with events is complete only
// when they are fulfilled, for everything that waits for it.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <algorithm>
#include <atomic>
#include <vector>

#include "support.hpp"

namespace tidemill::test {
namespace {

void bind_for(ForeignThreads& foreign, int ms, unsigned count, std::atomic<bool>* fulfilled) {
  void* counter = tidemill_get_current_event_counter();
  ASSERT_NE(counter, nullptr);
  tidemill_increase_current_task_event_counter(counter, count);
  foreign.after_ms(ms, [=] {
    for (unsigned i = 1; i < count; ++i) tidemill_decrease_task_event_counter(counter, 1);
    if (fulfilled != nullptr) *fulfilled = true;
    tidemill_decrease_task_event_counter(counter, 1);
  });
}

TEST(Events, NoneOutsideAnyRegion) {
  EXPECT_EQ(tidemill_get_current_event_counter(), nullptr);
  {
    ForeignThreads foreign;
    foreign.after_ms(0, [] { EXPECT_EQ(tidemill_get_current_event_counter(), nullptr); });
  }
  void* inside = nullptr;
#pragma omp task shared(inside)
  inside = tidemill_get_current_event_counter();
#pragma omp taskwait
  EXPECT_NE(inside, nullptr);  // an explicit task has one wherever it is
#pragma omp parallel num_threads(1)
  EXPECT_NE(tidemill_get_current_event_counter(), nullptr);
}

/// What waits for the task, and for how many threads.
enum class Waits { taskwait, taskgroup, dependence, taskwait_depend, undeferred };

class EventsDefer : public testing::TestWithParam<std::tuple<Waits, int>> {};

TEST_P(EventsDefer, Completion) {
  const auto [waits, threads] = GetParam();
  ForeignThreads foreign;
  std::atomic<bool> fulfilled{false};
  std::atomic<bool> body_ended{false};
  [[maybe_unused]] int x = 0;
  const bool now = waits == Waits::undeferred;
#pragma omp parallel num_threads(threads) shared(foreign, fulfilled, body_ended, x)
  {
#pragma omp single
    {
#pragma omp taskgroup
      {
#pragma omp task depend(out : x) shared(foreign, fulfilled, body_ended) if (!now)
        {
          bind_for(foreign, 20, 3, &fulfilled);
          body_ended = true;
        }
        switch (waits) {
          case Waits::taskwait: {
#pragma omp taskwait
            EXPECT_TRUE(fulfilled);
            break;
          }
          case Waits::dependence: {
#pragma omp task depend(in : x) shared(fulfilled)
            EXPECT_TRUE(fulfilled);
            break;
          }
          case Waits::taskwait_depend: {
#pragma omp taskwait depend(in : x)
            EXPECT_TRUE(fulfilled);
            break;
          }
          case Waits::undeferred:
            EXPECT_TRUE(fulfilled);
            break;
          case Waits::taskgroup:
            break;
        }
      }
      EXPECT_TRUE(fulfilled);  // the taskgroup
    }
    EXPECT_TRUE(fulfilled);
  }
  EXPECT_TRUE(body_ended);
  EXPECT_TRUE(fulfilled);
}

INSTANTIATE_TEST_SUITE_P(All, EventsDefer,
                         testing::Combine(testing::Values(Waits::taskwait, Waits::taskgroup,
                                                          Waits::dependence, Waits::taskwait_depend,
                                                          Waits::undeferred),
                                          testing::Values(1, 2, 4)));

TEST(Events, DeferABarrier) {
  ForeignThreads foreign;
  std::atomic<bool> fulfilled{false};
#pragma omp parallel num_threads(2) shared(foreign, fulfilled)
  {
#pragma omp master
    {
#pragma omp task untied shared(foreign, fulfilled)
      bind_for(foreign, 20, 1, &fulfilled);
    }
#pragma omp barrier
    EXPECT_TRUE(fulfilled);
  }
}

TEST(Events, DeferARegionsEnd) {
  for (int threads : {1, 3}) {
    ForeignThreads foreign;
    std::atomic<bool> fulfilled{false};
#pragma omp parallel num_threads(threads) shared(foreign, fulfilled)
    {
#pragma omp master
      {
#pragma omp task shared(foreign, fulfilled)
        bind_for(foreign, 20, 1, &fulfilled);
      }
    }
    EXPECT_TRUE(fulfilled);
  }
}

/// Bound to an implicit task: its region ends no earlier. Also when its wait slot was used before.
TEST(Events, OfImplicitTasksDeferTheRegionsEnd) {
  for (int threads : {1, 2}) {
    for (bool waited_before : {false, true}) {
      ForeignThreads foreign[2];
      std::atomic<bool> fulfilled[2] = {};
#pragma omp parallel num_threads(threads) shared(foreign, fulfilled)
      {
        const int me = omp_get_thread_num();
        if (waited_before) {
#pragma omp task shared(foreign)
          {
            void* context = tidemill_get_current_blocking_context();
            foreign[me].after_ms(5, [context] { tidemill_unblock_task(context); });
            tidemill_block_current_task(context);
          }
#pragma omp taskwait
        }
        bind_for(foreign[me], 20, 2, &fulfilled[me]);
      }
      for (int i = 0; i < threads; ++i) EXPECT_TRUE(fulfilled[i]);
    }
  }
}

TEST(Events, FulfilledBeforeTheBodyEnds) {
  [[maybe_unused]] int x = 0;
  int order = 0;
#pragma omp parallel num_threads(2) shared(x, order)
#pragma omp single
  {
#pragma omp task depend(out : x) shared(order)
    {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 5);
      tidemill_decrease_task_event_counter(counter, 2);
      tidemill_decrease_task_event_counter(counter, 3);
      sleep_ms(5);  // still not complete: the body runs
      EXPECT_EQ(order, 0);
      order = 1;
    }
#pragma omp task depend(in : x) shared(order)
    EXPECT_EQ(order, 1);
  }
}

/// Of tasks that are siblings and others, twice of one, of one with successors, of one whose body
/// runs still, of an implicit one, in any order.
TEST(Events, FulfilledTogether) {
  for (int round = 0; round < 20; ++round) {
    [[maybe_unused]] int x = 0;
    std::atomic<bool> fulfilled{false};
    std::vector<void*> counters;
    ForeignThreads foreign;
    const auto bind = [&](unsigned events) {
      void* const counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, events);
      counters.insert(counters.end(), events, counter);
    };
    bool after = false, over = false;
#pragma omp parallel num_threads(1) shared(counters, fulfilled, after, over, x)
    {
      bind(1);
#pragma omp taskgroup
      {
        for (int i = 0; i < 5; ++i) {
#pragma omp task shared(counters)
          {
            bind(1);
#pragma omp task shared(counters)
            bind(2);
          }
        }
#pragma omp task depend(out : x) shared(counters)
        bind(1);
#pragma omp task depend(in : x) shared(fulfilled, after)
        after = fulfilled;
#pragma omp task shared(counters, fulfilled)
        {
          while (counters.size() < 1 + 5 * 3 + 1) {
#pragma omp taskyield
          }
          bind(1);
          std::rotate(counters.begin(), counters.begin() + round % counters.size(), counters.end());
          foreign.after_ms(1, [&] {
            fulfilled = true;
            tidemill_decrease_task_event_counters(counters.data(),
                                                  static_cast<unsigned>(counters.size()));
          });
          if (round % 2 == 0) sleep_ms(2);
        }
      }
      EXPECT_TRUE(fulfilled);
      EXPECT_TRUE(after);
      over = true;
    }
    EXPECT_TRUE(over);
  }
  tidemill_decrease_task_event_counters(nullptr, 0);
}

/// The counter's last event may come from a task, a service or a foreign thread.
TEST(Events, FulfilledByAnotherTaskAndByAService) {
  struct Late {
    std::atomic<void*> counter{nullptr};
    static int poll(void* self) {
      void* counter = static_cast<Late*>(self)->counter.exchange(nullptr);
      if (counter == nullptr) return 0;
      tidemill_decrease_task_event_counter(counter, 1);
      return 1;
    }
  } late;
  int ended = 0;
  tidemill_register_polling_service("late", Late::poll, &late);
#pragma omp parallel num_threads(1) shared(late, ended)
  {
    std::atomic<void*> handed{nullptr};
#pragma omp task shared(handed)
    {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      handed = counter;
    }
#pragma omp task shared(handed)
    {
      while (handed == nullptr) {
#pragma omp taskyield
      }
      tidemill_decrease_task_event_counter(handed, 1);
    }
#pragma omp taskwait
    ++ended;
#pragma omp task shared(late)
    {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      late.counter = counter;
    }
#pragma omp taskwait
    ++ended;
  }
  EXPECT_EQ(ended, 2);
}

/// Pausing and binding events mix in one task.
TEST(Events, TogetherWithBlocking) {
  ForeignThreads foreign;
  std::atomic<bool> fulfilled{false};
#pragma omp parallel num_threads(2) shared(foreign, fulfilled)
#pragma omp single
  {
#pragma omp task untied shared(foreign, fulfilled)
    {
      bind_for(foreign, 15, 1, &fulfilled);
      void* context = tidemill_get_current_blocking_context();
      foreign.after_ms(5, [context] { tidemill_unblock_task(context); });
      tidemill_block_current_task(context);
    }
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
  }
}

}  // namespace
}  // namespace tidemill::test
