// The same in two steps, as the interface of LLVM does: a prepared block is lent to its producer,
// who writes the data and submits it, or something else first. Not built under the sanitizers.
#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include "core/task/plain.hpp"
#include "core/task/spawn.hpp"
#include "core/task/straight.hpp"
#include "prepared_support.hpp"

namespace tidemill::test {
namespace {

void add(void* data) { **static_cast<int**>(data) += 1; }

/// As __kmpc_omp_task_alloc().
core::Task* allocate(void (*function)(void*), void* pointer) {
  core::Worker& w = current_worker();
  core::Task* task = core::allocate_straight(w, function, 0, sizeof pointer);
  if (task == nullptr) task = core::allocate_plain(w, function, sizeof pointer).task;
  *static_cast<void**>(task->data) = pointer;
  return task;
}
core::Task* allocate(int* sum) { return allocate(add, sum); }

/// Of a task that waits until somebody has unblocked it.
struct Waiting {
  void* context = nullptr;
  bool ended = false;
  static void run(void* data) {
    Waiting& self = **static_cast<Waiting**>(data);
    void* const mine = self.context = tidemill_get_current_blocking_context();
    tidemill_block_current_task(mine);
    self.ended = true;
  }
};

core::Task* allocate(Waiting* waiting) { return allocate(Waiting::run, waiting); }

/// As __kmpc_omp_task().
void submit(core::Task* task) {
  if (core::submit_straight(task) || core::submit_prepared(task)) return;
  EXPECT_TRUE(core::submit_plain(task));
}

TEST(PreparedLent, AndSubmitted) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 500; ++i) {
      crowd();
      const core::Task* const block = current_worker().at_once.prepared;
      core::Task* const task = allocate(&sum);
      EXPECT_EQ(task, block);
      EXPECT_FALSE(has_prepared());
      submit(task);
      EXPECT_EQ(sum, i + 1);
      EXPECT_TRUE(has_prepared());
      EXPECT_EQ(current_worker().at_once.prepared, block);
    }
  });
}

TEST(PreparedLent, AndOvertakenByOthers) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      crowd();
      core::Task* const first = allocate(&sum);
      core::Task* const second = allocate(&sum);
      EXPECT_NE(first, second);
      if (i % 4 == 1) crowd();  // another one is prepared meanwhile
      if (i % 4 == 2) {
#pragma omp taskyield
      }
      core::Task* const third = allocate(&sum);
      EXPECT_NE(first, third);
      submit(second);
      if (i % 4 == 3) {
#pragma omp taskgroup
        submit(first);
      } else {
        submit(first);
      }
      submit(third);
#pragma omp taskwait
      ASSERT_EQ(sum, 3 * (i + 1));
    }
  });
}

/// Submitted in a taskgroup it is one of the group's tasks.
TEST(PreparedLent, BeforeAGroup) {
  alone([] {
    ForeignThreads others;
    for (int i = 0; i < 20; ++i) {
      Waiting waiting;
      crowd();
      core::Task* const task = allocate(&waiting);
#pragma omp taskgroup
      {
        submit(task);
        while (waiting.context == nullptr) {
#pragma omp taskyield
        }
        others.after_ms(1, [&] { tidemill_unblock_task(waiting.context); });
      }
      ASSERT_TRUE(waiting.ended);
    }
  });
}

/// And the other way round.
TEST(PreparedLent, InAGroupThatEnds) {
  alone([] {
    for (int i = 0; i < 20; ++i) {
      Waiting waiting;
      core::Task* task = nullptr;
#pragma omp taskgroup
      {
        crowd();
        task = allocate(&waiting);
      }
      submit(task);
      while (waiting.context == nullptr) {
#pragma omp taskyield
      }
      EXPECT_EQ(task->creation_group, nullptr);
      tidemill_unblock_task(waiting.context);
#pragma omp taskwait
      ASSERT_TRUE(waiting.ended);
    }
  });
}

/// In a group, and queued as the stack is another's by then.
TEST(PreparedLent, InAGroupThatWaitsForIt) {
  alone([] {
    for (int i = 0; i < 20; ++i) {
      int sum = 0;
#pragma omp taskgroup
      {
        crowd();
        core::Task* const first = allocate(&sum);
        crowd();
        core::Task* const second = allocate(&sum);
        submit(first);
        submit(second);
      }
      EXPECT_EQ(sum, 2);
    }
  });
}

/// Two at a time, of which the first parts from the producer, the second doesn't run that way.
TEST(PreparedLent, Twice) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      Waiting waiting;
      crowd();
      core::Task* const first = allocate(&waiting);
      crowd();
      core::Task* const second = allocate(&sum);
      submit(first);
      crowd();
      while (waiting.context == nullptr) {
#pragma omp taskyield
      }
      tidemill_unblock_task(waiting.context);
      submit(second);
#pragma omp taskwait
      ASSERT_TRUE(waiting.ended);
      ASSERT_EQ(sum, i + 1);
    }
  });
}

TEST(PreparedLent, AndDiscarded) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      crowd();
      core::discard_task(allocate(&sum));
      prepared_child([&] { ++sum; });
    }
    EXPECT_EQ(sum, 100);
  });
}

TEST(PreparedLent, OutsideAnyRegion) {
  for (int round = 0; round < 50; ++round) {
    int lent = 0;
    for (int i = 0; i < 200; ++i) {
      if (has_prepared()) {
        submit(allocate(&lent));
      } else {
#pragma omp task shared(lent)
        ++lent;
      }
      ASSERT_EQ(lent, i + 1);
    }
  }
}

}  // namespace
}  // namespace tidemill::test
