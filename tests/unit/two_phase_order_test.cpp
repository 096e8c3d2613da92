// Tasks allocated and submitted apart, with something else in between: other tasks, the begin or
// end of a taskgroup, a taskyield. A task is a child of its creator, and in a group, from its
// submission on.
#include <gtest/gtest.h>
#include <omp.h>
#include <tidemill/tasking.h>

#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/task/create.hpp"
#include "support.hpp"

namespace tidemill::test {
namespace {

using core::Task;

void add(void* data) { **static_cast<int**>(data) += 1; }

Task* allocate(void (*function)(void*), void* pointer) {
  Task* const task = core::allocate(core::current_worker(),
                                    core::TaskShape{.function = function, .bytes = sizeof pointer});
  *static_cast<void**>(task->data) = pointer;
  return task;
}
Task* allocate(int* sum) { return allocate(add, sum); }

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
  void await_begin() const {
    while (context == nullptr) {
#pragma omp taskyield
    }
  }
};

Task* allocate(Waiting* waiting) { return allocate(Waiting::run, waiting); }

void submit(Task* task) { core::submit_task(task, {}, core::Run::later, nullptr); }

template <class Body>
void alone(Body body) {
#pragma omp parallel num_threads(1) shared(body)
  body();
}

/// The system's core may go to others meanwhile: then it is the queue's turn.
TEST(TwoPhaseOrder, MemoryComesBack) {
  alone([] {
    int sum = 0, same = 0;
    const Task* last = nullptr;
    for (int i = 0; i < 500; ++i) {
      Task* const task = allocate(&sum);
      same += task == last;
      last = task;
      submit(task);
#pragma omp taskwait
      ASSERT_EQ(sum, i + 1);
    }
    EXPECT_GT(same, 400);
  });
}

TEST(TwoPhaseOrder, OthersInBetween) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      Task* const first = allocate(&sum);
      Task* const second = allocate(&sum);
      EXPECT_NE(first, second);
      if (i % 4 == 1) submit(allocate(&sum));
      if (i % 4 == 2) {
#pragma omp taskyield
      }
      Task* const third = allocate(&sum);
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
      ASSERT_EQ(sum, i % 4 == 1 ? 4 : 3);
      sum = 0;
    }
  });
}

/// Submitted in a taskgroup it is one of the group's tasks.
TEST(TwoPhaseOrder, AllocatedBeforeAGroup) {
  alone([] {
    ForeignThreads others;
    for (int i = 0; i < 20; ++i) {
      Waiting waiting;
      Task* const task = allocate(&waiting);
#pragma omp taskgroup
      {
        submit(task);
        waiting.await_begin();
        others.after_ms(1, [&] { tidemill_unblock_task(waiting.context); });
      }
      ASSERT_TRUE(waiting.ended);
    }
  });
}

/// And the other way round.
TEST(TwoPhaseOrder, AllocatedInAGroupThatEnds) {
  alone([] {
    for (int i = 0; i < 20; ++i) {
      Waiting waiting;
      Task* task = nullptr;
#pragma omp taskgroup
      task = allocate(&waiting);
      submit(task);
      waiting.await_begin();
      EXPECT_EQ(task->creation_group, nullptr);
      tidemill_unblock_task(waiting.context);
#pragma omp taskwait
      ASSERT_TRUE(waiting.ended);
    }
  });
}

/// Two at a time, of which the first comes to wait.
TEST(TwoPhaseOrder, TwoAtATime) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      Waiting waiting;
      Task* const first = allocate(&waiting);
      Task* const second = allocate(&sum);
      submit(first);
      waiting.await_begin();
      EXPECT_FALSE(waiting.ended);
      tidemill_unblock_task(waiting.context);
      submit(second);
#pragma omp taskwait
      ASSERT_TRUE(waiting.ended);
      ASSERT_EQ(sum, i + 1);
    }
  });
}

TEST(TwoPhaseOrder, Discarded) {
  alone([] {
    int sum = 0;
    for (int i = 0; i < 100; ++i) {
      core::free_task(allocate(&sum));
      submit(allocate(&sum));
    }
#pragma omp taskwait
    EXPECT_EQ(sum, 100);
  });
}

/// In program order there, each over before its creator goes on.
TEST(TwoPhaseOrder, OutsideAnyRegion) {
  int sum = 0;
  for (int i = 0; i < 10'000; ++i) {
    submit(allocate(&sum));
    ASSERT_EQ(sum, i + 1);
  }
}

}  // namespace
}  // namespace tidemill::test
