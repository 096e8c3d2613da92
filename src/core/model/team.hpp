// A team of OpenMP threads, and each thread's slot in it.
//
// A Member is one OpenMP thread of one team: its implicit task, its ready queues, its place in
// the work-sharing constructs. Its worker is the kernel thread that carries it. A worker can
// carry several members, one per nesting level (`outer`).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/fiber/modes.hpp"
#include "core/model/task.hpp"
#include "core/model/waiting_tasks.hpp"
#include "core/model/worksharing.hpp"
#include "core/policy/immediate.hpp"
#include "core/ready/ready_set.hpp"
#include "core/settings/icvs.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/trace/thread_account.hpp"
#include "platform/asymmetric_fence.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class TaskGraph;

/// Its public queues are one core's domain in the team's ready set.
struct alignas(platform::kCacheLine) Member : CoreDomain {
  // Set while the team is formed, constant during the region.
  Team* team = nullptr;
  /// The one that carries it. A late waker (see Team) may read it while the next region sets it:
  /// either value will do for a wake-up in vain. All other readers got the team through a queue.
  WorkerPointer worker;
  int number = 0;
  Member* outer = nullptr;      // next in the worker's list of its members; the worker's own
  Member* enclosing = nullptr;  // the member whose task met this region, on the same worker
  Seat seat;                    // its place (core/affinity/binding.hpp)
  int inner = 0;                // regions nested directly in this member, by whoever's tasks; the
                                // worker's own. 0 again when all tasks of the team are over

  Task implicit;
  std::int64_t look_ahead_mark = 0;  // of its creators, if above the high water (task/throttle.cpp)
  WaitingTasks waiting;              // tied tasks suspended in native waits here; the worker's own
  bool hungry = false;               // counted in Team::hungry_count; the worker's own
  std::atomic<std::uint32_t> outside{0};  // its part of a sum: see Team::count_outside()

  /// True while the worker sleeps or is about to; cleared by whoever wakes it, or by itself.
  /// release when set, acq_rel exchange to clear it: with itself; hands over `worker`.
  std::atomic<bool> idle{false};
  std::atomic<bool> idle_inside{false};  // the same while it is in an inner region

  // Barrier (team/barrier.cpp): armed by the worker, taken by whoever exchanges it.
  std::atomic<std::uint64_t> barrier_armed{0};  // which barrier it sleeps in; 0: none. See there
  WaitSlot barrier_slot;
  std::uint32_t arrivals_due = 0;  // of Team::arrived, at the last barrier met; see barrier.cpp
  bool awaits_copiers = false;     // its next barrier is a whole one (share_copies()); its own

  // How many of each construct this member has met; they pair members up without a lock.
  std::uint64_t singles_met = 0;
  std::uint64_t constructs_met = 0;
  LoopShare loop;              // its part of the loop it is in
  DoacrossShare doacross;      // of the nest it is in
  std::uint8_t combining = 0;  // a reduction (abi/kmpc/reduce.cpp): bits below; its own
  // It is at the first of two barriers (there). Its own; read by who arrives there last.
  bool combined = false;
  // Used in a cancelled region, shared with nobody.
  std::vector<std::unique_ptr<ConstructDescriptor>> lone;

  std::uint32_t loops_met = 0;  // dynamic and guided ones, in all regions of the team

  ChunkWord block_taken;  // of its block of a loop (model/chunks.hpp); by anybody
};

// What the end of combining has to see to, as bits of Member::combining.
inline constexpr std::uint8_t kCombinesLocked = 1;  // it holds the lock
inline constexpr std::uint8_t kMayBeLeft = 2;  // constructs may be cancelled; as long as the team

/// What `cancel` can name, as bits of Team::cancelled.
enum class Cancel : std::uint8_t { parallel = 1, loop = 2, sections = 4, taskgroup = 8 };

/// More bits there, for what comes after a barrier. Others read what a member of the team has on
/// its stack, until the next one (share_copies()).
inline constexpr std::uint8_t kCopiersMark = 16;
/// The last barrier was that of a cancelled loop or sections, and as those who have finished it
/// have one more, so have those who have left it (abi/kmpc/reduce.cpp).
inline constexpr std::uint8_t kOneMoreMark = 32;

/// How an explicit or implicit barrier inside a region ended.
enum class BarrierEnd : std::uint8_t { passed, cancelled };

/// Teams are recycled, never freed: a thread that made one of its tasks ready may still look for
/// a sleeper to wake when the region is over, and wakes somebody of the next one for nothing.
struct Team {
  explicit Team(int size);

