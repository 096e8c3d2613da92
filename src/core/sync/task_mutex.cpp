#include "core/sync/task_mutex.hpp"

#include <sched.h>

#include <algorithm>
#include <mutex>

#include "core/sched/dispatch.hpp"
#include "core/sched/holders.hpp"
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

/// Lies on the waiting task's stack; linked until the lock is its own, under its bucket's lock.
struct Waiter {
  explicit Waiter(const void* m) noexcept : mutex(m) {}

  const void* const mutex;
  Waiter* next = nullptr;   // for the same lock
  Waiter* last = nullptr;   // of these; the first's
  Waiter* other = nullptr;  // the first for another lock; the first's
  int overtaken = 0;        // how often it was woken and found the lock taken again
  bool woken = false;       // and has yet to try again
  bool owns = false;        // the lock was handed to it
  WaitSlot slot;
};

struct alignas(platform::kCacheLine) Bucket {
  SpinLock lock;            // guards the rest, the waiters, and the bucket's flag
  int visits_left = 0;      // before the flag is cleared
  Waiter* first = nullptr;  // of each lock that is waited for

  void push(Waiter& waiter) noexcept {
    Waiter** const link = find(waiter.mutex);
    waiter.last = &waiter;
    if (*link == nullptr) {
      *link = &waiter;
      return;
    }
    (*link)->last->next = &waiter;
    (*link)->last = &waiter;
  }
  /// The first for that lock, if there is one.
  Waiter* front(const void* mutex) noexcept { return *find(mutex); }
  /// There has to be one.
  void pop(const void* mutex) noexcept {
    Waiter** const link = find(mutex);
    const Waiter& popped = **link;
    if (Waiter* const next = popped.next) {
      next->last = popped.last;
      next->other = popped.other;
      *link = next;
    } else {
      *link = popped.other;
    }
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

/// The lock isn't handed to a task whose thread may be pinned, and wait for it in place.
bool is_due(const Waiter* waiter) noexcept {
  return waiter != nullptr && waiter->overtaken >= kMostOvertaken && !waiter->woken &&
         pinned_query.load(std::memory_order_relaxed) == nullptr;
}

/// Whom to wake after the bucket's lock: nobody while one who was woken has yet to try, as the
/// others would only find the lock taken by him, or with him. Under the bucket's lock.
Waiter* choose(Waiter* first) noexcept {
  if (first == nullptr || first->woken) return nullptr;
  first->woken = true;
  return first;
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
  Bucket& b = bucket(number);
  Waiter waiter(this);
  {
    std::lock_guard guard(b.lock);
    watch(b, watched_[number]);
    if (begin_lock()) return;
    b.push(waiter);
  }
  for (;;) {
    wait_for_holder(waiter.slot);
    if (waiter.owns) {
      ++current_worker().locks_held;
      return;
    }
    waiter.slot.reset();
    std::lock_guard guard(b.lock);
    if (begin_lock()) return b.pop(this);
    waiter.woken = false;  // the flag is set: whoever holds the lock wakes it again
    ++waiter.overtaken;
  }
}

// A thread without a worker has locked nothing, but may free what another has locked.
void TaskMutex::unlock_of_stranger_slow() noexcept { release(); }

void TaskMutex::unlock_watched_slow() noexcept {
  const std::size_t number = bucket_number(this);
  Bucket& b = bucket(number);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(b.lock);
    Waiter* const first = b.front(this);
    if (is_due(first)) {
      b.pop(this);
      first->owns = true;  // the lock stays held; its slot orders
      chosen = first;
    } else {
      word_.store(kFree, std::memory_order_release);  // whoever queues from now on sees it
      chosen = choose(first);
    }
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
    chosen = choose(b.front(mutex));
    visited(b, watched_[number]);
  }
  if (chosen != nullptr) chosen->slot.complete();
}

}  // namespace tidemill::core
