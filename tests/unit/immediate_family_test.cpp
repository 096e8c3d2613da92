// Tasks that run immediately, and whom they belong to: taskgroups count them, their data
// environment is their creator's, and children and events that they leave behind are awaited by
// those who have to. Under the sanitizers none runs so, and this isn't built.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <string>
#include <vector>

#include "core/task/throttle.hpp"
#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

TEST(ImmediateFamily, IsWhatAnyChildIs) {
  alone([] {
    const core::Task* const creator = current_worker().task;
    for (int i = 0; i < 200; ++i)
      immediately([=] {
        const core::Task& task = *current_worker().task;
        EXPECT_EQ(task.parent, creator);
        EXPECT_EQ(task.team, creator->team);
        EXPECT_EQ(task.depth, creator->depth + 1);
        EXPECT_EQ(task.icvs, creator->icvs);
        EXPECT_EQ(task.group, nullptr);
        EXPECT_EQ(task.creation_group, nullptr);
      });
  });
}

TEST(ImmediateFamily, FollowsTheCreatorsIcvs) {
  alone([] {
    for (int n = 3; n < 20; ++n) {
      omp_set_num_threads(n);
      immediately([=] { EXPECT_EQ(omp_get_max_threads(), n); });
      immediately([] { omp_set_num_threads(77); });
      immediately([=] { EXPECT_EQ(omp_get_max_threads(), n); });
      EXPECT_EQ(omp_get_max_threads(), n);
    }
  });
}

TEST(ImmediateFamily, OfTheInnermostRegion) {
  alone([] {
    const core::Task* const creator = current_worker().task;
    immediately([] {
#pragma omp parallel num_threads(1)
      immediately([] { EXPECT_EQ(omp_get_level(), 2); });
    });
    immediately([=] {
      EXPECT_EQ(omp_get_level(), 1);
      EXPECT_EQ(current_worker().task->parent, creator);
    });
  });
}

TEST(ImmediateFamily, ChildrenLeftBehindAreWaitedForByTheRegionOnly) {
  static std::atomic<int> ended{0};  // static: nothing of the task is left when its child runs
  static std::atomic<void*> context{nullptr};
  static const core::Task* parent;
  ended = 0;
  context = nullptr;
  alone([] {
    immediately([] {
      parent = current_worker().task;
#pragma omp task
      {
        void* mine = tidemill_get_current_blocking_context();
        context = mine;
        tidemill_block_current_task(mine);
        ++ended;
      }
    });
    immediately([] { EXPECT_NE(current_worker().task, parent); });
#pragma omp taskwait
    EXPECT_EQ(ended, 0);
#pragma omp task
    {
      while (context == nullptr) {
#pragma omp taskyield
      }
      tidemill_unblock_task(context);
    }
  });
  EXPECT_EQ(ended, 1);
}

TEST(ImmediateFamily, EventsHoldUpItsEndNotItsCreator) {
  ForeignThreads foreign;
  alone([&] {
    std::atomic<bool> fulfilled{false};
    immediately([&] {
      void* counter = tidemill_get_current_event_counter();
      tidemill_increase_current_task_event_counter(counter, 1);
      foreign.after_ms(20, [&fulfilled, counter] {
        fulfilled = true;
        tidemill_decrease_task_event_counter(counter, 1);
      });
    });
    immediately([] {});
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
  });
}

/// Detached ones, too: before they run, in the queue or at once, theirs is bound.
TEST(ImmediateFamily, DetachedOnesEndWithTheirEvent) {
  constexpr std::size_t kTasks = 600;
  alone([] {
    std::vector<omp_event_handle_t> later(kTasks);
    std::atomic<std::size_t> ran{0};
    std::atomic<bool> fulfilled{false};
    bool some_immediate = false;
    ForeignThreads foreign;
    foreign.after_ms(0, [&] {
      while (ran != kTasks) sleep_ms(1);
      sleep_ms(5);
      fulfilled = true;
      for (std::size_t i = 0; i < kTasks; ++i)
        if (i % 3 != 0) omp_fulfill_event(later[i]);
    });
    for (std::size_t i = 0; i < kTasks; ++i) {
      const std::size_t before = ran;
      omp_event_handle_t event;
#pragma omp task detach(event) shared(later, ran)
      {
        if (i % 3 == 0)
          omp_fulfill_event(event);
        else
          later[i] = event;
        ++ran;
      }
      some_immediate |= ran == before + 1;
    }
#pragma omp taskwait
    EXPECT_TRUE(fulfilled);
    EXPECT_TRUE(some_immediate);
  });
}

TEST(ImmediateFamily, WhatOneTaskSetsTheNextDoesNotInherit) {
  alone([] {
    const int threads = omp_get_max_threads();
    immediately([] { omp_set_num_threads(37); });
    immediately([&] { EXPECT_EQ(omp_get_max_threads(), threads); });
    immediately([&] {
#pragma omp parallel num_threads(1)
      EXPECT_EQ(omp_get_level(), 2);
      int sum = 0;
#pragma omp taskgroup
      for (int i = 0; i < 10; ++i) {
#pragma omp task shared(sum)
        ++sum;
      }
      EXPECT_EQ(sum, 10);
    });
    immediately([&] { EXPECT_EQ(omp_get_max_threads(), threads); });
    omp_set_num_threads(5);  // the creator's own
    immediately([] { EXPECT_EQ(omp_get_max_threads(), 5); });
    void* context = nullptr;
    immediately([&] {
      context = tidemill_get_current_blocking_context();
      tidemill_block_current_task(context);
      EXPECT_EQ(omp_get_max_threads(), 5);
    });
    omp_set_num_threads(6);  // not the task's, which began before
    tidemill_unblock_task(context);
#pragma omp taskwait
  });
}

