// What the race programs share: repeat counts, a watchdog, random pauses, and a foreign thread
// that ends waits. Each program runs under any number of threads (OMP_NUM_THREADS) and must end.
//
// A lost wake-up shows as no progress: the watchdog aborts with the last step that was reached.
#pragma once

#include <omp.h>
#include <sched.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace race {

inline int repeats(int argc, char** argv, int usual) {
  return argc > 1 ? std::atoi(argv[1]) : usual;
}

[[noreturn]] inline void fail(const char* what, long got, long expected) {
  std::fprintf(stderr, "FAILED: %s: %ld instead of %ld\n", what, got, expected);
  std::abort();
}

inline void check_equal(const char* what, long got, long expected) {
  if (got != expected) fail(what, got, expected);
}

/// Aborts the process after 20 s in which nobody called progress().
class Watchdog {
 public:
  explicit Watchdog(const char* name) : name_(name), thread_([this] { watch(); }) {}
  ~Watchdog() {
    {
      std::lock_guard guard(lock_);
      ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  void progress() noexcept { steps_.fetch_add(1, std::memory_order_relaxed); }

 private:
  static constexpr int kSeconds = 20;
  void watch() {
    std::unique_lock guard(lock_);
    long before = 0;
    int seconds = 0;
    while (!wake_.wait_for(guard, std::chrono::seconds(1), [this] { return ended_; })) {
      const long now = steps_.load(std::memory_order_relaxed);
      seconds = now == before ? seconds + 1 : 0;
      before = now;
      if (seconds < kSeconds) continue;
      std::fprintf(stderr, "FAILED: %s: no progress for %d s after step %ld\n", name_, seconds,
                   now);
      std::abort();
    }
  }
  const char* name_;
  std::atomic<long> steps_{0};  // relaxed: only compared with itself
  std::mutex lock_;
  std::condition_variable wake_;
  bool ended_ = false;
  std::thread thread_;  // last: starts when the rest is there
};

/// A small generator per thread; seeds differ by `salt`.
class Random {
 public:
  explicit Random(std::uint64_t salt) : state_(salt * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du) {}
  std::uint64_t next() noexcept {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }
  bool one_in(std::uint64_t n) noexcept { return next() % n == 0; }

 private:
  std::uint64_t state_;
};

/// Nothing, a few instructions, the core given away, or a sleep long enough for workers to park.
inline void random_pause(Random& random) {
  const std::uint64_t kind = random.next() % 16;
  if (kind == 0)
    sched_yield();
  else if (kind == 1)
    std::this_thread::sleep_for(std::chrono::microseconds(random.next() % 60));
  else
    for (std::uint64_t i = random.next() % (kind < 8 ? 64 : 8192); i > 0; --i)
      asm volatile("" ::: "memory");
}

/// A thread the runtime has never seen: runs what it is handed, at random times and out of order.
class Foreign {
 public:
  explicit Foreign(std::uint64_t salt = 1) : random_(salt), thread_([this] { run(); }) {}
  ~Foreign() {
    {
      std::lock_guard guard(lock_);
      ended_ = true;
    }
    wake_.notify_one();
    thread_.join();
  }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

  /// `action` runs exactly once, soon, on this object's thread.
  void soon(std::function<void()> action) {
    {
      std::lock_guard guard(lock_);
      actions_.push_back(std::move(action));
    }
    wake_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::function<void()> action;
      {
        std::unique_lock guard(lock_);
        wake_.wait(guard, [this] { return ended_ || !actions_.empty(); });
        if (actions_.empty()) return;
        const std::size_t at = random_.next() % actions_.size();
        std::swap(actions_[at], actions_.back());
        action = std::move(actions_.back());
        actions_.pop_back();
      }
      random_pause(random_);
      action();
    }
  }
  Random random_;
  std::mutex lock_;
  std::condition_variable wake_;
  std::deque<std::function<void()>> actions_;
  bool ended_ = false;
  std::thread thread_;
};

/// Suspends the calling task until `unblocker` has run: one pause-resume cycle.
inline void block_until(Foreign& unblocker) {
  void* context = tidemill_get_current_blocking_context();
  unblocker.soon([context] { tidemill_unblock_task(context); });
  tidemill_block_current_task(context);
}

/// A lock that tasks may hold while they wait.
class HeldLock {
 public:
  HeldLock() { omp_init_lock(&lock_); }
  ~HeldLock() { omp_destroy_lock(&lock_); }
  HeldLock(const HeldLock&) = delete;
  HeldLock& operator=(const HeldLock&) = delete;

  void hold(Foreign& unblocker, bool wait) {
    omp_set_lock(&lock_);
    check_equal("tasks that hold the lock", inside_.fetch_add(1) + 1, 1);
    if (wait) block_until(unblocker);
    inside_.fetch_sub(1);
    omp_unset_lock(&lock_);
  }

 private:
  omp_lock_t lock_;
  std::atomic<int> inside_{0};
};

/// Binds one event to the calling task, fulfilled by `fulfiller`.
inline void bind_event(Foreign& fulfiller) {
  void* counter = tidemill_get_current_event_counter();
  tidemill_increase_current_task_event_counter(counter, 1);
  fulfiller.soon([counter] { tidemill_decrease_task_event_counter(counter, 1); });
}

}  // namespace race
