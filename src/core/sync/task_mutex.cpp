#include "core/sync/task_mutex.hpp"

#include <sched.h>

#include <algorithm>
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
  int overtaken = 0;  // how often it was woken and found the lock taken again; its own
  bool owns = false;  // the lock was handed to it; by the unlocker, before it completes `slot`
  WaitSlot slot;
};

constexpr int kPauses = 100;  // before a waiter is suspended
constexpr int kMostPauses = 8;

/// So often a waiter may be overtaken by those who come by while it wakes up; then it is handed
/// the lock.
constexpr int kMostOvertaken = 8;

struct alignas(platform::kCacheLine) Bucket {
  SpinLock lock;  // guards the list, and the words' bits kWaited
  Waiter* first = nullptr;
  Waiter* last = nullptr;
};

Bucket& bucket_of(const void* mutex) noexcept {
  auto& buckets = platform::ProcessWide<std::array<Bucket, 256>>::get();
  return buckets[(reinterpret_cast<std::uintptr_t>(mutex) >> 2) * 0x9e3779b97f4a7c15u >> 56];
}

}  // namespace

void TaskMutex::wait_lock_slow(std::uint32_t before) {
  // acquire: the holder may have freed it meanwhile, without a look for waiters.
  if (before == (kHeld | kWaited) &&
      word_.exchange(kHeld | kWaited, std::memory_order_acquire) == kFree)
    return;
  // Looks ever more rarely: each look takes the line from the holder, who frees the lock with it.
  for (int spent = 0, pauses = 1; spent < kPauses; spent += pauses) {
    for (int i = 0; i < pauses; ++i) platform::pause();
    // relaxed: waits for a good moment; try_lock() orders.
    if (word_.load(std::memory_order_relaxed) == kFree && try_lock()) return;
    pauses = std::min(2 * pauses, kMostPauses);
  }
  // Not in the queue: its first may be a task of this thread's, which can't run now.
  if (is_pinned()) {
    while (!try_lock()) sched_yield();
    return;
  }
  Waiter waiter;
  waiter.mutex = this;
  Bucket& bucket = bucket_of(this);
  for (;;) {
    {
      std::lock_guard guard(bucket.lock);
      // acquire: in case it was free and is ours now; others may still be queued.
      if (word_.fetch_or(kWaited, std::memory_order_acquire) == kFree) {
        // relaxed: with kWaited alone nobody takes it, whatever lock() may write meanwhile.
        word_.store(kHeld | kWaited, std::memory_order_relaxed);
        return;
      }
      const bool first = waiter.overtaken != 0 || bucket.first == nullptr;
      waiter.next = first ? bucket.first : nullptr;
      if (first)
        bucket.first = &waiter;
      else
        bucket.last->next = &waiter;
      if (waiter.next == nullptr) bucket.last = &waiter;
    }
    wait_slot(waiter.slot);
    if (waiter.owns) return;
    ++waiter.overtaken;
    waiter.slot.reset();
  }
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
    // It isn't handed to a task whose thread may be pinned, and wait for it in place.
    const bool handed = chosen != nullptr && chosen->overtaken >= kMostOvertaken &&
                        pinned_query.load(std::memory_order_relaxed) == nullptr;
    // release: what we did under the lock.
    if (!handed) {
      word_.store(kFree, std::memory_order_release);
    } else {
      chosen->owns = true;
      word_.store(more ? kHeld | kWaited : kHeld, std::memory_order_relaxed);  // its slot orders
    }
  }
  if (chosen != nullptr) chosen->slot.complete();
}

}  // namespace tidemill::core
