// A team of OpenMP threads, and each thread's slot in it.
//
// A Member is one OpenMP thread of one team: its implicit task, its ready queues, its place in
// the work-sharing constructs. Its worker is the kernel thread that carries it. A worker can
// carry several members, one per nesting level (`outer`).
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/sched/deque.hpp"
#include "core/sched/ordered_queue.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/task/task.hpp"
#include "core/team/worksharing.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class Worker;

/// The worker that carries a member. Atomic because a late waker (see Team) may read it while the
/// next region sets it; relaxed: either one will do for a wake-up in vain, and all other readers
/// got the team through a queue.
class WorkerPointer {
 public:
  WorkerPointer& operator=(Worker* worker) noexcept {
    worker_.store(worker, std::memory_order_relaxed);
    return *this;
  }
  operator Worker*() const noexcept { return worker_.load(std::memory_order_relaxed); }
  Worker* operator->() const noexcept { return *this; }

 private:
  std::atomic<Worker*> worker_{nullptr};
};

struct alignas(platform::kCacheLine) Member {
  // Set while the team is formed, constant during the region.
  Team* team = nullptr;
  WorkerPointer worker;
  int number = 0;
  Member* outer = nullptr;      // next in the worker's list of its members; the worker's own
  Member* enclosing = nullptr;  // the member whose task met this region, on the same worker
  int inner = 0;                // regions nested directly in this member; the worker's own

  Task implicit;
  std::vector<Task*> constraints;  // tied tasks suspended in native waits here; worker's own

  // Ready tasks: pushed by the worker (deque) or anyone (ordered), taken by the whole team.
  Deque<Task> deque;
  OrderedQueue ordered;
  /// True while the worker sleeps or is about to; cleared by whoever wakes it (exchange).
  std::atomic<bool> idle{false};

  // Barrier (team/barrier.cpp): armed by the worker, taken by whoever exchanges it.
  std::atomic<std::uint64_t> barrier_armed{0};  // generation + 1; 0: not armed
  WaitSlot barrier_slot;

  // How many of each construct this member has met; they pair members up without a lock.
  std::uint64_t singles_met = 0;
  std::uint64_t constructs_met = 0;
  LoopShare loop;                           // its part of the loop it is in
  ConstructDescriptor* doacross = nullptr;  // the doacross nest it is in
  bool combines_locked = false;             // it holds the lock of a reduction; its own
};

/// Teams are recycled, never freed: a thread that made one of its tasks ready may still look for
/// a sleeper to wake when the region is over, and wakes somebody of the next one for nothing.
struct Team {
  explicit Team(int size);

  const int size;
  int level = 0;         // enclosing parallel regions, this one included
  int active_level = 0;  // of them, with more than one thread
  Team* outer = nullptr;
  Task* encountering = nullptr;  // the task that met the parallel construct
  Member* encountering_member = nullptr;
  std::unique_ptr<Icvs> icvs;  // of the implicit tasks, when not the encountering task's
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  std::unique_ptr<Member[]> members;

  // ---- barrier ----
  alignas(platform::kCacheLine) std::atomic<std::uint32_t> arrived{0};
  std::atomic<std::uint32_t> generation{0};
  std::atomic<std::uint32_t> barrier_sleepers{0};  // members armed in this barrier
  /// Workers that still touch this team after its last barrier; 0 lets the master reuse it.
  std::atomic<int> departing{0};

  // ---- sleeping members ----
  alignas(platform::kCacheLine) std::atomic<int> idle_count{0};

  // ---- producers put aside (task/throttle.cpp) ----
  SpinLock throttle_lock;               // guards throttled
  std::vector<Task*> throttled;         // who takes a task out resumes it
  std::atomic<int> throttled_count{0};  // a hint for idle workers; relaxed

  // ---- work-sharing ----
  std::atomic<std::uint64_t> singles_taken{0};
  void* copyprivate = nullptr;  // by the single's thread; read by the others after the barrier
  ConstructRing constructs;

  /// Every member waits until all have arrived and all explicit tasks are complete (OpenMP 5.2,
  /// 15.3.1). Suspends the calling implicit task.
  void wait_barrier(Member& self);

  /// Something became ready: wakes one sleeping member; false if there is none. Call after the
  /// push, which must have ended in a seq_cst store.
  bool notify_one() noexcept {
    // seq_cst: of this load and the sleeper's last look at the queues, one sees the other.
    return idle_count.load(std::memory_order_seq_cst) != 0 && notify_one_slow();
  }

 private:
  bool notify_one_slow() noexcept;
  void release_barrier() noexcept;
};

/// Gives a team back for the next region of its size.
struct RecycleTeam {
  void operator()(Team* team) const noexcept;
};
using TeamHandle = std::unique_ptr<Team, RecycleTeam>;
TeamHandle take_team(int size);

/// `#pragma omp parallel` from start to end: forms a team of up to `threads` (0: as the ICVs
/// say), runs body(data) in each implicit task, returns after the barrier at its end.
void run_parallel(void (*body)(void*), void* data, int threads);

/// The same in two halves, for ABIs that run the master's body themselves.
void start_parallel(void (*body)(void*), void* data, int threads);
void end_parallel();

}  // namespace tidemill::core
