#include "core/team/pool.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <array>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "core/sched/dispatch.hpp"
#include "core/sched/fiber_pool.hpp"
#include "core/sched/worker.hpp"
#include "core/team/kept_teams.hpp"
#include "platform/memory_limit.hpp"
#include "platform/numa.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

struct Pool {
  SpinLock lock;  // guards at_rest
  Worker* at_rest = nullptr;
  /// Threads that were told to end and haven't left the runtime; who told them sleeps on it. Each
  /// takes itself off with release, and is seen gone with acquire.
  std::atomic<std::uint32_t> ending{0};
  std::atomic<bool> warned{false};  // relaxed: only decides who says it
};
Pool& pool() noexcept { return platform::ProcessWide<Pool>::get(); }

/// On the starter's stack. `ready`, with release and acquire, hands over `worker` and what it is.
struct Starting {
  Fiber* fiber;  // what it stands on first
  std::atomic<Worker*> worker{nullptr};
  std::atomic<std::uint32_t> ready{0};
};

void* pool_thread(void* opaque) {
  auto* starting = static_cast<Starting*>(opaque);
  Worker& worker = adopt_pool_thread();
  worker.idle_fibers.keep(starting->fiber);
  starting->worker.store(&worker, std::memory_order_relaxed);
  starting->ready.store(1, std::memory_order_release);
  platform::futex_wake(starting->ready, 1);  // the word may be gone: a wake-up for nobody
  run_pool_worker(worker);
  retire_pool_thread(worker);
  // release: with the acquire in end_threads_at_rest().
  if (pool().ending.fetch_sub(1, std::memory_order_release) == 1)
    platform::futex_wake(pool().ending, std::numeric_limits<int>::max());
  return nullptr;
}

/// Of a thread's own stack. On it stand its first and last steps, with the destructors of its
/// thread_local objects; all else, signal handlers too, has a fiber under it. So it needn't take
/// from the address space what the system's default, or OMP_STACKSIZE, would.
constexpr std::size_t kOwnStackBytes = 256u << 10;

// glibc carves a thread's static storage (thread_local and threadprivate variables) out of its
// stack. How much that is it tells by this function, to those who ask for it by name. Asked when
// the library is loaded: later, the loader's lock may be held by who waits for the new thread.
using LeastStack = std::size_t (*)(const pthread_attr_t*);
const auto least_stack =
    reinterpret_cast<LeastStack>(dlsym(RTLD_DEFAULT, "__pthread_get_minstack"));

void set_stack_size(pthread_attr_t& attributes) noexcept {
  if (platform::kSanitized) return;
  std::size_t usual = 0;
  if (least_stack == nullptr || pthread_attr_getstacksize(&attributes, &usual) != 0) return;
  const std::size_t wanted = least_stack(&attributes) + kOwnStackBytes;
  if (wanted < usual) pthread_attr_setstacksize(&attributes, platform::round_to_pages(wanted));
}

enum class Refused : std::uint8_t { thread, stack };

void warn_refused(Refused what, int error) noexcept {
  if (pool().warned.exchange(true, std::memory_order_relaxed)) return;
  if (what == Refused::thread)
    platform::warn(
        "the system refuses another thread (%s): going on with fewer than asked "
        "for; see ulimit -u or set OMP_NUM_THREADS",
        std::strerror(error));
  else
    platform::warn(
        "no address space for another thread and its stack of %zu KiB: going on with fewer than "
        "asked for; raise the limit of %s, or lower OMP_STACKSIZE or OMP_NUM_THREADS",
        fiber_stack_bytes() / 1024, platform::memory_limit());
}

/// Address space that is kept free while others are taken.
class Reserve {
 public:
  explicit Reserve(std::size_t bytes) noexcept : stack_(platform::try_map_stack(bytes)) {}
  ~Reserve() { give_up(); }
  Reserve(const Reserve&) = delete;
  Reserve& operator=(const Reserve&) = delete;

  bool held() const noexcept { return stack_.base != nullptr; }
  void give_up() noexcept {
    if (held()) platform::unmap_stack(std::exchange(stack_, {}));
  }

