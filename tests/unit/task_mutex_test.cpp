// TaskMutex: mutual exclusion, hand-over in order of arrival, and waiting that suspends the task
// instead of its thread.
#include "core/suspend/task_mutex.hpp"

#include <gtest/gtest.h>
#include <tidemill/tasking.h>

#include <omp.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "core/suspend/lock_owners.hpp"
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

/// Spins: nothing else runs on the thread.
void wait_for(const std::atomic<bool>& flag) {
  while (!flag) sched_yield();
}

/// A holder that runs, in a loop as around MPI_Test, needs a task that is bound to the thread of
/// one who waits for the lock in place.
TEST(TaskMutex, InPlaceNobodyKeepsAThreadThatARunningHolderNeeds) {
  for (int round = 0; round < 4; ++round) {
    TaskMutex mutex;
    std::atomic<void*> blocked{nullptr};
    std::atomic<bool> held{false}, waits{false}, done{false};
#pragma omp parallel num_threads(2) shared(mutex, blocked, held, waits, done)
    if (omp_get_thread_num() == 0) {
      while (blocked == nullptr) sched_yield();
      mutex.lock();
      held = true;
      wait_for(waits);
      tidemill_unblock_task(blocked);
      wait_for(done);
      mutex.unlock();
    } else {
#pragma omp task shared(blocked, done)
      {
        test::pause_as(blocked);
        done = true;
      }
      while (blocked == nullptr) {
#pragma omp taskyield
      }
      wait_for(held);
      waits = true;
      mutex.lock();
      EXPECT_TRUE(done);
      mutex.unlock();
    }
  }
}

/// The first waiter's thread runs what doesn't end before the second has had the lock.
TEST(TaskMutex, AWaiterThatCannotRunKeepsNobodyFromTheLock) {
  for (int round = 0; round < 200; ++round) {
    TaskMutex mutex;
    std::atomic<void*> holder{nullptr};
    std::atomic<bool> first{false}, second{false}, passed{false};
#pragma omp parallel num_threads(3) shared(mutex, holder, first, second, passed)
    if (omp_get_thread_num() == 0) {
      mutex.lock();
      test::pause_as(holder);
      mutex.unlock();
      wait_for(passed);
    } else if (omp_get_thread_num() == 1) {
      while (holder == nullptr) sched_yield();
#pragma omp task shared(mutex, first)
      {
        first = true;
        mutex.lock();
        mutex.unlock();
      }
      while (!first) {
#pragma omp taskyield
      }
      wait_for(second);
      std::this_thread::sleep_for(std::chrono::microseconds(round));
      tidemill_unblock_task(holder);
      wait_for(passed);
    } else {
      wait_for(first);
      second = true;
      mutex.lock();
      mutex.unlock();
      passed = true;
    }
  }
}

/// A waiter that has been overtaken again and again may not own the lock while its thread spins
/// until that is free.
TEST(TaskMutex, IsNotHandedToAWaiterThatCannotRun) {
  for (int round = 0; round < 30; ++round) {
    TaskMutex mutex;
    std::atomic<bool> began{false}, tests{false}, passed{false};
    std::atomic<int> cycles{0};
#pragma omp parallel num_threads(2) shared(mutex, began, tests, passed, cycles)
    if (omp_get_thread_num() == 0) {
      test::ForeignThreads foreign;
      while (!passed) {
        mutex.lock();
        void* const self = tidemill_get_current_blocking_context();
        foreign.after_ms(1, [self] { tidemill_unblock_task(self); });
        tidemill_block_current_task(self);
        mutex.unlock();
        ++cycles;
        if (tests) std::this_thread::sleep_for(std::chrono::microseconds(100));
      }
    } else {
      while (cycles == 0) sched_yield();
#pragma omp task shared(mutex, began)
      {
        began = true;
        mutex.lock();
        mutex.unlock();
      }
      while (!began || cycles < round) {
#pragma omp taskyield
      }
      tests = true;
      while (!mutex.try_lock()) sched_yield();
      mutex.unlock();
      passed = true;
    }
  }
}

/// Waiters whose holders are the parent's threads are none of the child's.
TEST(TaskMutex, AForkedChildHasNoHoldersThatWait) {
  TaskMutex mutex;
  mutex.lock();
  const OwnerWait parents(current_worker(), OwnerWait::For::outside);
  mutex.unlock();
  ASSERT_TRUE(OwnerWaits::get().any_since(OwnerWaits::get().begun()));
  const pid_t child = fork();
  if (child == 0) _exit(OwnerWaits::get().any_since(OwnerWaits::get().begun()) ? 1 : 0);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
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
