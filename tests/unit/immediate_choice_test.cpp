// Which tasks run immediately, and which are enqueued although they are ready: because something
// goes before them, because their creator can't be left where it stands, or because others need
// them. Under the sanitizers none runs immediately, and this isn't built.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "immediate_support.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

/// Creates a child. Has it run when this returns?
bool child_runs_immediately() {
  static bool ran;
  ran = false;
  give_turn();
  create_child([] { ran = true; });
  return ran;
}

TEST(ImmediateChoice, OfATeamOfOne) {
  alone([] {
    for (int i = 0; i < 1000; ++i) ASSERT_TRUE(child_runs_immediately());
  });
}

TEST(ImmediateChoice, OutsideAnyRegionInProgramOrder) {
  std::string log;
  for (char c = 'a'; c < 'f'; ++c) {
#pragma omp task shared(log) firstprivate(c)
    log += c;
    log += '|';
  }
#pragma omp taskwait
  EXPECT_EQ(log, "a|b|c|d|e|");
  long sum = 0;
  for (int i = 0; i < 100'000; ++i) {
#pragma omp task shared(sum)
    ++sum;
    ASSERT_EQ(sum, i + 1);
  }
}

/// There it waits, and its creator goes on.
TEST(ImmediateChoice, OutsideAnyRegionOneMayWait) {
  for (int round = 0; round < 50; ++round) {
    void* context = nullptr;
    bool ended = false;
    immediately([&] {
      block(&context);
      ended = true;
    });
    immediately([] {});
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

TEST(ImmediateChoice, NotWhereOthersMightWantIt) {
  beside_busy([] {
    EXPECT_FALSE(child_runs_immediately());
#pragma omp taskwait
    EXPECT_FALSE(child_runs_immediately());
#pragma omp taskwait
  });
}

TEST(ImmediateChoice, WhereTheQueueHoldsEnoughForEverybody) {
  beside_busy([] {
    fill_queue();
    EXPECT_TRUE(child_runs_immediately());
#pragma omp taskwait
    while (current_worker().member->deque.size() != 0) {
#pragma omp taskyield
    }
    EXPECT_FALSE(child_runs_immediately());
  });
}

TEST(ImmediateChoice, NotWhereALockIsHeld) {
  alone([] {
    omp_lock_t lock;
    omp_init_lock(&lock);
    omp_set_lock(&lock);
    EXPECT_FALSE(child_runs_immediately());
    // It may want the lock: its creator isn't to be in its way.
    bool had_it = false;
#pragma omp task shared(lock, had_it)
    {
      omp_set_lock(&lock);
      had_it = true;
      omp_unset_lock(&lock);
    }
    EXPECT_FALSE(had_it);
    omp_unset_lock(&lock);
#pragma omp taskwait
    EXPECT_TRUE(had_it);
    EXPECT_TRUE(child_runs_immediately());
    omp_destroy_lock(&lock);
  });
}

TEST(ImmediateChoice, NotWhereAnExceptionIsHandled) {
  alone([] {
    try {
      throw std::runtime_error("creator");
    } catch (const std::runtime_error& error) {
      EXPECT_FALSE(child_runs_immediately());
      EXPECT_STREQ(error.what(), "creator");
    }
#pragma omp taskwait
    EXPECT_TRUE(child_runs_immediately());
    immediately([] { EXPECT_THROW(throw std::runtime_error("task"), std::runtime_error); });
    EXPECT_TRUE(child_runs_immediately());
  });
}

TEST(ImmediateChoice, AfterOneThatGoesOn) {
  alone([] {
    void* context = nullptr;
    bool ended = false;
    immediately([&] {
      block(&context);
      ended = true;
    });
    EXPECT_TRUE(child_runs_immediately());
    tidemill_unblock_task(context);
    EXPECT_FALSE(child_runs_immediately());
#pragma omp taskwait
    EXPECT_TRUE(ended);
    EXPECT_TRUE(child_runs_immediately());
  });
}

/// Tied ones would stand on a task that waits for others.
TEST(ImmediateChoice, OnlyWhatTheSchedulingConstraintAllows) {
  beside_busy([] {
    bool nested = false;
    void* counter = nullptr;
    std::string log;
    // It waits for its child's event, and so is no ancestor of what its sibling creates.
    enqueued([&] {
      log += 's';
      const bool one_waits = counter != nullptr;
      nested = child_runs_immediately();
      EXPECT_FALSE(one_waits && nested);
#pragma omp taskwait
      if (one_waits) tidemill_decrease_task_event_counter(counter, 1);
    });
    enqueued([&] {
      enqueued([&] {
        counter = tidemill_get_current_event_counter();
        tidemill_increase_current_task_event_counter(counter, 1);
      });
      log += 'w';
#pragma omp taskwait
      log += 'e';
    });
#pragma omp taskwait
    EXPECT_EQ(log, "wse");
  });
}

/// While a creator goes on and on, those in the queue get their turns: it is throttled for them.
TEST(ImmediateChoice, TheQueueGetsItsTurns) {
  alone([] {
    enqueued([] {});
    const auto start = std::chrono::steady_clock::now();
    long immediate = 0, from_queue = 0;
    while (from_queue == 0 && elapsed_ms(start) < 60'000) {
#pragma omp task shared(immediate, from_queue)
      ++(core::stands_on_side(current_worker()) ? immediate : from_queue);
    }
    EXPECT_GT(from_queue, 0);
    EXPECT_GT(immediate, from_queue);
#pragma omp taskwait
  });
}

/// The same where what it creates has a thousand children each: the turn is its own, not theirs.
TEST(ImmediateChoice, TheQueueGetsItsTurnsBelowNestedTasks) {
  alone([] {
    bool from_queue = false;
    bool* const ran = &from_queue;
    enqueued([ran] { *ran = true; });
    const auto start = std::chrono::steady_clock::now();
    while (!from_queue && elapsed_ms(start) < 2000) {
#pragma omp task
      {
        for (int i = 0; i < 1000; ++i) {
#pragma omp task
          {}
        }
#pragma omp taskwait
      }
    }
    EXPECT_TRUE(from_queue);
#pragma omp taskwait
  });
}

/// One that creates without end: what is in its queue stays bounded, and so is memory.
TEST(ImmediateChoice, ACreatorIsNeverFarAhead) {
  alone([] {
    const core::Member& m = *current_worker().member;
    std::int64_t most = 0;
    long created = 0, ran = 0;
    const auto start = std::chrono::steady_clock::now();
    while (elapsed_ms(start) < 20) {
      for (int i = 0; i < 1000; ++i, ++created) {
#pragma omp task shared(ran)
        ++ran;
      }
      most = std::max<std::int64_t>(most, m.deque.size());
    }
    EXPECT_LE(most, m.team->ready_mark);
    EXPECT_LE(created - ran, m.team->ready_mark);
#pragma omp taskwait
    EXPECT_EQ(ran, created);
  });
}

using core::LookAhead;
using core::next_look_ahead;

TEST(LookAhead, IsMorePatientEachTime) {
  LookAhead look_ahead;
  int patience_us = 0;
  while (look_ahead.patience_us < LookAhead::kMostUs) {
    EXPECT_GT(look_ahead.patience_us, patience_us);
    EXPECT_EQ(look_ahead.batch, LookAhead::kLeast);
    patience_us = look_ahead.patience_us;
    look_ahead = next_look_ahead(look_ahead, true);
  }
  EXPECT_EQ(next_look_ahead(look_ahead, true).patience_us, LookAhead::kMostUs);
  EXPECT_EQ(next_look_ahead(look_ahead, true).batch, 2 * LookAhead::kLeast);
  EXPECT_EQ(next_look_ahead(look_ahead, false).batch, LookAhead::kLeast);
}

/// However far ahead the task is that the message needs, it is created in the end.
TEST(LookAhead, ReachesAnyNumberOfTasks) {
  LookAhead look_ahead;
  long tasks = 0;
  long us = 0;
  for (; tasks < 1'000'000; tasks += look_ahead.batch, us += look_ahead.patience_us)
    look_ahead = next_look_ahead(look_ahead, true);
  EXPECT_LT(us, 500'000);
}

}  // namespace
}  // namespace tidemill::test
