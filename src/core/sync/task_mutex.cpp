#include "core/sync/task_mutex.hpp"

#include <sched.h>

#include <algorithm>
#include <mutex>

#include "core/sched/dispatch.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

constinit std::array<std::atomic<bool>, TaskMutex::kBuckets> TaskMutex::watched_{};

namespace {

// Before a waiter is suspended; the second where others wait already, or did of late: the holder
// may be suspended itself.
constexpr std::uint64_t kSpinUs = 8;
constexpr std::uint64_t kSpinAgainUs = 2;
constexpr int kMostPauses = 8;

/// So often a waiter may be overtaken by those who come by while it wakes up; then it is handed
/// the lock.
constexpr int kMostOvertaken = 8;

/// So many unlocks find nobody before the next need not look.
constexpr int kVainVisits = 64;

/// Lies on the waiting task's stack; linked while it waits, under its bucket's lock.
struct Waiter {
  explicit Waiter(const void* m) noexcept : mutex(m) {}

  const void* const mutex;
  Waiter* next = nullptr;   // for the same lock
  Waiter* last = nullptr;   // of these; the first's
  Waiter* other = nullptr;  // the first for another lock; the first's
  int overtaken = 0;        // how often it was woken and found the lock taken again; its own
  bool owns = false;  // the lock was handed to it; by the unlocker, before it completes `slot`
  WaitSlot slot;
};

struct alignas(platform::kCacheLine) Bucket {
  SpinLock lock;            // guards the rest, and the bucket's flag
  int visits_left = 0;      // before the flag is cleared
  Waiter* first = nullptr;  // of each lock that is waited for

  void push_front(Waiter& waiter) noexcept {
    Waiter** const link = find(waiter.mutex);
    const Waiter* const old = *link;
    waiter.next = *link;
    waiter.last = old != nullptr ? old->last : &waiter;
    waiter.other = old != nullptr ? old->other : nullptr;
    *link = &waiter;
  }
  void push_back(Waiter& waiter) noexcept {
    Waiter* const old = *find(waiter.mutex);
    if (old == nullptr) return push_front(waiter);
    waiter.next = nullptr;
    old->last->next = &waiter;
    old->last = &waiter;
  }
  /// The first for that lock, if there is one.
  Waiter* pop(const void* mutex) noexcept {
    Waiter** const link = find(mutex);
    Waiter* const popped = *link;
    if (popped == nullptr) return nullptr;
    if (Waiter* const next = popped->next) {
      next->last = popped->last;
      next->other = popped->other;
      *link = next;
    } else {
      *link = popped->other;
    }
    return popped;
  }

 private:
  Waiter** find(const void* mutex) noexcept {
    Waiter** link = &first;
    while (*link != nullptr && (*link)->mutex != mutex) link = &(*link)->other;
    return link;
  }
};

Bucket& bucket(std::size_t number) noexcept {
  return platform::ProcessWide<std::array<Bucket, TaskMutex::kBuckets>>::get()[number];
}

/// Before a look whether the lock is free. Under the bucket's lock.
void watch(Bucket& b, std::atomic<bool>& flag) noexcept {
  b.visits_left = kVainVisits;
  if (flag.load(std::memory_order_relaxed)) return;
  flag.store(true, std::memory_order_relaxed);
  platform::heavy_fence();  // against the light one in unlock()
}

/// An unlocker has been there. Under the bucket's lock.
void visited(Bucket& b, std::atomic<bool>& flag) noexcept {
  if (b.first == nullptr && --b.visits_left <= 0) flag.store(false, std::memory_order_relaxed);
}

/// It isn't handed to a task whose thread may be pinned, and wait for it in place.
bool is_due(const Waiter* waiter) noexcept {
  return waiter != nullptr && waiter->overtaken >= kMostOvertaken &&
         pinned_query.load(std::memory_order_relaxed) == nullptr;
}

}  // namespace

void TaskMutex::finish_lock() {
  const std::size_t number = bucket_number(this);
  const bool again = watched_[number].load(std::memory_order_relaxed);
  const std::uint64_t until =
      platform::ticks() + (again ? kSpinAgainUs : kSpinUs) * platform::ticks_per_us();
  // Looks ever more rarely: each look takes the line from the holder, who frees the lock with it.
  for (int pauses = 1; platform::ticks() < until; pauses = std::min(2 * pauses, kMostPauses)) {
    for (int i = 0; i < pauses; ++i) platform::pause();
    if (try_lock()) return;
  }
  // Not in the queue: its first may be a task of this thread's, which can't run now.
  if (is_pinned()) {
    while (!try_lock()) sched_yield();
    return;
  }
  Waiter waiter(this);
  Bucket& b = bucket(number);
  for (;;) {
    {
      std::lock_guard guard(b.lock);
      watch(b, watched_[number]);
      if (begin_lock()) return;
      if (waiter.overtaken != 0)
        b.push_front(waiter);
      else
        b.push_back(waiter);
    }
    wait_slot(waiter.slot);
    if (waiter.owns) return;
    ++waiter.overtaken;
    waiter.slot.reset();
  }
}

void TaskMutex::unlock_watched_slow() noexcept {
  const std::size_t number = bucket_number(this);
  Bucket& b = bucket(number);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(b.lock);
    chosen = b.pop(this);
    if (is_due(chosen))
      chosen->owns = true;  // the lock stays held; its slot orders
    else
      word_.store(kFree, std::memory_order_release);  // whoever queues from now on sees it
    visited(b, watched_[number]);
  }
  if (chosen != nullptr) chosen->slot.complete();
}

void TaskMutex::wake_waiter_slow(const void* mutex) noexcept {
  const std::size_t number = bucket_number(mutex);
  Bucket& b = bucket(number);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(b.lock);
    chosen = b.pop(mutex);
    visited(b, watched_[number]);
  }
  if (chosen != nullptr) chosen->slot.complete();
}

}  // namespace tidemill::core
