#include "core/model/worker.hpp"

#include <pthread.h>

#include <atomic>
#include <vector>

#include "core/suspend/fiber_pool.hpp"
#include "core/task/side_stack.hpp"
#include "core/team/kept_teams.hpp"
#include "core/team/pool.hpp"
#include "core/team/region.hpp"
#include "core/trace/points.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

extern "C" {
thread_local constinit Worker* tidemill_this_worker = nullptr;
}

#if !defined(__x86_64__)
[[gnu::noinline]] Worker* current_worker_or_null() noexcept {
  asm volatile("");  // nor taken for a function whose result stays the same
  return tidemill_this_worker;
}
#endif

namespace {

void set_this_worker(Worker* worker) noexcept {
  tidemill_this_worker = worker;
  asm volatile("" ::: "memory");  // current_worker() reads it behind the compiler's back
}

/// What outlives single workers.
struct Shared {
  SpinLock lock;               // guards the rest
  int workers = 0;             // made so far
  int roots = 0;               // threads from outside that are workers
  bool initial_ended = false;  // of the process, by pthread_exit()
  std::vector<Worker*> retired;
};
Shared& shared() noexcept { return platform::ProcessWide<Shared>::get(); }

// Set in a forked child: what the forking thread had set by omp_set_*.
std::atomic<const Icvs*> inherited_icvs{nullptr};  // taken by one thread; relaxed: it wrote it

pthread_key_t retire_key() noexcept;

/// In a forked child the forking thread is alone, and the workers of its teams are gone. Outside a
/// region it starts as a new worker. In a region it stays what it is, and so it does in a deferred
/// task outside any, as that stands on a stack of the old one: it forgets the threads it had.
void start_over_in_child() noexcept {
  Parker::start_over(0);
  Worker* old = current_worker_or_null();
  if (old == nullptr) return;
  forget_threads(*old);
  if (!old->from_pool && old->fiber == &old->native && old->member->team->level == 0) {
    inherited_icvs.store(old->task->icvs, std::memory_order_relaxed);
    // What it had is left behind, also when the thread ends: other threads' locks may be in it.
    set_this_worker(nullptr);
    pthread_setspecific(retire_key(), nullptr);
    return;
  }
  Parker::start_over(1);
  old->polls.lease.forget();
  shared().workers = old->id + 1;
  shared().roots = old->from_pool ? 0 : 1;
}

Worker* make_worker() {
  trace::begin_account_if_asked();
  Worker* worker = nullptr;
  {
    std::lock_guard guard(shared().lock);
    if (!shared().retired.empty()) {
      worker = shared().retired.back();
      shared().retired.pop_back();
    }
  }
  if (worker == nullptr) {
    worker = new Worker;
    std::lock_guard guard(shared().lock);
    worker->id = shared().workers++;
  }
  worker->native.sanitized.adopt_thread();
  worker->native.stack = {};
  worker->fiber = &worker->native;
  worker->exceptions = exceptions_of_thread(worker->no_exceptions);
  Parker::count(1);
  worker->search.random ^= reinterpret_cast<std::uintptr_t>(worker) * 0x9e3779b97f4a7c15u;
  return worker;
}

/// The calling thread is a worker no more: gives back what it held.
void retire(Worker& worker) noexcept {
  worker.set_innermost(nullptr);  // its team is another's soon: what is ready there isn't for us
  trace::end(worker, *worker.task, trace::From::ready_set);
  destroy_private_copies(worker);
  worker.drain_fibers();
  worker.memory.blocks.drain_all();
  worker.member = nullptr;
  worker.task = nullptr;
  worker.locks_held = 0;
  worker.signal_stack.reset();
  worker.polls.lease.forget();
  worker.teams.initial.reset();
  worker.teams.lone.reset();
  set_this_worker(nullptr);
  Parker::count(-1);
  std::lock_guard guard(shared().lock);
  shared().retired.push_back(&worker);
}

/// One root less. True if the process can only end when the threads of the pool do: its initial
/// thread has left main by pthread_exit(), and no other is left that uses OpenMP.
bool leaves_the_pool_alone() noexcept {
  std::lock_guard guard(shared().lock);
  if (platform::is_first_thread()) shared().initial_ended = true;
  return --shared().roots == 0 && shared().initial_ended;
}

/// A thread from outside ends: its tasks first, then what it held.
void retire_worker(void* opaque) {
  auto* worker = static_cast<Worker*>(opaque);
  set_this_worker(worker);  // the loader may have run other destructors, but this slot is ours
  if (worker->teams.initial) worker->teams.initial->wait_barrier(*worker->member);
  release_kept_teams(*worker);
  retire(*worker);
  if (leaves_the_pool_alone()) end_threads_at_rest();
}

/// Made by the first thread that becomes a worker, and not locked: as platform/first_use.hpp.
pthread_key_t retire_key() noexcept {
  static constinit std::atomic<std::uint64_t> known{0};  // the key plus 1; relaxed: a number alone
  const std::uint64_t before = known.load(std::memory_order_relaxed);
  if (before != 0) return static_cast<pthread_key_t>(before - 1);
  // Before anybody has the key, of whoever may fork then. Twice does no harm.
  pthread_atfork(nullptr, nullptr, start_over_in_child);
  pthread_key_t mine{};
  pthread_key_create(&mine, retire_worker);
  std::uint64_t first = 0;
  if (known.compare_exchange_strong(first, std::uint64_t{mine} + 1, std::memory_order_relaxed))
    return mine;
  pthread_key_delete(mine);
  return static_cast<pthread_key_t>(first - 1);
}

void prepare_stacks(Worker& worker) noexcept {
  worker.is_initial = platform::is_first_thread();
  const bool larger = worker.is_initial && initial_stack_bytes() > fiber_stack_bytes();
  worker.memory.fibers.keep_only(larger ? StackSize::initial : StackSize::usual);
}

}  // namespace

