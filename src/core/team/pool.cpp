#include "core/team/pool.hpp"

#include <pthread.h>

#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/team/kept_teams.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

struct Pool {
  SpinLock lock;  // guards at_rest
  Worker* at_rest = nullptr;
  /// Threads that were told to end and haven't left the runtime; who told them sleeps on it. Each
  /// takes itself off with release, and is seen gone with acquire.
  std::atomic<std::uint32_t> ending{0};
  std::atomic<bool> warned{false};  // relaxed: only decides who says it
};
Pool& pool() noexcept { return platform::ProcessWide<Pool>::get(); }

/// On the starter's stack. `ready`, with release and acquire, hands over `worker` and what it is.
struct Starting {
  std::atomic<Worker*> worker{nullptr};
  std::atomic<std::uint32_t> ready{0};
};

void* pool_thread(void* opaque) {
  Worker& worker = adopt_pool_thread();
  auto* starting = static_cast<Starting*>(opaque);
  starting->worker.store(&worker, std::memory_order_relaxed);
  starting->ready.store(1, std::memory_order_release);
  platform::futex_wake(starting->ready, 1);  // the word may be gone: a wake-up for nobody
  run_pool_worker(worker);
  retire_pool_thread(worker);
  // release: with the acquire in end_threads_at_rest().
  if (pool().ending.fetch_sub(1, std::memory_order_release) == 1)
    platform::futex_wake(pool().ending, std::numeric_limits<int>::max());
  return nullptr;
}

Worker* start_thread() {
  Starting starting;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  // The system's default stack size: tasks run on fibers of OMP_STACKSIZE, but the threads' static
  // storage (threadprivate arrays) is carved out of this one.
  pthread_t thread{};
  const int rc = pthread_create(&thread, &attributes, pool_thread, &starting);
  pthread_attr_destroy(&attributes);
  if (rc != 0) {
    if (!pool().warned.exchange(true, std::memory_order_relaxed))
      platform::warn(
          "the system refuses another thread (%s): going on with fewer than asked "
          "for; see ulimit -u or set OMP_NUM_THREADS",
          std::strerror(rc));
    return nullptr;
  }
  while (starting.ready.load(std::memory_order_acquire) == 0)
    platform::futex_wait(starting.ready, 0);
  return starting.worker.load(std::memory_order_relaxed);
}

}  // namespace

std::vector<Worker*> acquire_workers(int count) {
  std::vector<Worker*> workers;
  workers.reserve(static_cast<std::size_t>(count));
  {
    std::lock_guard guard(pool().lock);
    Worker** link = &pool().at_rest;
    while (static_cast<int>(workers.size()) < count && *link != nullptr) {
      Worker* const worker = *link;
      if (worker->occupied) {
        link = &worker->next_idle;
        continue;
      }
      workers.push_back(worker);
      *link = worker->next_idle;
    }
  }
  while (static_cast<int>(workers.size()) < count) {
    Worker* worker = start_thread();
    if (worker == nullptr) break;
    workers.push_back(worker);
  }
  return workers;
}

void release_worker(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.next_idle = pool().at_rest;
  pool().at_rest = &worker;
}

void occupy(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.occupied = true;
}

void vacate(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.occupied = false;
}

void end_threads_at_rest() noexcept {
  Worker* next = nullptr;
  {
    std::lock_guard guard(pool().lock);
    next = std::exchange(pool().at_rest, nullptr);
  }
  while (next != nullptr) {
    Worker& worker = *next;
    next = worker.next_idle;
    pool().ending.fetch_add(1, std::memory_order_relaxed);  // before it is told
    end_pool_worker(worker);
  }
  // acquire: with the release in pool_thread().
  while (const std::uint32_t left = pool().ending.load(std::memory_order_acquire))
    platform::futex_wait(pool().ending, left);
}

void pause(Worker& worker, Pause kind) noexcept {
  if (kind == Pause::hard) {
    release_kept_teams(worker);
    end_threads_at_rest();
  }
  release_stacks(worker);
}

}  // namespace tidemill::core
