#include "core/suspend/wide_atomic.hpp"

#include "platform/cpu.hpp"

namespace tidemill::core {

namespace {

// What lies beside a lock that is fought for is as slow to read.
struct alignas(platform::kCacheLine) Alone {
  TaskMutex mutex;
};
constinit Alone lock;

}  // namespace

TaskMutex& wide_atomic_lock() noexcept { return lock.mutex; }

}  // namespace tidemill::core
