// Tasks that hold locks, and those who wait for them.
//
// Neither critical nor omp_set_lock() is a task scheduling point (OpenMP 5.2, 12.9): behind it the
// code may go on with what it has put into a threadprivate or thread_local variable before. So
// whoever waits for a lock waits in place: nothing else runs on its thread meanwhile.
//
// As long as holders run, that's sound: they will free their locks. But a holder may wait itself,
// for a message or its children, and that may need the very thread. So while any holder waits, at a
// task scheduling point or in MPI, who waits for a lock is suspended as in any other wait. And a
// holder that runs may wait without saying so, in a loop around MPI_Test, for a task that has
// paused in MPI and is bound to the very thread, a case that other runtimes don't know: so is,
// where tasks do that, who has kept one from going on for a long time.
//
// Worker::locks_held counts what the code on the current stack holds, and moves with it. One word
// counts all waits of that kind, and how many have begun; each that begins first wakes who sleeps
// in place. Those are in a list: they join it, then look at the word; a wait begins with a change
// of the word, then takes the list's lock: of the two, one sees the other. That many have begun
// since it came tells a waiter of a holder that gives way again and again, and never waits for long
// enough to be caught at it.
//
// A forked child begins with no waits: those of its parent end where they were counted.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

class WaitSlot;
class Worker;

/// Has any task paused for something from outside OpenMP (MPI, tidemill_block_current_task)?
/// relaxed: hands nothing over; who sees it late looks again.
extern std::atomic<bool> paused_for_outside;

/// The waits of holders, and who is to leave its place for them.
class HolderWaits {
 public:
  static HolderWaits& get() noexcept { return platform::ProcessWide<HolderWaits>::get(); }

  void begin() noexcept {
    // seq_cst: before the look at the list, against a sleeper's entry there and its last look.
    const std::uint64_t before = waits_.fetch_add(kBegun + 1, std::memory_order_seq_cst);
    if ((before & kInProgress) == 0) wake_all();
  }
  void end() noexcept { waits_.fetch_sub(1, std::memory_order_relaxed); }

  /// How many have begun, ever. Then: does a holder wait, or has one begun to since?
  std::uint64_t begun() const noexcept {
    return waits_.load(std::memory_order_relaxed) & ~kInProgress;
  }
  bool any_since(std::uint64_t begun) const noexcept {
    // seq_cst: the last look before the sleep; see begin().
    const std::uint64_t now = waits_.load(std::memory_order_seq_cst);
    return (now & kInProgress) != 0 || (now & ~kInProgress) != begun;
  }

  /// On the stack of one who sleeps in place.
  struct Sleeper {
    Worker* worker;
    Sleeper* next = nullptr;
    Sleeper** link = nullptr;
  };
  void add(Sleeper& sleeper) noexcept;
  void remove(Sleeper& sleeper) noexcept;

 private:
  static constexpr std::uint64_t kBegun = std::uint64_t{1} << 32, kInProgress = kBegun - 1;
  void wake_all() noexcept;

  std::atomic<std::uint64_t> waits_{0};  // low half: in progress; high half: begun
  SpinLock lock_;                        // guards the list
  Sleeper* first_ = nullptr;
};

/// The wait of a task that holds a lock, if `counts`; around all of it.
class HolderWait {
 public:
  explicit HolderWait(bool counts) noexcept {
    if (counts) [[unlikely]]
      begin_slow();
  }
  ~HolderWait() {
    if (among_ != nullptr) [[unlikely]]
      among_->end();
  }
  HolderWait(const HolderWait&) = delete;
  HolderWait& operator=(const HolderWait&) = delete;

 private:
  void begin_slow() noexcept;
  HolderWaits* among_ = nullptr;
};

/// Waits in place for a slot that is completed when the caller may try for a lock that somebody
/// else has. False: it isn't completed, and the caller has to be suspended instead. Who is
/// `patient` stays for a moment even while a holder waits: it may be handed the lock there.
bool wait_in_place(WaitSlot& slot, bool patient) noexcept;

}  // namespace tidemill::core
