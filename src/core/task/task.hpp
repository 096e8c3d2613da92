// The task descriptor, its completion and its family.
//
// Life: created by spawn() -> [waits for predecessors: pending] -> ready (in one queue) ->
// running -> body returned -> complete (body returned AND no event outstanding) -> released (so
// are all its descendants) -> freed (and no dependence table names it any more).
//
// Completion is one transition, events_ reaching 0, whoever triggers it: it releases the
// successors, then counts down the taskgroup, then the parent (docs/mechanisms/tasks.md).
//
// Who may touch what: before it is published (queued) only its creator; while running only its
// worker; afterwards only the completer. Exceptions are the atomics, each with its rule below.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "core/sched/runnable.hpp"
#include "core/sched/wait_slot.hpp"

namespace tidemill::core {

class DependenceTable;
class Worker;
struct Fiber;
struct Icvs;
struct Member;
struct Team;
struct TaskGroup;
struct Task;
class ReductionArea;

/// An edge to a successor; lies in the successor's own block, in its predecessor's list.
struct Successor {
  Task* task;
  Successor* next;
};

/// More edges than the task's block has room for; freed with the task.
struct SuccessorChunk {
  static constexpr int kCount = 15;
  SuccessorChunk* next;
  Successor successors[kCount];
};

/// Both counts a parent keeps of its children, in one word so that the usual child takes one
/// atomic operation: bits 0..29 incomplete children, bit 30 "the producer is throttled", bit 31
/// "taskwait is armed"; bits 32..62
/// unreleased children plus one for the task itself, bit 63 "barrier is armed".
class Family {
 public:
  static constexpr std::uint64_t kChild = 1;
  static constexpr std::uint64_t kThrottled = std::uint64_t{1} << 30;
  static constexpr std::uint64_t kTaskwaitArmed = std::uint64_t{1} << 31;
  static constexpr std::uint64_t kUnreleased = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kDrainArmed = std::uint64_t{1} << 63;

  static constexpr std::uint64_t children(std::uint64_t word) noexcept {
    return word & (kThrottled - 1);
  }
  static constexpr std::uint64_t unreleased(std::uint64_t word) noexcept {
    return (word & ~kDrainArmed) >> 32;
  }

  void reset() noexcept { word_.store(kUnreleased, std::memory_order_relaxed); }
  std::uint64_t load() const noexcept { return word_.load(std::memory_order_acquire); }
  /// Only the task itself has children. relaxed: the child is handed over by its queue. Returns
  /// the number of incomplete children, this one included.
  std::uint64_t add_child() noexcept {
    return children(word_.fetch_add(kChild + kUnreleased, std::memory_order_relaxed)) + 1;
  }
  /// release: the child's work; acquire: if last, that of its siblings. Pairs with itself and
  /// with load() in the waiters. Returns the word after.
  std::uint64_t subtract(std::uint64_t amount) noexcept {
    return word_.fetch_sub(amount, std::memory_order_acq_rel) - amount;
  }
  /// Owner, before it waits for good. Returns the word before.
  std::uint64_t arm(std::uint64_t flag) noexcept {
    return word_.fetch_or(flag, std::memory_order_acq_rel);
  }
  void disarm(std::uint64_t flag) noexcept { word_.fetch_and(~flag, std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> word_{kUnreleased};
};

struct Task : Runnable {
  Task() noexcept : Runnable(Kind::task) {}

  // Set by the creator, constant from publication on.
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  Task* parent = nullptr;  // lives at least as long: it isn't released before us
  Team* team = nullptr;
  TaskGroup* creation_group = nullptr;
  std::uint32_t depth = 0;      // generations below the initial task
  std::uint8_t size_class = 0;  // of the block this task lies in (task/block_cache.hpp)
  bool implicit = false;
  bool untied = false;  // or everything migrates (TIDEMILL_MIGRATE)
  bool final = false;
  bool wakes_when_ready = false;     // undeferred: its creator waits in `wait` to run it
  bool wakes_when_complete = false;  // undeferred and detached: its creator waits for the events
  bool pinned = false;               // freed by the last pin: tables name it, or its creator waits

  // The running task's own.
  TaskGroup* group = nullptr;  // innermost taskgroup it stands in
  const Icvs* icvs = nullptr;  // data environment; the creator's until written
  Icvs* own_icvs = nullptr;    // snapshots this task wrote, newest first
  bool icvs_shared = false;    // a child or a team has taken `icvs` since it was written
  // Clauses of the parallel region it is about to meet, where the compiler tells them ahead.
  std::uint8_t next_proc_bind = 0;  // 0: no clause
  int next_threads = 0;             // 0: no clause
  DependenceTable* children_by_address = nullptr;
  Member* home = nullptr;  // slot that last ran it: where foreign threads send it

  // Shared; see the file's head.
  Family family;
  std::atomic<std::uint32_t> events{1};  // body + bound events; 0 completes. acq_rel, with itself
  std::atomic<std::int32_t> pending{1};  // predecessors + creator's guard. acq_rel, with itself
  std::atomic<std::int32_t> pins{1};     // unreleased + table entries naming it; 0 frees
  std::atomic<Successor*> successors{nullptr};  // pushed by CAS, closed at completion
  SuccessorChunk* more_edges = nullptr;         // creator's, until published
  WaitSlot wait;                                // native waits: taskwait, barrier, undeferred
  WaitSlot block;                               // the blocking context handed out

  /// Binds `count` more events. Running task only.
  void bind_events(std::uint32_t count) noexcept {
    // relaxed: only the owner adds, and the handle is handed over by other means.
    events.fetch_add(count, std::memory_order_relaxed);
  }
};

/// A taskgroup in progress. Lives on the heap from start to end of its region.
struct TaskGroup {
  explicit TaskGroup(TaskGroup* o) noexcept : outer(o) {}
  static constexpr std::uint64_t kArmed = std::uint64_t{1} << 63;
  TaskGroup* outer;
  ReductionArea* reductions = nullptr;  // list by next; set before tasks are created
  // Incomplete tasks of the group and their descendants; acq_rel, pairs with itself. kArmed is
  // set by the waiter and kept until it is woken.
  std::atomic<std::uint64_t> incomplete{0};
  WaitSlot wait;
  bool worksharing = false;  // opened by a construct's reductions: `cancel taskgroup` means another
  /// Set by `cancel taskgroup` (team/cancel.hpp), read by its tasks. release and acquire: what the
  /// cancelling task did.
  std::atomic<bool> cancelled{false};
};

/// Fulfils `count` events (or the body's return); completes the task when they were the last.
void fulfil_events(Task* task, std::uint32_t count) noexcept;

/// The body has returned: its part of completion, and the end of the task's own structures.
void finish_body(Task* task) noexcept;

/// Gives a task's memory back: one that was never published, or that nobody names any more.
void free_task(Task* task) noexcept;

/// Drops one pin of a task with dependences; frees it when it was the last.
void unpin(Task* task) noexcept;

/// Adds the edge predecessor -> node->task unless the predecessor is complete (false).
bool add_successor(Task* predecessor, Successor* node) noexcept;

/// True once the task is complete; for tasks with dependences.
bool is_complete(const Task* task) noexcept;

/// Lets the task write its data environment: a snapshot of its own, the former one kept.
Icvs& writable_icvs(Task* task);
void free_own_icvs(Task* task) noexcept;

/// Is `task` below `ancestor` in the tree of tasks?
bool is_descendant(const Task* task, const Task* ancestor) noexcept;

}  // namespace tidemill::core