Worker* adopt_thread_slow() noexcept {
  Worker* worker = make_worker();
  prepare_stacks(*worker);
  set_this_worker(worker);
  form_initial_team(*worker);
  if (const Icvs* icvs = inherited_icvs.exchange(nullptr, std::memory_order_relaxed))
    worker->task->icvs = icvs;
  pthread_setspecific(retire_key(), worker);
  std::lock_guard guard(shared().lock);
  ++shared().roots;
  return worker;
}

int worker_count() noexcept {
  std::lock_guard guard(shared().lock);
  return shared().workers;
}

Worker& adopt_pool_thread() noexcept {
  Worker* worker = make_worker();
  worker->is_initial = false;  // it may have been another thread's
  worker->memory.fibers.keep_only(StackSize::usual);
  worker->from_pool = true;
  set_this_worker(worker);
  form_initial_team(*worker);
  return *worker;
}

void retire_pool_thread(Worker& worker) noexcept {
  worker.from_pool = false;
  worker.ends.store(false, std::memory_order_relaxed);  // its own again
  retire(worker);
}

void release_stacks(Worker& worker) noexcept {
  worker.drain_fibers();
  for (const StackSize size : {StackSize::usual, StackSize::initial})
    FiberPool::get(size).destroy_all();
}

void Worker::drain_fibers() noexcept {
  drop_side_stacks(*this);
  memory.fibers.give_all();
}

// Regions of one worker need not end in the order they began: tasks of the outer one that met
// them may be suspended and resumed in any order. `enclosing` is nesting, `outer` only a list.
void Worker::enter_member(Member& m, Member* enclosing) noexcept {
  m.outer = innermost;
  m.enclosing = enclosing;
  if (enclosing != nullptr) ++enclosing->inner;
  set_innermost(&m);
  member = &m;
  task = &m.implicit;
}

void Worker::leave_member(Member& m, Task* for_task, Member* of_member) noexcept {
  // Who looks for work may be suspended, in what its poll has called.
  count_hungry(m, false);
  m.waiting.ignore(false);
  if (&m == innermost) {
    set_innermost(m.outer);
  } else {
    Member* inside = innermost;
    while (inside->outer != &m) inside = inside->outer;
    inside->outer = m.outer;
  }
  if (m.enclosing != nullptr) --m.enclosing->inner;
  task = for_task;
  member = of_member;
}

}  // namespace tidemill::core