TEST(ImmediateFamily, AThrottledTaskIsSuspendedWithItsCreator) {
  std::atomic<long> sum{0};
  alone([&] {
    constexpr long kTasks = 2000;
    for (int round = 0; round < 3; ++round)
      immediately([&sum] {
        for (long i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i) shared(sum)
          sum += i;
        }
#pragma omp taskwait
      });
#pragma omp taskwait
    EXPECT_EQ(sum, 3 * kTasks * (kTasks - 1) / 2);
    EXPECT_TRUE(current_worker().throttled.empty());
    EXPECT_TRUE(current_worker().member->waiting.empty());
  });
}

/// One is the group's, and none of those after it is.
TEST(ImmediateFamily, AGroupWaitsForOneThatWaits) {
  alone([] {
    ForeignThreads others;
    const core::Task* const creator = current_worker().task;
    for (int round = 0; round < 20; ++round) {
      bool ended = false;
#pragma omp taskgroup
      {
        const core::TaskGroup* const group = creator->group;
        EXPECT_NE(group, nullptr);
        for (int i = 0; i < 3; ++i)
          immediately([=] { EXPECT_EQ(current_worker().task->group, group); });
        void* context = nullptr;
        immediately([&] {
          block(&context);
          ended = true;
        });
        EXPECT_FALSE(ended);
        immediately([] {});
        others.after_ms(1, [context] { tidemill_unblock_task(context); });
      }
      EXPECT_TRUE(ended);
      EXPECT_EQ(creator->group, nullptr);
      immediately([] {
        EXPECT_EQ(current_worker().task->group, nullptr);
        EXPECT_EQ(current_worker().task->creation_group, nullptr);
      });
    }
  });
}

/// And for the children that one of its tasks has left behind.
TEST(ImmediateFamily, AGroupWaitsForTheirChildren) {
  alone([] {
    ForeignThreads others;
    for (int round = 0; round < 20; ++round) {
      static std::atomic<bool> ended;
      ended = false;
#pragma omp taskgroup
      {
        void* context = nullptr;
        void** const at = &context;
        immediately([at] {
          immediately([at] {
            block(at);
            ended = true;
          });
        });
        EXPECT_FALSE(ended);
        others.after_ms(1, [context] { tidemill_unblock_task(context); });
      }
      EXPECT_TRUE(ended);
    }
  });
}

TEST(ImmediateFamily, OfATaskloop) {
  alone([] {
    long sum = 0;
    int immediate = 0;
#pragma omp taskloop grainsize(1) shared(sum, immediate)
    for (long i = 0; i < 5000; ++i) {
      sum += i;
      immediate += core::stands_on_side(current_worker());
    }
    EXPECT_EQ(sum, 5000 * 4999 / 2);
    EXPECT_GT(immediate, 1000);
  });
}

TEST(ImmediateFamily, EachHasItsOwnEvents) {
  alone([] {
    for (int round = 0; round < 20; ++round) {
      void* counters[2] = {};
      for (void*& counter : counters)
        immediately([&counter] {
          counter = tidemill_get_current_event_counter();
          tidemill_increase_current_task_event_counter(counter, 1);
        });
      EXPECT_NE(counters[0], counters[1]);
      EXPECT_TRUE(core::has_incomplete_children(*current_worker().task));
      tidemill_decrease_task_event_counters(counters, 2);
#pragma omp taskwait
    }
  });
}

/// Tasks that bind an event and end, in a taskgroup or not, fulfilled together.
TEST(ImmediateFamily, ManyAwaitEvents) {
  alone([] {
    constexpr int kMany = 100;
    for (const bool grouped : {false, true}) {
      void* counters[kMany];
      std::atomic<int> fulfilled{0};
      ForeignThreads others;
      const auto create = [&] {
        for (int i = 0; i < kMany; ++i)
          immediately([&counters, i] {
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
TEST(ImmediateFamily, CreatorsComeAndGo) {
  alone([] {
    const auto outlived = [](int round) {
      bool ended = false;
      void* context = nullptr;
      immediately([&] {
        immediately([&] {
          block(&context);
          ended = true;
        });
        immediately([] {});
      });
#pragma omp taskwait
      EXPECT_FALSE(ended);
      if (round % 2 == 0) {
        tidemill_unblock_task(context);
      } else {
#pragma omp taskgroup
        immediately([&] {
          for (int i = 0; i < 100; ++i)
            immediately([] { EXPECT_NE(current_worker().task->group, nullptr); });
          tidemill_unblock_task(context);
        });
      }
      while (!ended) {
#pragma omp taskyield
      }
    };
    for (int round = 0; round < 100; ++round) outlived(round);
  });
}

/// Undeferred ones stand on their creator's stack, and are creators themselves.
TEST(ImmediateFamily, OfAnUndeferredTask) {
  alone([] {
    long sum = 0;
    for (int round = 0; round < 50; ++round) {
#pragma omp task if (0) shared(sum)
      {
        for (int i = 0; i < 100; ++i) immediately([&] { ++sum; });
        EXPECT_FALSE(core::has_incomplete_children(*current_worker().task));
      }
      immediately([&] { ++sum; });
    }
    EXPECT_EQ(sum, 50 * 101);
#pragma omp taskwait
  });
}

}  // namespace
}  // namespace tidemill::test
