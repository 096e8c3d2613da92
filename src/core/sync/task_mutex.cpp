#include "core/sync/task_mutex.hpp"

#include <array>
#include <mutex>

#include "core/sched/dispatch.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

/// Lies on the waiting task's stack; linked while it waits, under its bucket's lock.
struct Waiter {
  const void* mutex = nullptr;
  Waiter* next = nullptr;
  WaitSlot slot;
};

struct alignas(platform::kCacheLine) Bucket {
  SpinLock lock;  // guards the list, and the words' changes between held and waited
  Waiter* first = nullptr;
  Waiter* last = nullptr;
};

Bucket& bucket_of(const void* mutex) noexcept {
  auto& buckets = platform::ProcessWide<std::array<Bucket, 256>>::get();
  return buckets[(reinterpret_cast<std::uintptr_t>(mutex) >> 2) * 0x9e3779b97f4a7c15u >> 56];
}

}  // namespace

void TaskMutex::wait_lock_slow() {
  for (int i = 0; i < 100; ++i) {
    // relaxed: waits for a good moment; try_lock() orders.
    if (word_.load(std::memory_order_relaxed) == kFree && try_lock()) return;
    platform::pause();
  }
  Waiter waiter;
  waiter.mutex = this;
  Bucket& bucket = bucket_of(this);
  {
    std::lock_guard guard(bucket.lock);
    // acquire: in case it was free and is ours now.
    if (word_.exchange(kWaited, std::memory_order_acquire) == kFree) return;
    if (bucket.last != nullptr)
      bucket.last->next = &waiter;
    else
      bucket.first = &waiter;
    bucket.last = &waiter;
  }
  wait_slot(waiter.slot);  // the lock is handed to us
}

void TaskMutex::unlock_slow() noexcept {
  Bucket& bucket = bucket_of(this);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(bucket.lock);
    Waiter* before = nullptr;
    bool more = false;
    for (Waiter* w = bucket.first; w != nullptr;
         before = chosen == nullptr ? w : before, w = w->next) {
      if (w->mutex != this) continue;
      if (chosen != nullptr) {
        more = true;
        break;
      }
      chosen = w;
      (before != nullptr ? before->next : bucket.first) = w->next;
      if (bucket.last == w) bucket.last = before;
    }
    // Taken without a waiter by the exchange above: free it. release: what we did under the lock.
    if (chosen == nullptr)
      word_.store(kFree, std::memory_order_release);
    else if (!more)
      word_.store(kHeld, std::memory_order_relaxed);  // its slot hands over
  }
  if (chosen != nullptr) chosen->slot.complete();
}

}  // namespace tidemill::core