  const int size;
  const int ready_mark;        // of its creators' ready tasks (task/throttle.hpp)
  const bool all_untied;       // its tasks, as TIDEMILL_MIGRATE asks for
  const bool all_tied;         // as TIDEMILL_STACKS=own makes them
  const bool counts_arrivals;  // its barriers end as `arrived` reaches a number (team/barrier.cpp)
  int level = 0;               // enclosing parallel regions, this one included
  int active_level = 0;        // of them, with more than one thread
  int immediate_mark = 0;      // with so many ready tasks a new one runs at once (immediate.hpp)
  TaskGraph* graph = nullptr;  // of a policy that looks at it (deps/task_graph.hpp)
  TaskGraph* kept_graph = nullptr;  // the same for the next such region
  Team* outer = nullptr;
  int league_size = 1;    // of the teams construct around it
  int league_number = 0;  // of its initial team in there
  Member* encountering_member = nullptr;
  std::unique_ptr<Icvs> icvs;         // of the implicit tasks, when not the encountering task's
  int reserved_threads = 0;           // it has taken from its contention group's thread limit
  std::atomic<int> group_threads{1};  // an initial team's: threads of the regions below it; a sum
  const void* code = nullptr;         // RegionRequest::code
  LoopBounds first_bounds;            // of first_loop
  std::unique_ptr<Member[]> members;
  ReadySet ready;  // what they may run, and who takes what next
  // The system's numbers of ready.layout()'s nodes, if they are several; set with that.
  std::vector<int> memory_nodes;

  // ---- what a region begins with ----
  // Written by the primary thread, then read by the others, who wait for `generation` to change
  // (team/barrier.cpp). What is mostly as in the region before is written only if it isn't, and so
  // stays in everybody's cache; the rest is on one line, with the next one if there is much data.
  Task* encountering = nullptr;            // the task that met the parallel construct
  const Icvs* first_icvs = nullptr;        // what the implicit tasks start from
  TaskGroup* group = nullptr;              // around the region: its reductions
  const LoopBounds* first_loop = nullptr;  // which every implicit task is in when it starts
  Modes modes;                             // the primary thread's, where members inherit them
  alignas(2 * platform::kCacheLine) std::atomic<std::uint32_t> generation{0};
  std::atomic<std::uint8_t> cancelled{0};  // bits of Cancel, and marks; rarely written
  bool dismissed = false;  // no next region: its workers leave, or, in a forked child, aren't there
  bool inherits_modes = false;  // RegionRequest::inherit_modes
  bool occupies = false;        // a thread at rest in the pool met it (team/pool.hpp)
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  static constexpr std::size_t kDataBytes = 104;
  std::byte data_copy[kDataBytes];  // RegionRequest::data_bytes

  // ---- barrier: orders are told in barrier.cpp ----
  alignas(platform::kCacheLine) std::atomic<std::uint32_t> arrived{0};
  std::atomic<std::uint32_t> at_rest{0};           // members other than the first, at its end
  std::atomic<std::uint32_t> barrier_sleepers{0};  // members armed in a wait of barrier.cpp
  std::atomic<std::uint64_t> whole{0};             // whole barriers passed; arrived at the next one
  std::atomic<bool> primary_gone{false};           // to the end of the region, which is cancelled
  std::atomic<std::uint64_t> singles_taken{0};     // `single` constructs begun; see enter_single()
  /// Workers of a dismissed team that still touch it; 0 lets the primary thread give it back.
  /// acq_rel when they leave, acquired by it.
  std::atomic<int> departing{0};

  // ---- members without work ----
  // hungry_count: those that look for some, spinning or asleep; a worker counts itself in before it
  // announces its sleep (idle_count). Owners of deques read it with every task, so it has a line
  // that changes only when a stretch of idleness begins or ends. Both relaxed: fences order them,
  // see notify_one().
  alignas(platform::kCacheLine) std::atomic<int> hungry_count{0};
  // Has it had explicit tasks, or implicit ones that any member may go on with, since it was taken
  // (take_team())? Before, nobody looks for work among the others: in teams of thousands that takes
  // long. Set before the first is pushed; relaxed, as fences order it like the push.
  std::atomic<bool> has_queued{false};
  alignas(platform::kCacheLine) std::atomic<int> idle_count{0};
  std::atomic<int> idle_inside_count{0};  // members' idle_inside; see wake_inside()

