#include "core/suspend/task_mutex.hpp"

#include <mutex>
#include <utility>

#include "core/suspend/dispatch.hpp"
#include "core/suspend/lock_owners.hpp"
#include "core/sync/backoff.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/trace/points.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

constinit std::array<std::atomic<bool>, TaskMutex::kBuckets> TaskMutex::flags_{};

namespace {

/// So often a waiter may be overtaken by those who come by while it wakes up; then it is handed
/// the lock.
constexpr int kMostOvertaken = 8;

/// So many unlocks find nobody before the next need not look.
constexpr int kVainVisits = 64;

/// Lies on the waiting task's stack; linked until the lock is its own, under its bucket's lock.
struct Waiter {
  explicit Waiter(const void* m) noexcept : mutex(m) {}

  const void* const mutex;
  const void* group = nullptr;  // in place; or who may go on with it, a worker or a team
  Waiter* next = nullptr;       // in its group
  Waiter* last = nullptr;       // of these; the first's
  Waiter* other = nullptr;      // the first of another group; the first's
  Waiter* also = nullptr;       // to be woken
  int overtaken = 0;            // how often it was woken and found the lock taken again
  bool woken = false;           // and has yet to try again
  bool owns = false;            // the lock was handed to it
  WaitSlot slot;
};

struct alignas(platform::kCacheLine) Bucket {
  SpinLock lock;            // guards the rest, the waiters, and the bucket's flag
  int visits_left = 0;      // before the flag is cleared
  Waiter* first = nullptr;  // of each group of each lock that is waited for

  void push(Waiter& waiter) noexcept {
    waiter.next = waiter.other = nullptr;
    waiter.last = &waiter;
    Waiter** const link = find(waiter.mutex, waiter.group);
    if (*link == nullptr) {
      *link = &waiter;
      return;
    }
    (*link)->last->next = &waiter;
    (*link)->last = &waiter;
  }
  /// The first that waits in place for that lock, if there is one.
  Waiter* in_place(const void* mutex) noexcept { return *find(mutex, nullptr); }
  void remove(Waiter& waiter) noexcept {
    Waiter** link = find(waiter.mutex, waiter.group);
    Waiter* const head = *link;
    if (head != &waiter) {
      Waiter* before = head;
      while (before->next != &waiter) before = before->next;
      before->next = waiter.next;
      if (head->last == &waiter) head->last = before;
    } else if (Waiter* const next = head->next) {
      next->last = head->last;
      next->other = head->other;
      *link = next;
    } else {
      *link = head->other;
    }
  }

