// TaskMutex: mutual exclusion, hand-over in order of arrival, and waiting that suspends the task
// instead of its thread.
#include "core/sync/task_mutex.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <numeric>
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

/// Twice as many locks as buckets, so most share theirs: who waits for one is not taken for a
/// waiter of the other, nor forgotten by it.
TEST(TaskMutex, LocksThatShareABucket) {
  constexpr int kLocks = 2 * TaskMutex::kBuckets;
  for (int threads : {1, 2, 4}) {
    std::vector<TaskMutex> mutexes(kLocks);
    std::vector<int> passed(kLocks);
    std::atomic<int> through{0};
    for (TaskMutex& mutex : mutexes) mutex.lock();
#pragma omp parallel num_threads(threads) shared(mutexes, passed, through)
#pragma omp single
    {
      for (int i = 0; i < 2 * kLocks; ++i) {
#pragma omp task firstprivate(i) shared(mutexes, passed, through)
        {
          mutexes[i % kLocks].lock();
          ++passed[i % kLocks];
          mutexes[i % kLocks].unlock();
          ++through;
        }
        if (i % 16 == 0) {
#pragma omp taskyield
        }
      }
      for (int i = 0; i < kLocks; i += 2) mutexes[i].unlock();
      while (through < kLocks) {
#pragma omp taskyield
      }
      for (int i = 1; i < kLocks; i += 2) mutexes[i].unlock();
    }
    EXPECT_EQ(passed, std::vector<int>(kLocks, 2));
  }
}

/// The holder is suspended; on one thread the waiters must be as well, or nothing ever runs.
TEST(TaskMutex, WaitersAreSuspendedAndServedInOrder) {
  constexpr int kWaiters = 200;  // more than the unlocks after which none is looked for
  TaskMutex mutex;
  std::vector<int> order;
  void* holder = nullptr;
  std::atomic<bool> held{false};
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
    for (int i = 0; i < kWaiters; ++i) {
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
  std::vector<int> arrival(kWaiters);
  std::iota(arrival.begin(), arrival.end(), 0);
  EXPECT_EQ(order, arrival);
  EXPECT_TRUE(mutex.try_lock());
  mutex.unlock();
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
