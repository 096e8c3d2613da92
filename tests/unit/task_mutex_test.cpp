// TaskMutex: mutual exclusion, hand-over in order of arrival, and waiting that suspends the task
// instead of its thread.
#include "core/sync/task_mutex.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <vector>

#include "support.hpp"

namespace tidemill::core {
namespace {

TEST(TaskMutex, TryLockTakesOnlyAFreeOne) {
  TaskMutex mutex;
  EXPECT_TRUE(mutex.try_lock());
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock();
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
  mutex.lock();
  EXPECT_FALSE(mutex.try_lock());
  mutex.unlock();
}

TEST(TaskMutex, OneTaskAtATime) {
  for (int threads : {1, 2, 4}) {
    TaskMutex mutex;
    long count = 0;  // guarded by the mutex
    std::atomic<int> inside{0};
#pragma omp parallel num_threads(threads) shared(mutex, count, inside)
    for (int i = 0; i < 2000; ++i) {
      mutex.lock();
      EXPECT_EQ(inside.fetch_add(1), 0);
      ++count;
      inside.fetch_sub(1);
      mutex.unlock();
    }
    EXPECT_EQ(count, 2000L * threads);
  }
}

/// The holder is suspended; on one thread the waiters must be as well, or nothing ever runs.
TEST(TaskMutex, WaitersAreSuspendedAndServedInOrder) {
  TaskMutex mutex;
  std::vector<int> order;
  void* holder = nullptr;
  bool held = false;
#pragma omp parallel num_threads(1) shared(mutex, order, holder, held)
  {
#pragma omp task shared(mutex, holder, held)
    {
      mutex.lock();
      held = true;
      holder = tidemill_get_current_blocking_context();
      tidemill_block_current_task(holder);
      mutex.unlock();
    }
    while (!held) {
#pragma omp taskyield
    }
    for (int i = 0; i < 5; ++i) {
#pragma omp task firstprivate(i) shared(mutex, order)
      {
        mutex.lock();
        order.push_back(i);
        mutex.unlock();
      }
#pragma omp taskyield
    }
    EXPECT_FALSE(mutex.try_lock());
    EXPECT_TRUE(order.empty());
    tidemill_unblock_task(holder);
  }
  EXPECT_EQ(order, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
}

/// Locks whose words share a bucket of the waiters' table must not wake each other's waiters.
TEST(TaskMutex, ManyLocksAtOnce) {
  constexpr std::size_t kLocks = 600;  // more than buckets
  std::vector<TaskMutex> mutexes(kLocks);
  std::vector<int> counts(kLocks);
  test::ForeignThreads foreign;
#pragma omp parallel num_threads(2) shared(mutexes, counts)
#pragma omp single
  for (std::size_t i = 0; i < 4 * kLocks; ++i) {
#pragma omp task firstprivate(i) shared(mutexes, counts)
    {
      TaskMutex& mutex = mutexes[i % kLocks];
      mutex.lock();
      if (i < kLocks) {
#pragma omp taskyield
      }
      ++counts[i % kLocks];
      mutex.unlock();
    }
  }
  for (std::size_t i = 0; i < kLocks; ++i) EXPECT_EQ(counts[i], 4);
}

TEST(TaskMutex, ForeignThreadsMayLockToo) {
  TaskMutex mutex;
  long count = 0;
  {
    test::ForeignThreads foreign;
    for (int t = 0; t < 4; ++t)
      foreign.after_ms(0, [&] {
        for (int i = 0; i < 500; ++i) {
          mutex.lock();
          ++count;
          mutex.unlock();
        }
      });
  }
  EXPECT_EQ(count, 2000);
}

}  // namespace
}  // namespace tidemill::core
