// The lock behind critical, omp_set_lock and GOMP_atomic: four bytes. Whoever waits does so in
// place after a short spin, or is suspended, as suspend/lock_owners.hpp tells.
//
// The word says whether the lock is held. Waiters queue in a table of buckets hashed by the word's
// address; each bucket has a flag, outside the lock, that says whether to look there.
//
// 1. To lock is one exchange; to unlock a plain store of "free", and a look at the flag.
// 2. A waiter sets the flag under the bucket's lock, has every processor run a fence
//    (platform/asymmetric_fence.hpp), looks whether the lock is free, and only then sleeps. Of
//    unlocker and waiter, one sees the other. Where the flag is set already nobody needs a fence
//    again: whoever overlooks it has freed the lock before the fence that made it known, and a
//    later look sees that. It stays set while anybody waits, and until so many unlocks have found
//    nobody that a fence is a small part of each.
// 3. Whoever frees the lock then wakes the first of each *group* that isn't awake yet: those in
//    place; and those suspended, by who alone may go on with them, a worker or for untied tasks a
//    team. Where the first of a group can't run, none of it can. So no wake-up is lost: a waiter
//    has seen the lock held after the flag was known, and its owner has yet to come to the bucket.
// 4. One in place that has been overtaken a few times is handed the lock; a suspended one, once it
//    has been, waits in place for a moment to be.
//
// To store "free" is the last touch: the next owner may free the memory. What follows needs the
// address alone, and may wake somebody in vain who waits for the next lock there.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/model/worker.hpp"
#include "platform/asymmetric_fence.hpp"

namespace tidemill::core {

class TaskMutex {
 public:
  static constexpr int kBucketBits = 10, kBuckets = 1 << kBucketBits;

  /// Suspends while an owner waits, unless the thread is pinned (suspend/dispatch.hpp).
  void lock() {
    Worker* const w = current_worker_or_null();
    if (w == nullptr) [[unlikely]]
      return lock_of_stranger_slow();
    if (!begin_lock(*w)) [[unlikely]]
      finish_lock();
  }
  /// lock() in two steps, for callers with more to do on the likely path. True: it is the caller's.
  /// False: the second has to follow, and suspends.
  bool begin_lock(Worker& w) noexcept {
    // Counted first: what follows an exchange waits for it, and unlock() wants the count soon.
    ++w.locks_held;
    // acquire: what the last owner did. Pairs with the release in unlock().
    if (word_.exchange(kHeld, std::memory_order_acquire) == kFree) [[likely]]
      return true;
    --w.locks_held;
    return false;
  }
  void finish_lock();
  /// A look first: to write, or to try, takes the line from the owner.
  bool try_lock() noexcept {
    return word_.load(std::memory_order_relaxed) == kFree && begin_lock(current_worker());
  }
  void unlock() noexcept {
    // Not below none: programs do let another thread free a lock, wrong as that is, even one that
    // is no worker.
    Worker* const w = current_worker_or_null();
    if (w != nullptr && w->locks_held > 0) [[likely]]
      --w->locks_held;
    release();
  }

 private:
  static constexpr std::uint32_t kFree = 0, kHeld = 1;
  static std::size_t bucket_number(const void* mutex) noexcept {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(mutex)) * 0x9e3779b9u >>
           (32 - kBucketBits);
  }
  void release() noexcept {
    const std::atomic<bool>& flag = flags_[bucket_number(this)];
    if (flag.load(std::memory_order_relaxed)) return unlock_flagged_slow();
    word_.store(kFree, std::memory_order_release);
    platform::light_fence();  // against the heavy one in raise_flag()
    if (flag.load(std::memory_order_relaxed)) wake_waiter_slow(this);
  }
  void wait_to_lock();
  void lock_of_stranger_slow();
  void unlock_flagged_slow() noexcept;
  static void wake_waiter_slow(const void* mutex) noexcept;

  /// Does anybody wait there, or did of late? Written under the bucket's lock.
  [[gnu::visibility("hidden")]] static std::array<std::atomic<bool>, kBuckets> flags_;
  std::atomic<std::uint32_t> word_{kFree};
};
static_assert(sizeof(TaskMutex) == 4);  // omp_lock_t of GCC has no more room

}  // namespace tidemill::core