 private:
  Waiter** find(const void* mutex, const void* group) noexcept {
    Waiter** link = &first;
    while (*link != nullptr && ((*link)->mutex != mutex || (*link)->group != group))
      link = &(*link)->other;
    return link;
  }
};

Bucket& bucket(std::size_t number) noexcept {
  return platform::ProcessWide<std::array<Bucket, TaskMutex::kBuckets>>::get()[number];
}

/// Before a look whether the lock is free. Under the bucket's lock.
void raise_flag(Bucket& b, std::atomic<bool>& flag) noexcept {
  b.visits_left = kVainVisits;
  if (flag.load(std::memory_order_relaxed)) return;
  flag.store(true, std::memory_order_relaxed);
  platform::heavy_fence();  // against the light one in unlock()
}

/// An unlocker has been there. Under the bucket's lock.
void visited(Bucket& b, std::atomic<bool>& flag) noexcept {
  if (b.first == nullptr && --b.visits_left <= 0) flag.store(false, std::memory_order_relaxed);
}

/// To be handed the lock. Of who is woken already nobody knows whether it has just tried.
bool is_due(const Waiter* waiter) noexcept {
  return waiter != nullptr && waiter->overtaken >= kMostOvertaken && !waiter->woken;
}

/// Whom to wake after the bucket's lock: the first of each group, but for those who were woken and
/// have yet to try. Under the bucket's lock.
Waiter* choose(const Bucket& b, const void* mutex) noexcept {
  Waiter* chosen = nullptr;
  for (Waiter* w = b.first; w != nullptr; w = w->other) {
    if (w->mutex != mutex || w->woken) continue;
    w->woken = true;
    w->also = std::exchange(chosen, w);
  }
  return chosen;
}

void wake(Waiter* chosen) noexcept {
  // Once its slot is completed a waiter may be gone.
  while (chosen != nullptr) std::exchange(chosen, chosen->also)->slot.complete();
}

/// Who alone may go on with the worker's task once it is suspended. Of each such group one that is
/// woken is enough: where it can't run, none of the others can.
const void* suspended_group(const Worker& w) noexcept {
  if (may_migrate(w)) return w.member->team;
  return &w;
}

/// Waits to be woken. Suspends while an owner waits.
void wait_for_turn(Bucket& b, Waiter& waiter) {
  if (waiter.group == nullptr) {
    if (wait_in_place(waiter.slot, waiter.overtaken >= kMostOvertaken)) return;
    std::unique_lock guard(b.lock);
    if (!waiter.woken && !waiter.owns) {
      b.remove(waiter);
      waiter.group = suspended_group(current_worker());
      b.push(waiter);
    } else {  // to be suspended now could keep others in place from being woken
      guard.unlock();
      Backoff untold(patience::kUntold);
      while (!waiter.slot.done()) untold.step();
    }
  }
  wait_slot(waiter.slot);
}

/// Back from wait_for_turn(). True: the lock is its own. Under the bucket's lock.
bool takes_turn(Bucket& b, TaskMutex& mutex, Waiter& waiter) noexcept {
  if (mutex.begin_lock(current_worker())) {
    b.remove(waiter);
    return true;
  }
  waiter.woken = false;  // the flag is set: whoever holds the lock wakes it again
  // From its own thread it can be handed the lock.
  if (++waiter.overtaken >= kMostOvertaken && waiter.group != nullptr) {
    b.remove(waiter);
    waiter.group = nullptr;
    b.push(waiter);
  }
  return false;
}

}  // namespace

void TaskMutex::finish_lock() {
  trace::lock(current_worker(), trace::Phase::begin);
  wait_to_lock();
  trace::lock(current_worker(), trace::Phase::end);
}

void TaskMutex::wait_to_lock() {
  const std::size_t number = bucket_number(this);
  const bool contended = flags_[number].load(std::memory_order_relaxed);
  Backoff backoff(contended ? patience::kContendedLock : patience::kLock);
  while (backoff.step())
    if (try_lock()) return;
  // Not in the queue: its first may be a task of this thread's, which can't run now.
  if (is_pinned()) {
    Backoff untold(patience::kUntold);
    while (!try_lock()) untold.step();
    return;
  }
  Bucket& b = bucket(number);
  Waiter waiter(this);
  {
    std::lock_guard guard(b.lock);
    raise_flag(b, flags_[number]);
    if (begin_lock(current_worker())) return;
    b.push(waiter);
  }
  for (;;) {
    wait_for_turn(b, waiter);
    if (waiter.owns) {
      ++current_worker().locks_held;
      return;
    }
    waiter.slot.reset();
    trace::lock(current_worker(), trace::Phase::begin);  // once more
    std::lock_guard guard(b.lock);
    if (takes_turn(b, *this, waiter)) return;
  }
}

/// Makes the thread a worker.
void TaskMutex::lock_of_stranger_slow() {
  if (!begin_lock(current_worker())) finish_lock();
}

void TaskMutex::unlock_flagged_slow() noexcept {
  const std::size_t number = bucket_number(this);
  Bucket& b = bucket(number);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(b.lock);
    Waiter* const first = b.in_place(this);
    if (is_due(first)) {
      b.remove(*first);
      first->owns = true;  // the lock stays held; its slot orders
      first->also = nullptr;
      chosen = first;
    } else {
      word_.store(kFree, std::memory_order_release);  // whoever queues from now on sees it
      chosen = choose(b, this);
    }
    visited(b, flags_[number]);
  }
  wake(chosen);
}

void TaskMutex::wake_waiter_slow(const void* mutex) noexcept {
  const std::size_t number = bucket_number(mutex);
  Bucket& b = bucket(number);
  Waiter* chosen = nullptr;
  {
    std::lock_guard guard(b.lock);
    chosen = choose(b, mutex);
    visited(b, flags_[number]);
  }
  wake(chosen);
}

}  // namespace tidemill::core
