// Tasks that hold locks, and those who wait for them: in place, until an owner waits in a way that
// may need the waiter's thread (docs/decisions/waiting.md, "Locks"). Then they are suspended.
//
// Worker::locks_held counts what the code on the current stack holds, and moves with it. A word
// counts all waits of owners, and how many have begun, another those that may need any thread; each
// that begins first wakes who sleeps in place. Those are in a list: they join it, then look at the
// words; a wait begins with a change of these, then takes the list's lock: of the two, one sees the
// other. That many have begun since it came tells a waiter of an owner that gives way again and
// again, and never waits for long enough to be caught at it.
//
// A forked child begins with no waits: those of its parent end where they were counted.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/model/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

class InPlaceWait;
class WaitSlot;

/// Has any task paused for something from outside OpenMP (MPI, tidemill_block_current_task)?
/// relaxed: hands nothing over; who sees it late looks again.
extern std::atomic<bool> paused_for_outside;

/// How many waits are in progress, and how many have begun, ever: one word.
class WaitCount {
 public:
  /// True: none was in progress.
  bool begin() noexcept {
    // seq_cst: before the look at the list, against a sleeper's entry there and its last look.
    return (word_.fetch_add(kBegun + 1, std::memory_order_seq_cst) & kInProgress) == 0;
  }
  void end() noexcept { word_.fetch_sub(1, std::memory_order_relaxed); }

  std::uint64_t begun() const noexcept {
    return word_.load(std::memory_order_relaxed) & ~kInProgress;
  }
  /// Is one in progress, or has one begun to since?
  bool any_since(std::uint64_t begun) const noexcept {
    // seq_cst: the last look before the sleep; see begin().
    const std::uint64_t now = word_.load(std::memory_order_seq_cst);
    return (now & kInProgress) != 0 || (now & ~kInProgress) != begun;
  }

 private:
  static constexpr std::uint64_t kBegun = std::uint64_t{1} << 32, kInProgress = kBegun - 1;
  std::atomic<std::uint64_t> word_{0};
};

/// The waits of owners, and who is to leave its place for them.
class OwnerWaits {
 public:
  static OwnerWaits& get() noexcept { return platform::ProcessWide<OwnerWaits>::get(); }

  /// `anywhere`: it may need any thread. Ended by end().
  void begin(bool anywhere) noexcept;
  void end(bool anywhere) noexcept {
    if (anywhere) anywhere_.end();
    all_.end();
  }

  struct Begun {
    std::uint64_t all, anywhere;
  };
  Begun begun() const noexcept { return {all_.begun(), anywhere_.begun()}; }
  /// Has an owner waited since then that may need this thread?
  bool may_need(const Worker& w, const Begun& begun) const noexcept;
  /// Then: to look again now and then, as what may_need() says changes with time.
  bool any_since(const Begun& begun) const noexcept { return all_.any_since(begun.all); }

  /// On the stack of one who sleeps in place.
  struct Sleeper {
    Worker* worker;
    Sleeper* next = nullptr;
    Sleeper** link = nullptr;
  };
  void add(Sleeper& sleeper) noexcept;
  void remove(Sleeper& sleeper) noexcept;

 private:
  void wake_all() noexcept;

  WaitCount all_, anywhere_;
  std::atomic<std::uint64_t> since_{0};  // ticks when the first of those in progress began; a hint
  SpinLock lock_;                        // guards the list
  Sleeper* first_ = nullptr;
};

/// The wait of a task that holds a lock; around all of it. Nothing if it holds none.
class OwnerWait {
 public:
  enum class For : std::uint8_t { outside, tasks };
  OwnerWait(Worker& w, For what) noexcept {
    if (w.locks_held != 0) [[unlikely]]
      begin_slow(w, what);
  }
  ~OwnerWait() {
    if (among_ != nullptr) [[unlikely]]
      end_slow();
  }
  OwnerWait(const OwnerWait&) = delete;
  OwnerWait& operator=(const OwnerWait&) = delete;

 private:
  void begin_slow(Worker& w, For what) noexcept;
  void end_slow() noexcept;
  OwnerWaits* among_ = nullptr;
  Worker* bound_ = nullptr;  // to the worker that alone goes on with it
};

/// Waits in place for a slot that is completed when the caller may try for a lock that somebody
/// else has. False: it isn't completed, and the caller has to be suspended instead. Who is
/// `patient` stays for a moment even while an owner waits: it may be handed the lock there.
bool wait_in_place(WaitSlot& slot, bool patient) noexcept;

/// The same for a turn of an ordered or doacross loop, no task scheduling point either: whoever has
/// it before may be anywhere, but for what this thread alone can go on with he needs nothing of it.
bool await_turn_in_place(WaitSlot& slot) noexcept;

/// A step of a wait in place for other members of the team, where nobody tells when it is over.
/// False, at once: others have to run here, see yield_current().
bool await_members_in_place(InPlaceWait& wait) noexcept;

}  // namespace tidemill::core