 private:
  platform::StackMemory stack_;
};

Worker* start_thread(Fiber* fiber) {
  Starting starting{.fiber = fiber};
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  set_stack_size(attributes);
  pthread_t thread{};
  const int rc = pthread_create(&thread, &attributes, pool_thread, &starting);
  pthread_attr_destroy(&attributes);
  if (rc != 0) {
    // EAGAIN for want of threads and for want of address space.
    warn_refused(Reserve(2 * kOwnStackBytes).held() ? Refused::thread : Refused::stack, rc);
    return nullptr;
  }
  while (starting.ready.load(std::memory_order_acquire) == 0)
    platform::futex_wait(starting.ready, 0);
  return starting.worker.load(std::memory_order_relaxed);
}

/// Stacks at rest, else new ones; as many as there are.
std::vector<Fiber*> take_stacks(std::size_t count) {
  std::vector<Fiber*> stacks;
  while (stacks.size() < count) {
    FiberAtRest rested;
    if (FiberPool::get().take({&rested, 1}) == 0) rested.fiber = try_create_fiber(dispatch_forever);
    if (rested.fiber == nullptr) break;
    stacks.push_back(rested.fiber);
  }
  return stacks;
}

/// A thread joins a team only with a stack to run on. All stacks come before any thread: the heap
/// gives a thread an arena of 64 MiB of address space, if there is as much. Some is kept free for
/// the threads' own stacks and the heap, and for one task that waits.
void start_threads(std::vector<Worker*>& workers, std::size_t count) {
  const std::size_t more = count - workers.size();
  Reserve for_threads((more + 4) * kOwnStackBytes);
  const Reserve for_others(fiber_stack_bytes());
  std::vector<Fiber*> stacks;
  if (for_threads.held() && for_others.held()) stacks = take_stacks(more);
  if (stacks.size() < more) warn_refused(Refused::stack, 0);
  for_threads.give_up();
  while (!stacks.empty()) {
    Worker* const worker = start_thread(stacks.back());
    if (worker == nullptr) break;
    stacks.pop_back();
    workers.push_back(worker);
  }
  for (Fiber* fiber : stacks) FiberPool::get().give(std::array{FiberAtRest{fiber, fiber->context}});
}

}  // namespace

std::vector<Worker*> acquire_workers(int count) {
  std::vector<Worker*> workers;
  workers.reserve(static_cast<std::size_t>(count));
  {
    std::lock_guard guard(pool().lock);
    Worker** link = &pool().at_rest;
    while (static_cast<int>(workers.size()) < count && *link != nullptr) {
      Worker* const worker = *link;
      if (worker->occupied) {
        link = &worker->next_idle;
        continue;
      }
      workers.push_back(worker);
      *link = worker->next_idle;
    }
  }
  if (workers.size() < static_cast<std::size_t>(count))
    start_threads(workers, static_cast<std::size_t>(count));
  return workers;
}

void release_worker(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.next_idle = pool().at_rest;
  pool().at_rest = &worker;
}

void occupy(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.occupied = true;
}

void vacate(Worker& worker) noexcept {
  std::lock_guard guard(pool().lock);
  worker.occupied = false;
}

void end_threads_at_rest() noexcept {
  Worker* next = nullptr;
  {
    std::lock_guard guard(pool().lock);
    next = std::exchange(pool().at_rest, nullptr);
  }
  while (next != nullptr) {
    Worker& worker = *next;
    next = worker.next_idle;
    pool().ending.fetch_add(1, std::memory_order_relaxed);  // before it is told
    end_pool_worker(worker);
  }
  // acquire: with the release in pool_thread().
  while (const std::uint32_t left = pool().ending.load(std::memory_order_acquire))
    platform::futex_wait(pool().ending, left);
}

void pause(Worker& worker, Pause kind) noexcept {
  if (kind == Pause::hard) {
    release_kept_teams(worker);
    end_threads_at_rest();
  }
  release_stacks(worker);
}

}  // namespace tidemill::core
