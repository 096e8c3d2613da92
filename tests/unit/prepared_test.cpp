// The next child of a crowded producer, prepared ahead: when it is there, what makes it forgotten,
// and what a child leaves that wasn't over when it ended. Under the sanitizers none runs so, and
// this isn't built.
#include "core/task/prepared.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/poll/polling.hpp"
#include "prepared_support.hpp"

namespace tidemill::test {
namespace {

TEST(Prepared, IsWhatAnyChildIs) {
  alone([] {
    core::Task* const producer = current_worker().task;
    core::Fiber* const own = current_worker().fiber;
    for (int i = 0; i < 200; ++i)
      prepared_child([=] {
        const core::Task& task = *current_worker().task;
        EXPECT_EQ(task.parent, producer);
        EXPECT_EQ(task.team, producer->team);
        EXPECT_EQ(task.depth, producer->depth + 1);
        EXPECT_EQ(task.icvs, producer->icvs);
        EXPECT_EQ(task.group, nullptr);
        EXPECT_NE(current_worker().fiber, own);
      });
    EXPECT_EQ(current_worker().task, producer);
    EXPECT_EQ(current_worker().fiber, own);
    EXPECT_TRUE(has_prepared());
  });
}

TEST(Prepared, CapturesOfAllSizes) {
  alone([] {
    long sum = 0;
    for (long i = 1; i <= 100; ++i) {
      crowd();
      const char c = static_cast<char>(i);
      const long a = i, b = 2 * i;
      struct {
        char text[100];
      } many = {};
      many.text[99] = c;
#pragma omp task firstprivate(c) shared(sum)
      sum += c;
#pragma omp task firstprivate(a, b) shared(sum)
      sum += a + b;
#pragma omp task firstprivate(many) shared(sum)
      sum += many.text[99];
#pragma omp task shared(sum)
      sum += 1;
    }
#pragma omp taskwait
    EXPECT_EQ(sum, 100 + 5 * 5050);
  });
}

TEST(Prepared, ForgottenWhereAnotherTaskMayRun) {
  alone([] {
    crowd();
#pragma omp taskyield
    EXPECT_FALSE(has_prepared());
    // The event may have come before the task waits: then it doesn't.
    bool forgotten = false;
    for (int i = 0; i < 200 && !forgotten; ++i) {
      crowd();
      void* const context = tidemill_get_current_blocking_context();
      ForeignThreads others;
      others.after_ms(2, [=] { tidemill_unblock_task(context); });
      tidemill_block_current_task(context);
      forgotten = !has_prepared();
    }
    EXPECT_TRUE(forgotten);
  });
}

/// What a service calls back may make tasks, in whatever task and on whatever stack it is called.
TEST(Prepared, ForgottenAfterAPoll) {
  int calls = 0;
  const auto poll = [](void* data) {
    crowd();
    EXPECT_TRUE(has_prepared());
    ++*static_cast<int*>(data);
    return 0;
  };
  tidemill_register_polling_service("test", poll, &calls);
  while (!core::poll_services()) {
  }
  EXPECT_FALSE(has_prepared());
  tidemill_unregister_polling_service("test", poll, &calls);
  EXPECT_GT(calls, 0);
}

TEST(Prepared, ForgottenInARegion) {
  alone([] {
    const core::Task* const producer = current_worker().task;
    crowd();
#pragma omp parallel num_threads(1)
    {
      EXPECT_FALSE(has_prepared());
      prepared_child([] { EXPECT_EQ(omp_get_level(), 2); });
    }
    EXPECT_FALSE(has_prepared());
    prepared_child([=] {
      EXPECT_EQ(omp_get_level(), 1);
      EXPECT_EQ(current_worker().task->parent, producer);
    });
  });
}

TEST(Prepared, ForgottenFromRegionToRegion) {
  for (int round = 0; round < 10; ++round)
    alone([] {
      EXPECT_FALSE(has_prepared());
      crowd();
    });
}

TEST(Prepared, FollowsTheProducersIcvs) {
  alone([] {
    for (int n = 3; n < 20; ++n) {
      crowd();
      omp_set_num_threads(n);
      EXPECT_FALSE(has_prepared());
      prepared_child([=] { EXPECT_EQ(omp_get_max_threads(), n); });
      prepared_child([] { omp_set_num_threads(77); });
      prepared_child([=] { EXPECT_EQ(omp_get_max_threads(), n); });
      EXPECT_EQ(omp_get_max_threads(), n);
    }
  });
}

/// The end of a taskgroup waits for a child that came to wait.
TEST(Prepared, GroupsCountTheirs) {
  alone([] {
    for (int round = 0; round < 20; ++round) {
      crowd();
      bool ended = false;
      void* context = nullptr;
#pragma omp taskgroup
      {
        EXPECT_FALSE(has_prepared());
        for (int i = 0; i < 300; ++i) {
#pragma omp task shared(context, ended)
          if (context == nullptr) {
            void* mine = context = tidemill_get_current_blocking_context();
            tidemill_block_current_task(mine);
            ended = true;
          }
        }
#pragma omp task shared(context)
        {
          while (context == nullptr) {
#pragma omp taskyield
          }
          tidemill_unblock_task(context);
        }
      }
      EXPECT_TRUE(ended);
    }
  });
}

/// Prepared in a taskgroup it is one of the group's, and none of those after it.
TEST(Prepared, InAGroup) {
  alone([] {
    ForeignThreads others;
    const core::Task* const producer = current_worker().task;
    for (int round = 0; round < 20; ++round) {
      bool ended = false;
#pragma omp taskgroup
      {
        const core::TaskGroup* const group = producer->group;
        EXPECT_NE(group, nullptr);
        for (int i = 0; i < 3; ++i)
          prepared_child([=] { EXPECT_EQ(current_worker().task->group, group); });
        EXPECT_TRUE(has_prepared());
        prepared_child([&] {
          void* const mine = tidemill_get_current_blocking_context();
          others.after_ms(1, [mine] { tidemill_unblock_task(mine); });
          tidemill_block_current_task(mine);
          ended = true;
        });
        crowd();
      }
      EXPECT_TRUE(ended);
      EXPECT_FALSE(has_prepared());
      prepared_child([] {
        EXPECT_EQ(current_worker().task->group, nullptr);
        EXPECT_EQ(current_worker().task->creation_group, nullptr);
      });
    }
  });
}

/// The end of a group with nothing left to wait for, too.
TEST(Prepared, NotBeyondTheGroup) {
  alone([] {
    for (int round = 0; round < 20; ++round) {
#pragma omp taskwait
#pragma omp taskgroup
      {
        crowd();
#pragma omp taskwait
        prepared_child([] {});
#pragma omp taskwait
        // As if there had been no wait.
        core::Worker& w = current_worker();
        core::prepare_next(w, core::take_shell(w));
      }
      EXPECT_FALSE(has_prepared());
    }
  });
}

/// Also those of a taskloop.
TEST(Prepared, OfATaskloop) {
  alone([] {
    long sum = 0;
    int prepared = 0;
#pragma omp taskloop grainsize(1) shared(sum, prepared)
    for (long i = 0; i < 5000; ++i) {
      sum += i;
      prepared += current_worker().task == current_worker().at_once.prepared;
    }
    EXPECT_EQ(sum, 5000 * 4999 / 2);
    EXPECT_GT(prepared, 1000);
  });
}

TEST(Prepared, TheProducerOvertakesOneThatWaits) {
  alone([] {
    for (int round = 0; round < 100; ++round) {
      std::string log;
      void* context = nullptr;
      const core::Task* waiting = nullptr;
      prepared_child([&] {
        waiting = current_worker().task;
        log += 'b';
        void* mine = context = tidemill_get_current_blocking_context();
        tidemill_block_current_task(mine);
        log += 'e';
        EXPECT_EQ(current_worker().task, waiting);
      });
      log += 'p';
      EXPECT_FALSE(has_prepared());
      prepared_child([&] { EXPECT_NE(current_worker().task, waiting); });
      tidemill_unblock_task(context);
#pragma omp taskwait
      log += 'w';
      ASSERT_EQ(log, "bpew");
    }
  });
}

TEST(Prepared, WhatOneLeavesBehindIsNotTheNexts) {
  alone([] {
    for (int round = 0; round < 20; ++round) {
      const core::Task* bound = nullptr;
      void* counters[2] = {};
      const auto bind = [](void*& counter) {
        counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
      };
      prepared_child([&] {
        bound = current_worker().task;
        bind(counters[0]);
      });
      EXPECT_TRUE(has_prepared());  // in the same block, and with a counter of its own
      prepared_child([&] {
        EXPECT_EQ(current_worker().task, bound);
        bind(counters[1]);
      });
      EXPECT_NE(counters[0], counters[1]);
      tidemill_decrease_task_event_counters(counters, 2);
#pragma omp taskwait

      static int grandchildren;
      grandchildren = 0;
      prepared_child([] {
#pragma omp task
        ++grandchildren;
      });
      prepared_child([] {
#pragma omp task
        ++grandchildren;
#pragma omp taskwait
        EXPECT_GE(grandchildren, 1);
      });
    }
#pragma omp taskwait
  });
}

/// A crowd of children that bind an event and end, in a taskgroup or not, fulfilled together.
TEST(Prepared, ManyAwaitEvents) {
  alone([] {
    constexpr int kMany = 100;
    for (const bool grouped : {false, true}) {
      void* counters[kMany];
      std::atomic<int> fulfilled{0};
      ForeignThreads others;
      const auto create = [&] {
        for (int i = 0; i < kMany; ++i)
          prepared_child([&, i] {
            counters[i] = tidemill_get_current_event_counter();
            tidemill_increase_current_task_event_counter(counters[i], 1);
          });
        others.after_ms(2, [&] {
          fulfilled = kMany - 1;
          tidemill_decrease_task_event_counters(counters, kMany - 1);
          sleep_ms(2);
          fulfilled = kMany;
          tidemill_decrease_task_event_counters(counters + kMany - 1, 1);
        });
      };
      if (grouped) {
#pragma omp taskgroup
        create();
      } else {
        create();
#pragma omp taskwait
      }
      EXPECT_EQ(fulfilled, kMany);
    }
  });
}

/// One after the other, so that they lie at the same addresses; one in two in a taskgroup.
TEST(Prepared, ProducersComeAndGo) {
  alone([] {
    for (int round = 0; round < 100; ++round) {
      bool ended = false;
      void* context = nullptr;
      const auto produce = [&] {
        EXPECT_FALSE(has_prepared());
        crowd();
#pragma omp task shared(context, ended)
        {
          void* mine = context = tidemill_get_current_blocking_context();
          tidemill_block_current_task(mine);
          ended = true;
        }
        crowd();
      };
#pragma omp task shared(produce)
      produce();
#pragma omp taskwait
      EXPECT_FALSE(ended);
      if (round % 2 == 0) {
        tidemill_unblock_task(context);
      } else {
#pragma omp taskgroup
        {
#pragma omp task shared(context)
          {
            for (int i = 0; i < 1000; ++i) {
#pragma omp task
              EXPECT_NE(current_worker().task->group, nullptr);
            }
            tidemill_unblock_task(context);
          }
        }
      }
      while (!ended) {
#pragma omp taskyield
      }
    }
  });
}

/// They stand on the same stack.
TEST(Prepared, ForgottenInOtherSideCalls) {
  alone([] {
    for (int round = 0; round < 20; ++round) {
      crowd();
      core::Worker& w = current_worker();
      for (int i = 0; i < 100 && !core::may_begin_at_once(w); ++i) {
      }
      core::Task* const other = core::take_shell(w);
      other->body = [](void*) {};
      other->data = nullptr;
      core::run_at_once(w, other);
      void* context = nullptr;
      bool ended = false;
#pragma omp task shared(context, ended)
      {
        void* mine = context = tidemill_get_current_blocking_context();
        tidemill_block_current_task(mine);
        ended = true;
      }
      while (context == nullptr) {
#pragma omp taskyield
      }
      tidemill_unblock_task(context);
#pragma omp taskwait
      ASSERT_TRUE(ended);
    }
  });
}

/// Nothing but its end lies between a producer and the next one in its block.
TEST(Prepared, ForgottenAtTheProducersEnd) {
  alone([] {
    const core::Task* last = nullptr;
    int same = 0;
    for (int round = 0; round < 100; ++round) {
#pragma omp task shared(last, same)
      {
        const core::Task* const self = current_worker().task;
        if (std::exchange(last, self) == self) ++same;
        EXPECT_FALSE(has_prepared());
        crowd();
#pragma omp taskwait
        EXPECT_TRUE(has_prepared());  // its children were run on top of it, none has waited
      }
#pragma omp taskwait
    }
    EXPECT_GT(same, 0);
  });
}

/// Undeferred ones stand on their creator's stack, and are producers themselves.
TEST(Prepared, UndeferredProducers) {
  alone([] {
    long sum = 0;
    for (int round = 0; round < 50; ++round) {
      crowd();
#pragma omp task if (0) shared(sum)
      {
        EXPECT_FALSE(has_prepared());
        for (int i = 0; i < 1000; ++i) {
#pragma omp task shared(sum)
          ++sum;
        }
        crowd();
      }
      prepared_child([&] { ++sum; });
    }
#pragma omp taskwait
    EXPECT_EQ(sum, 50 * 1001);
  });
}

TEST(Prepared, NotWhereAnExceptionIsHandled) {
  alone([] {
    crowd();
    bool ran = false;
    try {
      throw std::runtime_error("producer");
    } catch (const std::runtime_error& error) {
      EXPECT_TRUE(has_prepared());
#pragma omp task shared(ran)
      ran = true;
      EXPECT_STREQ(error.what(), "producer");
    }
#pragma omp taskwait
    EXPECT_TRUE(ran);
    prepared_child([] { EXPECT_THROW(throw std::runtime_error("task"), std::runtime_error); });
    EXPECT_TRUE(has_prepared());
  });
}

TEST(Prepared, FewerAreQueuedNeverNone) {
  alone([] {
    crowd();
#pragma omp taskwait
    int ran = 0;
#pragma omp task shared(ran)
    ++ran;
    EXPECT_EQ(ran, 0);  // the queue is empty: others might want it
#pragma omp taskwait
    EXPECT_EQ(ran, 1);
  });
}

/// A child that has been taken out of its producer's hands in between proves nothing about the
/// next.
TEST(Prepared, NotAfterTheProducerWasPutAside) {
  alone([] {
    static std::atomic<long> ended{0};
    ended = 0;
    long made = 0;
    for (int round = 0; round < 20; ++round) {
#pragma omp task shared(made)
      for (int i = 0; i < 500; ++i) {
        made += 2;
#pragma omp task
        {
#pragma omp task
          {
            void* mine = tidemill_get_current_blocking_context();
            tidemill_unblock_task(mine);
            tidemill_block_current_task(mine);
            ++ended;
          }
          ++ended;
        }
#pragma omp task if (0)
        asm volatile("");
      }
      crowd();
    }
#pragma omp taskwait
    while (ended != made) {
#pragma omp taskyield
    }
  });
}

TEST(Prepared, AfterATaskwaitChildrenAreQueuedAgain) {
  alone([] {
    crowd();
#pragma omp taskwait
    EXPECT_TRUE(has_prepared());
#pragma omp task
    asm volatile("");
    EXPECT_FALSE(has_prepared());
  });
}

/// Each child runs at once, whatever its turn.
TEST(Prepared, OutsideAnyRegion) {
  long sum = 0;
  for (int i = 0; i < 10000; ++i) {
#pragma omp task shared(sum)
    ++sum;
    ASSERT_EQ(sum, i + 1);
  }
  const core::Task* const producer = current_worker().task;
  const core::Task* waiting = nullptr;
  for (int round = 0; round < 50; ++round) {
    prepared_child([=] { EXPECT_EQ(current_worker().task->parent, producer); });
    void* context = nullptr;
    bool ended = false;
    prepared_child([&] {
      waiting = current_worker().task;
      void* mine = context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(mine);
      ended = true;
    });
    prepared_child([&] { EXPECT_NE(current_worker().task, waiting); });
    EXPECT_FALSE(ended);
    tidemill_unblock_task(context);
#pragma omp taskwait
    EXPECT_TRUE(ended);
#pragma omp taskgroup
    {
#pragma omp task shared(ended)
      ended = false;
    }
    EXPECT_FALSE(ended);
  }
}

}  // namespace
}  // namespace tidemill::test
