// What the unit tests share: threads that do something later, and regions of a known size.
#pragma once

#include <omp.h>
#include <tidemill/tasking.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace tidemill::test {

inline void sleep_ms(int ms) { std::this_thread::sleep_for(std::chrono::milliseconds(ms)); }

inline double elapsed_ms(std::chrono::steady_clock::time_point since) {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - since)
      .count();
}

/// Pauses the calling task; `context` tells others by which one it goes on.
inline void pause_as(std::atomic<void*>& context) {
  void* const self = tidemill_get_current_blocking_context();
  context = self;
  tidemill_block_current_task(self);
}

/// Threads the runtime doesn't know, joined at the end of the scope. Started by any thread.
class ForeignThreads {
 public:
  ForeignThreads() = default;
  ~ForeignThreads() {
    for (std::thread& thread : threads_) thread.join();
  }
  ForeignThreads(const ForeignThreads&) = delete;
  ForeignThreads& operator=(const ForeignThreads&) = delete;

  void after_ms(int ms, std::function<void()> action) {
    std::lock_guard guard(lock_);
    threads_.emplace_back([ms, action = std::move(action)] {
      sleep_ms(ms);
      action();
    });
  }

 private:
  std::mutex lock_;  // guards threads_
  std::vector<std::thread> threads_;
};

}  // namespace tidemill::test