  // ---- throttled creators (task/throttle.cpp) ----
  SpinLock throttle_lock;                          // guards throttled
  std::vector<Task*> throttled;                    // who takes a task out resumes it
  std::atomic<int> throttled_count{0};             // a hint for idle workers; relaxed
  std::atomic<LookAhead> look_ahead{LookAhead{}};  // for the next time; relaxed
  std::atomic<std::uint64_t> throttled_at{0};      // ticks, the last one; relaxed, a number

  /// By threads without a slot here; see count_outside().
  std::atomic<std::uint32_t> outside{0};

  // ---- work-sharing ----
  void* copyprivate = nullptr;  // by the single's thread; read by the others (share_copies())
  ConstructRing constructs;
  /// A member has chosen a schedule(runtime) for itself: others may count that loop another way.
  /// relaxed: at_rest hands it to the primary thread.
  std::atomic<bool> schedules_differ{false};
  ChunkWord chunks_taken;  // of a loop that isn't in blocks (model/chunks.hpp)

  trace::TeamAccount account;  // see there

  /// Every member waits until all have arrived and all explicit tasks are complete (OpenMP 5.2,
  /// 15.3.1), or until the region is cancelled. Suspends the calling implicit task.
  BarrierEnd wait_barrier(Member& self);
  /// The same, but cancelling the region doesn't cut it short: who has gone to the region's end
  /// counts as arrived. Suspends.
  BarrierEnd wait_whole_barrier(Member& self);
  /// At the region's end, cancelled or not, by its primary thread: until all others are at rest
  /// and all explicit tasks complete. Suspends.
  void join(Member& primary);
  /// By the others: until the next region of this team begins, or it is dismissed. Suspends.
  void rest(Member& self);
  /// By the primary thread, who has said what begins.
  void end_rest() noexcept;
  /// Cancels the region: wakes the members that wait in a barrier which won't be passed any more.
  void cancel_region() noexcept;

  bool is_cancelled(Cancel what) const noexcept {
    // acquire: what the cancelling member did before. Pairs with cancel's fetch_or.
    return (cancelled.load(std::memory_order_acquire) & static_cast<std::uint8_t>(what)) != 0;
  }

  /// Whole barriers (team/whole_barrier.hpp), by barrier.cpp's waits.
  bool has_passed_whole(std::uint32_t number) noexcept;
  void go_from_whole(const Member& self) noexcept;

  bool all_at_rest() const noexcept {
    // acquire: their part; seq_cst: after arming. Pairs with the fetch_add in rest().
    return at_rest.load(std::memory_order_seq_cst) + 1 == static_cast<std::uint32_t>(size);
  }

  /// So many tasks more of this team (or less) wait for something from outside: paused, or with
  /// their body over and such events left. Where it is counted doesn't matter, the sum tells:
  /// modulo 2^32, as one member may count all that begin and another all that end. `own`: the
  /// calling worker's slot, whose count it writes alone, or nullptr. relaxed: hints.
  void count_outside(Member* own, std::int32_t change) noexcept {
    const auto amount = static_cast<std::uint32_t>(change);
    if (own != nullptr)
      own->outside.store(own->outside.load(std::memory_order_relaxed) + amount,
                         std::memory_order_relaxed);
    else
      outside.fetch_add(amount, std::memory_order_relaxed);
  }
  bool any_outside() const noexcept {
    std::uint32_t sum = outside.load(std::memory_order_relaxed);
    for (int i = 0; i < size; ++i) sum += members[i].outside.load(std::memory_order_relaxed);
    return sum != 0;
  }

  /// Something is about to be pushed.
  void note_queued() noexcept {
    if (!ever_queued()) [[unlikely]]
      has_queued.store(true, std::memory_order_relaxed);
  }
  bool ever_queued() const noexcept { return has_queued.load(std::memory_order_relaxed); }

  bool hungry() const noexcept { return hungry_count.load(std::memory_order_relaxed) != 0; }

  /// Something became ready with member `near`: wakes one sleeping member, the nearest; false if
  /// there is none. Call after the push.
  bool notify_one(int near = 0) noexcept {
    // Of the push and this load, and the sleeper's announcement and last look, one sees the other:
    // the sleeper fences heavily between its two.
    platform::light_fence();
    return hungry() && idle_count.load(std::memory_order_relaxed) != 0 && notify_one_slow(near);
  }
  /// The same of something that only members on a node may take: one of them.
  bool notify_node(int node) noexcept {
    platform::light_fence();  // as in notify_one()
    return hungry() && idle_count.load(std::memory_order_relaxed) != 0 && notify_node_slow(node);
  }
  /// After notify_one(), which has fenced: wakes members that sleep inside inner regions, where
  /// they begin none of this team's tasks but go on with those suspended.
  void wake_inside() noexcept {
    if (idle_inside_count.load(std::memory_order_relaxed) != 0) wake_inside_slow();
  }

