// The task descriptor, its completion and its family.
//
// Life: created (task/create.hpp) -> [waits for predecessors: pending] -> ready (in one queue) ->
// running -> body returned -> complete (body returned AND no event outstanding) -> released (so
// are all its descendants) -> freed (and its parent's dependence table doesn't name it any more).
//
// Completion is one transition, the end of the body or, where events are bound, of the last of both
// (model/event_counter.hpp), whoever triggers it: it releases the successors, then counts down the
// taskgroup, then the parent (docs/mechanisms/tasks.md).
//
// Who may touch what: before it is published (queued) only its creator; while running only its
// worker; afterwards only the completer. Exceptions are the atomics, each with its rule below.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "core/fiber/runnable.hpp"
#include "core/model/affinity.hpp"
#include "core/model/duration.hpp"
#include "core/model/event_counter.hpp"
#include "core/model/family.hpp"
#include "core/model/request.hpp"
#include "core/model/wait_slot.hpp"

namespace tidemill::core {

class DependenceTable;
class Worker;
struct Fiber;
struct Icvs;
struct Member;
struct Team;
struct TaskGroup;
struct Task;
struct Claim;
struct GraphNode;
struct SuccessorChunk;
class ReductionArea;

/// An address, relaxed: what else there is to see is handed over by other means.
template <class T>
class SharedPointer {
 public:
  SharedPointer& operator=(T* to) noexcept {
    to_.store(to, std::memory_order_relaxed);
    return *this;
  }
  operator T*() const noexcept { return to_.load(std::memory_order_relaxed); }
  T* operator->() const noexcept { return *this; }

 private:
  std::atomic<T*> to_{nullptr};
};
using WorkerPointer = SharedPointer<Worker>;

struct Task : Runnable {
  Task() noexcept : Runnable(Kind::task) {}

  // In `ended`: no name was left when it completed; it is complete, and descendants are left.
  static constexpr std::uint8_t kForgotten = 1, kOutlived = 2;

  // In order of use, by cache lines: a task travels from its creator's processor to another's, and
  // back when it is complete. The first line is what its runner reads, the second what it writes,
  // the third stays where it is unless there is more to the task than a body and dependences.

  // Set by the creator, constant from publication on (but `named`, `wakes` and `has_more`).
  bool implicit = false;
  bool untied = false;  // or everything migrates (TIDEMILL_MIGRATE)
  // How its next child is created, if not as usual: bits below. The running task's own, but for
  // those that its children inherit: kFinal and kInfers.
  std::uint8_t creates = 0;
  static constexpr std::uint8_t kFinal = 1;       // this task is final: its children are included
  static constexpr std::uint8_t kNextPlaced = 2;  // with an affinity (affinity/next_affinity.hpp)
  static constexpr std::uint8_t kInfers = 4;      // with one to what it writes first, if with none
  /// Undeferred: its creator waits in this task's `wait`, to run it, or for the events it has left;
  /// or in its own, while the body runs elsewhere, whose own waits need this task's.
  enum class Wakes : std::uint8_t { nobody, when_ready, when_complete, creator_when_complete };
  Wakes wakes = Wakes::nobody;
  std::uint8_t next_proc_bind = 0;  // 0: no clause; with next_threads
  bool named = false;               // has dependences, or its creator waits: see `successors`
  // One of the third line's first four is in use, or next_*; who sets one sets this. But for
  // `unentered`, and an affinity that names the whole machine.
  bool has_more = false;
  // Its events' counter, once it was asked for; the creator's, then the running task's. Once its
  // body is over, with the counter whose it is.
  EventCounter* events = nullptr;
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  // It isn't released before us. Once we are complete, an ancestor further up (model/lineage.hpp).
  SharedPointer<Task> parent;
  Team* team = nullptr;

  Member* home = nullptr;  // slot that last ran it: where foreign threads send it
  // The one that runs it, and owns `family`; nullptr: any may, and its own code counts for itself
  // alone. An untied one has it until it is suspended: others may ask then, who see two that
  // aren't themselves.
  WorkerPointer worker;
  [[no_unique_address]] Family family;  // shared; see there. Its last bytes hold the next six
  std::atomic<std::uint8_t> ended{0};   // bits below; the completer's
  bool icvs_shared = false;             // a child or a team has taken `icvs` since it was written
  bool has_objects = false;     // its data has destructors, which its body sees to; creator's
  bool enters_late = false;     // its dependences are `unentered` (task/immediate.hpp); creator's
  std::uint8_t size_class = 0;  // of the block this task lies in (memory/block_cache.hpp)
  std::uint16_t edges_at = 0;   // where its edges may lie (task/create.hpp)
  // Shared. How many edges to successors there are (model/edges.hpp), until completion leaves the
  // mark "complete" or, with no descendant left, "released". Bit 0: nobody names the task any
  // more. Of that bit's setter and the one who releases, the second frees it.
  std::atomic<std::uintptr_t> successors{0};
  // Shared. Incomplete predecessors, of a task that has any; more by far while its creator still
  // enters edges (task/create.cpp). Who takes it to 0 makes the task ready. acq_rel, with
  // itself: he has all predecessors' results. Of a task that excludes others (deps/exclusion.hpp)
  // kExclusive more, for good: who takes it to that claims what it excludes them from. Of one that
  // has a node in a graph (deps/task_graph.hpp) kTracked more, for good.
  std::atomic<std::int32_t> pending{0};
  std::uint32_t names = 0;  // the parent's code: table entries, and its own wait
  std::uint32_t depth = 0;  // generations below the initial task
  // Clauses of the parallel region it is about to meet, where the compiler tells them ahead.
  std::uint16_t next_threads = 0;  // 0: no clause
  DurationEntry duration = 0;      // of what it runs; creator's

