#include "core/team/pool.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <mutex>
#include <utility>

#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/watch_stacks.hpp"
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

/// Threads that are made at the same time, on their starter's stack.
struct Starting {
  /// Threads that aren't workers yet; the starter sleeps on it. Each takes itself off with release,
  /// which hands over `worker` and what it is; the starter sees that with acquire.
  std::atomic<std::uint32_t> left;
};
struct Started {
  Starting* all;
  Worker* worker = nullptr;
};

/// The calling thread's.
platform::StackMemory own_stack() noexcept {
  platform::StackMemory stack;
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return stack;
  if (pthread_attr_getstack(&attributes, &stack.base, &stack.bytes) != 0) stack = {};
  pthread_attr_destroy(&attributes);
  return stack;
}

void* pool_thread(void* opaque) {
  auto* started = static_cast<Started*>(opaque);
  Worker& worker = adopt_pool_thread();
  if (stacks_are_watched()) worker.signal_stack.emplace();
  worker.native.stack = own_stack();
  started->worker = &worker;
  std::atomic<std::uint32_t>& left = started->all->left;
  if (left.fetch_sub(1, std::memory_order_release) == 1)
    platform::futex_wake(left, 1);  // the word may be gone: a wake-up for nobody
  worker.parker.park();             // until its team begins
  run_pool_worker(worker);
  retire_pool_thread(worker);
  // release: with the acquire in end_threads_at_rest().
  if (pool().ending.fetch_sub(1, std::memory_order_release) == 1)
    platform::futex_wake(pool().ending, std::numeric_limits<int>::max());
  return nullptr;
}

// glibc carves a thread's static storage (thread_local and threadprivate variables) out of its
// stack. How much that is it tells by this function, to those who ask for it by name. Asked when
// the library is loaded: later, the loader's lock may be held by who waits for the new thread.
using LeastStack = std::size_t (*)(const pthread_attr_t*);
const auto least_stack =
    reinterpret_cast<LeastStack>(dlsym(RTLD_DEFAULT, "__pthread_get_minstack"));

/// Of a thread's own stack, on which its implicit tasks run, and most of the others: as large as a
/// task's. What a sanitizer's threads have is for its frames, too.
std::size_t own_stack_bytes(const pthread_attr_t& attributes) noexcept {
  const std::size_t storage = least_stack != nullptr ? least_stack(&attributes) : 0;
  std::size_t usual = 0;
  pthread_attr_getstacksize(&attributes, &usual);
  const std::size_t wanted = platform::round_to_pages(storage + fiber_stack_bytes());
  return platform::kSanitized ? std::max(usual, wanted) : wanted;
}

enum class Refused : std::uint8_t { thread, stack };

void warn_refused(Refused what, int error) noexcept {
  if (pool().warned.exchange(true, std::memory_order_relaxed)) return;
  if (what == Refused::thread)
    platform::warn(
        "the system refuses another thread with a stack of %zu KiB (%s): going on with fewer than "
        "asked for; see ulimit -u, or lower OMP_NUM_THREADS or OMP_STACKSIZE",
        fiber_stack_bytes() / 1024, std::strerror(error));
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
  void give_up(std::size_t bytes) noexcept {
    if (held()) platform::shrink_stack(stack_, bytes);
  }

 private:
  platform::StackMemory stack_;
};

/// What new threads are made with.
class Attributes {
 public:
  Attributes() noexcept {
    pthread_attr_init(&attributes_);
    pthread_attr_setdetachstate(&attributes_, PTHREAD_CREATE_DETACHED);
    stack_bytes_ = own_stack_bytes(attributes_);
    pthread_attr_setstacksize(&attributes_, stack_bytes_);
  }
  ~Attributes() { pthread_attr_destroy(&attributes_); }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;

  const pthread_attr_t* get() const noexcept { return &attributes_; }
  std::size_t stack_bytes() const noexcept { return stack_bytes_; }

 private:
  pthread_attr_t attributes_;
  std::size_t stack_bytes_ = 0;
};

bool start_thread(const Attributes& attributes, Started& started) {
  pthread_t thread{};
  const int rc = pthread_create(&thread, attributes.get(), pool_thread, &started);
  if (rc == 0) return true;
  // EAGAIN for want of threads and for want of address space.
  warn_refused(Reserve(2 * attributes.stack_bytes()).held() ? Refused::thread : Refused::stack, rc);
  return false;
}

/// The heap gives a thread an arena of 64 MiB of address space, if there is as much: so that of all
/// threads' stacks is kept for them until each is made, and some for one task that waits.
void start_threads(std::vector<Worker*>& workers, std::size_t count) {
  watch_stacks();
  const Attributes attributes;
  const std::size_t more = count - workers.size();
  Starting starting{static_cast<std::uint32_t>(more)};
  std::vector<Started> started(more, {&starting});
  const Reserve for_others(fiber_stack_bytes());
  if (!for_others.held()) return warn_refused(Refused::stack, 0);
  Reserve for_threads(more * attributes.stack_bytes());
  std::size_t made = 0;
  for (; made < more; ++made) {
    for_threads.give_up(attributes.stack_bytes());
    if (!start_thread(attributes, started[made])) break;
  }
  starting.left.fetch_sub(static_cast<std::uint32_t>(more - made), std::memory_order_relaxed);
  while (const std::uint32_t left = starting.left.load(std::memory_order_acquire))
    platform::futex_wait(starting.left, left);
  for (std::size_t i = 0; i < made; ++i) workers.push_back(started[i].worker);
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