 private:
  bool notify_one_slow(int near) noexcept;
  bool notify_node_slow(int node) noexcept;
  void wake_inside_slow() noexcept;
  void raise_generation(std::uint64_t kind) noexcept;
  BarrierEnd arrive(Member& self);
  BarrierEnd drain_and_arrive(Member& self);
  BarrierEnd wait_traced_barrier(Member& self);
  BarrierEnd wait_generation(Member& self);
  BarrierEnd wait_marked(Member& self);
  BarrierEnd count_in(Member& self);
  /// After what ends the wait.
  void wake_armed(std::uint32_t number, std::uint64_t kind) noexcept {
    // seq_cst: after that; pairs with arm() in barrier.cpp.
    if (barrier_sleepers.load(std::memory_order_seq_cst) != 0) wake_armed_slow(number, kind);
  }
  void wake_armed_slow(std::uint32_t number, std::uint64_t kind) noexcept;
  void forget_cancelled() noexcept;
  void end_cancelled() noexcept;
};

/// The member's worker looks for something to run, or no more.
inline void count_hungry(Member& m, bool yes) noexcept {
  if (m.hungry == yes) return;
  m.hungry = yes;
  // relaxed: a hint for owners; for sleepers announce() orders it.
  m.team->hungry_count.fetch_add(yes ? 1 : -1, std::memory_order_relaxed);
}

/// Should the member's own worker share its tasks without dependences, as far as it can tell?
inline bool shares_now(const Member& self) noexcept {
  return self.team->hungry() || self.deque.shares_singles();
}

/// A member's own worker has created a task without dependences: queues it. From here on the task
/// may be gone.
void share_new_tasks_slow(Member& self) noexcept;
inline void push_own(Member& self, Task* task) noexcept {
  self.deque.push(task);
  platform::light_fence();  // as in notify_one()
  if (shares_now(self)) share_new_tasks_slow(self);
}

/// Gives a team back for the next region of its size.
struct RecycleTeam {
  void operator()(Team* team) const noexcept;
};
using TeamHandle = std::unique_ptr<Team, RecycleTeam>;
TeamHandle take_team(int size);
/// A recycled team starts counting its constructs afresh, as its members do.
void reset_constructs(Team& team) noexcept;

/// As next_chunk_slow(), which it calls if need be. In line, as a loop's code calls it for every
/// chunk: the next one of the member's own block, or of a team of one.
inline bool next_chunk(Member& self, std::uint64_t* first, std::uint64_t* last) {
  ChunkShare& mine = self.loop.chunks;
  std::uint32_t number = mine.alone;
  if (number < mine.alone_end)
    ++mine.alone;
  else if (!mine.at_home || !self.block_taken.take(mine.tag, mine.length, &number))
    return next_chunk_slow(self, first, last);
  const LoopBounds& bounds = self.loop.bounds;
  *first = (mine.first + number) * bounds.chunk;
  *last = *first + std::min(bounds.chunk, bounds.count - *first);
  return true;
}

/// What a parallel construct asks for.
struct RegionRequest {
  void (*body)(void*);
  void* data;
  /// Copy so many bytes of `data`, if there is room: the members have them sooner. Nothing outside
  /// may point there. 0: body gets `data` itself.
  std::size_t data_bytes = 0;
  int threads = 0;                        // 0: as the ICVs say
  ProcBind proc_bind = ProcBind::false_;  // false_: no clause
  /// `parallel for` in one call: the loop every implicit task is in when it starts.
  const LoopBounds* first_loop = nullptr;
  /// The group of the region's tasks, when the region has task reductions; nobody waits for it.
  TaskGroup* group = nullptr;
  /// The other members begin with the primary thread's floating-point modes, and it has its own
  /// back at the end. Else modes stay with their threads.
  bool inherit_modes = false;
  const void* code = nullptr;  // the program's, where `body` isn't that itself
};

/// `#pragma omp parallel` from start to end: forms a team, runs body(data) in each implicit task,
/// returns its size after the barrier at its end.
int run_parallel(const RegionRequest& request);

/// The same in two halves, for ABIs that run the master's body themselves.
void start_parallel(const RegionRequest& request);
void end_parallel();

/// How many threads a region met now would have at most.
int most_threads(int requested) noexcept;

}  // namespace tidemill::core