  TaskGroup* creation_group = nullptr;
  union {
    SuccessorChunk* more_edges = nullptr;          // the creator's code
    const std::span<const Dependence>* unentered;  // where `enters_late`; lies with its creator
  };
  DependenceTable* children_by_address = nullptr;  // the running task's own
  ExtraWord extra;                                 // its affinity, and what few tasks have
  TaskGroup* group = nullptr;                      // innermost taskgroup it stands in
  const Icvs* icvs = nullptr;                      // data environment; the creator's until written
  WaitSlot wait;                                   // native waits: taskwait, barrier, undeferred
  WaitSlot block;                                  // the blocking context handed out
};

static_assert(sizeof(Task) == 3 * 64);

/// A taskgroup in progress. Lives on the heap from start to end of its region.
struct TaskGroup {
  explicit TaskGroup(TaskGroup* o, Worker* w = nullptr) noexcept : outer(o), worker(w) {
    if (w == nullptr) tasks.merge(0);
  }
  TaskGroup* outer;
  ReductionArea* reductions = nullptr;  // list by next; set before tasks are created
  Worker* const worker;  // owner of the counts: its task met the construct; nullptr: any may
  Family tasks;          // "children": the group's tasks and their descendants, if incomplete
  WaitSlot wait;
  GroupKind kind = GroupKind::taskgroup;  // `cancel taskgroup` means none of another kind
  /// Set by `cancel taskgroup` (task/cancel.hpp), read by its tasks. release and acquire: what the
  /// cancelling task did.
  std::atomic<bool> cancelled{false};
};

/// The running task's own code. If not, a new child has no predecessor to wait for.
inline bool has_incomplete_children(const Task& task) noexcept {
  return Family::children(task.family.counts()) != 0;
}

/// The body is over and all events are fulfilled.
void complete_task(Worker* here, Task* task) noexcept;

/// `count` children of `parent`, created in `group`, if any, are complete and were gone before.
void count_down_gone(Worker* here, Task* parent, std::uint32_t count, TaskGroup* group) noexcept;

/// Takes `amount` off a parent's family and does what that makes due. The last touch of `parent`.
void count_down_slow(Worker* here, Task* parent, std::uint64_t amount) noexcept;
inline void count_down(Worker* here, Task* parent, std::uint64_t amount) noexcept {
  if (here == nullptr || parent->worker != here || !parent->family.subtract_own(amount))
    count_down_slow(here, parent, amount);
}

/// Its body is over, and nothing but its own end hangs on it: no successor, group, event, child or
/// wait.
inline bool ends_plainly(const Task& task) noexcept {
  return !(task.named | task.has_more) && task.events == nullptr && task.family.is_alone();
}

/// The body has returned: its part of completion, and the end of the task's own structures.
void finish_body(Worker& here, Task* task) noexcept;

/// Gives a task's memory back: one that was never published, or that nobody names any more.
void free_task(Task* task) noexcept;

/// The parent's code forgets one name of a task that has `named`; frees it if it was the last and
/// the task is released.
void forget_last_slow(Task* task) noexcept;
inline void forget(Task* task) noexcept {
  if (--task->names == 0) forget_last_slow(task);
}

// What Task::successors holds instead of a number, beside the bit.
inline constexpr std::uintptr_t kNoNames = 1;
inline constexpr std::uintptr_t kComplete = 2;
inline constexpr std::uintptr_t kReleased = 4;  // complete, and all descendants, too
constexpr bool says_complete(std::uintptr_t successors) noexcept {
  return successors > kNoNames && successors <= (kReleased | kNoNames);
}

/// Its body is over: is an event left? The task's own code's, or its creator's while it waits.
inline bool has_events_left(const Task& task) noexcept {
  // acquire: sees what fulfilled events did before their fetch_sub.
  return task.events != nullptr && task.events->outstanding.load(std::memory_order_acquire) != 1;
}

/// See Task::pending.
inline constexpr std::int32_t kExclusive = 1 << 28, kTracked = 1 << 27;
inline bool is_exclusive(const Task& task) noexcept {
  // relaxed: constant once no predecessor is left.
  return (task.pending.load(std::memory_order_relaxed) & kExclusive) != 0;
}

/// The parent's code, once the task is entered, and who has it: its runner, or completer.
inline bool is_tracked(const Task& task) noexcept {
  // relaxed: constant since the task was published.
  return (task.pending.load(std::memory_order_relaxed) & kTracked) != 0;
}

/// True once the task is complete; for tasks with dependences. Its results are visible then.
inline bool is_complete(const Task* task) noexcept {
  return says_complete(task->successors.load(std::memory_order_acquire));
}

/// Lets the task write its data environment: a snapshot of its own, the former one kept.
Icvs& writable_icvs(Task* task);
void free_extras(Task* task) noexcept;

/// The end of a wait that had merged the family of the running task.
inline void leave_merged(Task& task, std::uint64_t flags) noexcept {
  if (task.worker != nullptr)
    task.family.unmerge(flags);
  else
    task.family.disarm(flags);
}

}  // namespace tidemill::core
