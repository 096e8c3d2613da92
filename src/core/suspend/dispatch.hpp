// The dispatch loop, and how a waiting task waits.
//
// One loop, waiting is a policy (docs/mechanisms/dispatch.md). In the loop at the bottom of every
// dispatch fiber, and of a pool thread's own stack, tasks run as plain calls. A waiting task runs
// the same loop on its own stack, but may stack there only tasks it waits for; for anything else it
// is suspended and the worker goes on from another stack. With TIDEMILL_STACKS=own a native wait
// also stacks whatever else the scheduling constraint lets begin.
//
// Defined in sched/dispatch.cpp and dispatch_loop.cpp; how a task becomes ready, in make_ready.cpp
// here.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/model/task.hpp"

namespace tidemill::core {

class Worker;

namespace trace {
enum class From : std::uint8_t;
}

/// How the task that waits may be used meanwhile.
class WaitPolicy {
 public:
  virtual bool done() noexcept = 0;
  /// Before sleeping or being suspended: from now on slot() will be completed. False: done.
  virtual bool arm() noexcept = 0;
  virtual WaitSlot& slot() noexcept = 0;
  /// May `task` run on top of the waiter's stack? Only if the waiter can't go on without it.
  virtual bool may_stack(const Task&) noexcept { return false; }
  /// Native waits honour the task scheduling constraint (OpenMP 5.2, 12.9); others are true
  /// suspensions.
  virtual bool constrains() const noexcept { return false; }
  /// A throttled creator's: only as long as there is something to run, or it isn't due. It goes on
  /// on the same worker, even an untied task.
  virtual bool only_while_work() const noexcept { return false; }
  /// Is it a part of a longer wait, of which the caller says when it begins and ends?
  virtual bool is_part() const noexcept { return false; }

 protected:
  ~WaitPolicy() = default;
};

/// Until children of a task, or tasks of a group, are over: at first by a look at their counts;
/// once it is armed whoever takes the last one off completes the slot.
class FamilyPolicy : public WaitPolicy {
 public:
  bool done() noexcept final { return armed_ ? slot_.done() : is_over(family_.counts()); }
  bool arm() noexcept final {
    if (armed_) return !slot_.done();
    slot_.reset();
    // Of the merging and the last one's count, the later sees the other.
    armed_ = true;
    if (!is_over(family_.merge(flag_))) return true;
    leave();  // nobody is left to see it
    return false;
  }
  WaitSlot& slot() noexcept final { return slot_; }

 protected:
  /// `flag`: kTaskwaitArmed waits for children, kDrainArmed for all descendants. `waiter`: whose
  /// family it is; nullptr: one that is over with this wait, and stays merged.
  FamilyPolicy(Family& family, WaitSlot& slot, std::uint64_t flag, Task* waiter) noexcept
      : family_(family), slot_(slot), flag_(flag), waiter_(waiter) {}
  ~FamilyPolicy() {
    if (armed_) leave();
  }

 private:
  bool is_over(std::uint64_t counts) const noexcept {
    return flag_ == Family::kDrainArmed ? Family::unreleased(counts) == 1
                                        : Family::children(counts) == 0;
  }
  void leave() noexcept {
    armed_ = false;
    if (waiter_ != nullptr) leave_merged(*waiter_, flag_);
  }
  Family& family_;
  WaitSlot& slot_;
  const std::uint64_t flag_;
  Task* const waiter_;
  bool armed_ = false;
};

/// Will the worker's task, if it is suspended, go on wherever its team has a worker free?
bool may_migrate(const Worker& worker) noexcept;

/// Waits until policy.done(). Suspends: the caller may be on another thread afterwards.
void wait_until(WaitPolicy& policy);

/// Waits for a slot to be completed, running nothing on top of the waiter.
void wait_slot(WaitSlot& slot);
/// The same in a native wait of OpenMP's, which the scheduling constraint is about.
void wait_slot_natively(WaitSlot& slot);
/// The same for what the program itself, or MPI, brings about.
void wait_for_outside(WaitSlot& slot);

/// Says whether the calling thread must not leave its task; nullptr: it always may. relaxed: set
/// before there is anything to ask.
extern std::atomic<int (*)()> pinned_query;
inline bool is_pinned() {
  int (*const pinned)() = pinned_query.load(std::memory_order_relaxed);
  return pinned != nullptr && pinned() != 0;
}

/// Suspends the current task for `first`, which runs immediately; it goes on when `first` has
/// finished or is suspended. Suspends.
void run_before_current(Task* first);

/// Lets others run first. Suspends.
void yield_current();

/// Queues a task whose dependences are fulfilled. Any thread.
void make_ready(Task* task) noexcept;
/// Queues a suspended fiber. Any thread; the caller owns the fiber.
void make_resumable(Fiber* fiber) noexcept;
/// The same of one that was taken, and is put back.
void queue_ready(Task* task) noexcept;
void queue_resumable(Fiber* fiber) noexcept;

/// Runs `task` as a plain call on the current stack, and completes it. What it makes ready is
/// announced when the caller takes its next task or calls settle_wakes() (suspend/choose.hpp): one
/// of them is for the caller itself, and waking another worker for that one would be in vain.
void run_task(Worker& worker, Task* task);

/// The bottom of every dispatch fiber.
[[noreturn]] void dispatch_forever();

/// The dispatch loop on a pool thread's own stack, where implicit tasks begin; returns when the
/// thread is to end.
void run_pool_worker(Worker& worker);
/// Lets it return, in a worker that is at rest.
void end_pool_worker(Worker& worker) noexcept;

}  // namespace tidemill::core
