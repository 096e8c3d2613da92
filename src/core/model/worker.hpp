// A kernel thread as the runtime sees it: a thread of the pool, or one from outside that called.
//
// Fields under "own" are touched by that thread only. A Worker is never freed, only reused:
// wakers may hold its address for a moment after it is gone.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/fiber/exceptions.hpp"
#include "core/fiber/fiber.hpp"
#include "core/fiber/modes.hpp"
#include "core/fiber/this_worker.hpp"
#include "core/memory/block_cache.hpp"
#include "core/model/fibers_at_rest.hpp"
#include "core/model/team.hpp"
#include "core/poll/polling.hpp"
#include "core/ready/inbox.hpp"
#include "core/ready/search.hpp"
#include "core/sync/parker.hpp"
#include "core/topo/page_nodes.hpp"
#include "core/trace/account.hpp"
#include "platform/stack_overflow.hpp"

namespace tidemill::core {

struct PrivateCopy;  // of a threadprivate variable (abi/kmpc/threadprivate.cpp)

/// Clauses of the next parallel or teams region of task `of` that are told ahead and are rare: the
/// number of threads for each nesting level, what happens when they can't be had, and the teams.
struct NextRegion {
  Task* of = nullptr;
  int teams = 0;  // 0: as the ICVs say
  int team_thread_limit = 0;
  std::vector<int> nested_threads;  // of the levels below the region
  int strict_threads = 0;           // 0: fewer will do
  bool strict_fatal = false;
  const char* strict_message = nullptr;
};

/// Stacks at hand for side calls (task/side_stack.hpp): dispatch fibers, by next.
struct SideStacks {
  static constexpr int kMost = 32;
  Fiber* first = nullptr;
  int count = 0;
};

/// What a worker's tasks are made of.
struct TaskMemory {
  BlockCache blocks;
  SideStacks side_stacks;
  FibersAtRest fibers;
  int edges_ahead = 2;  // room in a task allocated before its dependences are known
};

/// Teams that stay with the worker of their primary thread (team/kept_teams.hpp).
struct WorkersTeams {
  TeamHandle initial;  // of one thread: the code outside any region
  TeamHandle hot;      // kept, with its workers, for the next region
  TeamHandle nested;   // the same for the next one inside a region
  TeamHandle lone;     // kept for the next region of one thread
};

/// Tasks that gave way. Each holds a stack: with many of them they go on in turn, and new tasks
/// begin only now and then.
struct Yields {
  static constexpr int kMany = 64;
  Inbox tasks;  // used by the owner alone
  int count = 0;
  int turns = 0;                  // they have had in this round of theirs, and as many at most
  int vain = 0;                   // in a row that found nothing to run
  std::uint64_t vain_since = 0;   // ticks: under a constraint, since when it has been so,
  std::uint64_t last_vain = 0;    // and when it last was
  std::uint32_t vain_in_all = 0;  // ever
};

/// Its part in polling.
struct Polls {
  LeaseEntry lease;          // its place in the queue for the lease
  bool events_came = false;  // by this thread: what others waited for; see Idle::poll()
};

/// Tasks that run immediately (task/immediate.hpp): when it is the queue's turn.
struct ImmediateTasks {
  std::uint32_t left = 1;        // tasks until the next look at the clock
  std::uint32_t interval = 8;    // between two looks
  std::uint64_t looked_at = 0;   // ticks
  std::uint64_t turn_since = 0;  // ticks; 0: it is the queue's turn
};

/// What OMP_DISPLAY_AFFINITY last said of a thread at one nesting level.
struct Shown {
  int team_size = 0;
  int number = 0;
  int place = 0;
  bool operator==(const Shown&) const = default;
};

/// On a page of its own: processors take a load for one of what was just stored a multiple of 4 KiB
/// away, and wait.
class alignas(4096) Worker {
 public:
  // ---- constant ----
  int id = 0;  // small, unique among the workers there are; kept when the worker is reused

  // ---- own ----
  int locks_held = 0;  // by the code on the current stack (suspend/lock_owners.hpp)
  // Stored in pairs: the first two where a task is called, the last two where it runs on the side.
  Member* member = nullptr;     // slot of the running task
  Task* task = nullptr;         // running; the initial task in a bare dispatch loop
  Fiber* fiber = nullptr;       // standing on
  Member* innermost = nullptr;  // list of active members, innermost first; see set_innermost()
  Runnable* handoff = nullptr;  // what the next stack is to run first
  After after;
  Modes modes;                   // the thread's, below what explicit tasks here have changed
  std::uint64_t stamp = 0;       // Lamport clock (policy/key.hpp)
  Search search;                 // for work
  bool returns_to_loop = false;  // completing a task on behalf of a dispatch loop
  TaskMemory memory;
  ImmediateTasks immediate;
  void** exceptions = no_exceptions;  // the C++ runtime's two words (fiber/exceptions.hpp)
  void* no_exceptions[2] = {nullptr, nullptr};
  std::uint32_t outlived = 0;  // tasks that are, with completed parents (model/lineage.hpp)
  bool from_pool = false;
  bool is_initial = false;    // the process's first thread
  Fiber native;               // the thread's own stack
  bool native_rests = false;  // a pool thread's: its bare loop is there, and the worker elsewhere
  WorkersTeams teams;
  NextRegion next_region;
  std::vector<Task*> throttled;  // creators suspended here (task/throttle.hpp)
  PrivateCopy* private_copies = nullptr;
  Yields yields;
  int bound_owners = 0;  // of locks that wait, and only go on here (suspend/lock_owners.hpp)
  int place = kNoPlace;  // it is bound to
  std::optional<platform::SignalStack> signal_stack;  // the initial and the pool's threads have one
  std::vector<Shown> affinity_shown;                  // by OMP_DISPLAY_AFFINITY, per nesting level
  Polls polls;
  SameFunction same_function;             // see next_is_of() (affinity/next_affinity.hpp)
  std::unique_ptr<PageNodes> page_nodes;  // once it has asked where data lies

