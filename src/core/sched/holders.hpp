// Tasks that hold locks, and those who wait for them.
//
// Neither critical nor omp_set_lock() is a task scheduling point (OpenMP 5.2, 12.9): behind it the
// code may go on with what it has put into a threadprivate or thread_local variable before. So
// whoever waits for a lock waits in place: nothing else runs on its thread meanwhile.
//
// As long as holders run, that's sound: they will free their locks. But a holder may wait itself,
// for a message or its children, and that may need the very thread. So while any holder waits, at a
// task scheduling point or in MPI, who waits for a lock is suspended as in any other wait; and as
// it may be promised the lock next, and its thread be one that waits in place for another one, so
// is who comes while anybody is suspended so. Then every wait in place is for a task that runs.
//
// Worker::locks_held counts what the code on the current stack holds, and moves with it. One word
// counts all waits of that kind, and how many have begun; each that begins first wakes who sleeps
// in place. Those are in a list: they join it, then look at the word; a wait begins with a change
// of the word, then takes the list's lock: of the two, one sees the other. That many have begun
// since it came tells a waiter of a holder that gives way again and again, and never waits for long
// enough to be caught at it.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

class WaitSlot;

namespace holders {
/// Low half: waits in progress; high half: begun, ever.
extern std::atomic<std::uint64_t> waits;
void begin_wait_slow() noexcept;
inline void end_wait() noexcept { waits.fetch_sub(1, std::memory_order_relaxed); }
}  // namespace holders

/// The wait of a task that holds a lock, if `counts`; around all of it.
class HolderWait {
 public:
  explicit HolderWait(bool counts) noexcept : counts_(counts) {
    if (counts_) [[unlikely]]
      holders::begin_wait_slow();
  }
  ~HolderWait() {
    if (counts_) [[unlikely]]
      holders::end_wait();
  }
  HolderWait(const HolderWait&) = delete;
  HolderWait& operator=(const HolderWait&) = delete;

 private:
  const bool counts_;
};

/// Waits for a slot that is completed when the caller may try for a lock that somebody else has.
/// Suspends only while a holder waits.
void wait_for_holder(WaitSlot& slot);

}  // namespace tidemill::core