  // ---- shared ----
  Inbox inbox;  // what only it may run; see there
  Parker parker;
  /// A pool thread's: it is to end, once nothing is left for its bare loop. release by who says so,
  /// who unparks it afterwards; acquire by the loop, also right before it parks: what its polls
  /// call may have used the wake-up.
  std::atomic<bool> ends{false};
  Worker* next_idle = nullptr;   // pool's list, under its lock
  bool occupied = false;         // at rest, but has a region of its own; likewise
  trace::ThreadAccount account;  // see there

  void drain_fibers() noexcept;

  /// In the bare dispatch loop on a pool thread's own stack: the thread is to end.
  bool is_to_end() const noexcept {
    return fiber == &native && ends.load(std::memory_order_acquire);
  }

  /// In a bare dispatch loop: what a polling service called from it sees as its task.
  void rest() noexcept {
    member = &teams.initial->members[0];
    task = &member->implicit;
    locks_held = 0;  // a task that has ended holds none, or is wrong
  }

  /// At a region's begin: they may have been found since (fiber/exceptions.hpp). On its own thread.
  void look_for_exceptions() noexcept {
    if (exceptions == no_exceptions && exceptions_known()) [[unlikely]]
      exceptions = exceptions_of_thread(no_exceptions);
  }

  /// The worker writes `innermost`, and other threads may read it (the watch over blocked teams):
  /// this store and the load below are partners. relaxed, both: members are never freed, and a
  /// late answer does no harm.
  void set_innermost(Member* m) noexcept {
    std::atomic_ref(innermost).store(m, std::memory_order_relaxed);
  }
  const Member* innermost_of_other() noexcept {
    return std::atomic_ref(innermost).load(std::memory_order_relaxed);
  }
  /// From here on the worker runs the member's implicit task; until it leaves it for another's.
  void enter_member(Member& m, Member* enclosing) noexcept;
  void leave_member(Member& m, Task* for_task, Member* of_member) noexcept;
  /// This worker's slot in `team`, or nullptr.
  Member* member_of(const Team* team) const noexcept {
    Member* m = innermost;
    while (m != nullptr && m->team != team) m = m->outer;
    return m;
  }
  /// The same, where it mostly runs a task of that one.
  Member* slot_in(const Team& team) const noexcept {
    return member->team == &team ? member : member_of(&team);
  }
};

/// Has the last task made something ready that is in no queue, or that nobody was woken for?
inline bool owes_wakes(const Worker& worker) noexcept {
  return worker.search.successor != nullptr || worker.search.owed_wakes != 0;
}

/// Destroys the copies of a thread that ends. Defined in abi/kmpc/threadprivate.cpp.
void destroy_private_copies(Worker& worker) noexcept;

/// Unmaps the stacks that nobody uses: the worker's own, and those in the common store.
void release_stacks(Worker& worker) noexcept;

/// How many workers there have been at once; their ids are smaller.
int worker_count() noexcept;

/// Memory of tasks from the cache of the calling worker ...
inline BlockCache::Block take_block(std::size_t bytes) noexcept {
  return current_worker().memory.blocks.allocate(bytes);
}

/// ... and back to it, or to the store where the thread is none.
inline void give_block(void* memory, std::uint8_t size_class) noexcept {
  if (Worker* worker = current_worker_or_null())
    worker->memory.blocks.free(memory, size_class);
  else
    BlockCache::free_shared(memory, size_class);
}

/// The same for a standard container.
template <class T>
struct BlockAllocator {
  using value_type = T;
  BlockAllocator() noexcept = default;
  template <class Other>
  BlockAllocator(const BlockAllocator<Other>&) noexcept {}  // NOLINT: as the standard asks for
  T* allocate(std::size_t count) noexcept {
    return static_cast<T*>(take_block(count * sizeof(T)).memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    give_block(memory, BlockCache::class_of(count * sizeof(T)));
  }
  bool operator==(const BlockAllocator&) const noexcept = default;
};

}  // namespace tidemill::core
