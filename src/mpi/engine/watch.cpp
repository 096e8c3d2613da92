#include "engine/watch.hpp"

#include <pthread.h>
#include <time.h>

#include <map>
#include <mutex>
#include <utility>

#include "engine/diagnostics.hpp"
#include "engine/mpi_api.hpp"
#include "engine/own_thread.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

constinit BlockedWatch blocked_watch;
thread_local constinit BlockedWatch::Slot* BlockedWatch::own_slot = nullptr;

namespace {

/// All slots there ever were, newest first. release when one is added, acquired by who looks.
constinit std::atomic<BlockedWatch::Slot*> slots{nullptr};

/// What the thread sleeps on between two looks, until end().
struct Sleep {
  std::mutex mutex;  // guards the rest
  pthread_cond_t over = PTHREAD_COND_INITIALIZER;
  bool ending = false;
  bool running = false;
  bool has_key = false;
  pthread_key_t key{};  // whose destructor gives a thread's slot back
  pthread_t thread{};
  int rank = 0;
};
constinit Sleep watcher;

BlockedWatch::Slot* take_slot() {
  for (BlockedWatch::Slot* s = slots.load(std::memory_order_acquire); s; s = s->next)
    if (!s->taken.exchange(true, std::memory_order_acq_rel)) return s;
  auto* const made = new BlockedWatch::Slot;
  made->next = slots.load(std::memory_order_relaxed);
  while (!slots.compare_exchange_weak(made->next, made, std::memory_order_release,
                                      std::memory_order_relaxed)) {
  }
  return made;
}

}  // namespace

void BlockedWatch::begin() {
  std::lock_guard lock(watcher.mutex);
  PMPI_Comm_rank(MPI_COMM_WORLD, &watcher.rank);
  watcher.ending = false;
  if (!watcher.has_key) watcher.has_key = pthread_key_create(&watcher.key, &give_back) == 0;
  if (!watcher.has_key) return;
  on_.store(true, std::memory_order_relaxed);
}

void BlockedWatch::end() {
  on_.store(false, std::memory_order_relaxed);
  {
    std::lock_guard lock(watcher.mutex);
    watcher.ending = true;
    if (!std::exchange(watcher.running, false)) return;  // of several callers one joins it
    pthread_cond_signal(&watcher.over);
  }
  pthread_join(watcher.thread, nullptr);
}

[[gnu::noinline]] BlockedWatch::Slot& BlockedWatch::slot_slow() noexcept {
  if (!own_slot) {
    own_slot = take_slot();
    pthread_setspecific(watcher.key, own_slot);
  }
  void* const member = tidemill_get_current_member();
  own_slot->member.store(member, std::memory_order_relaxed);  // handed over as `number`
  if (member && !started_.load(std::memory_order_relaxed)) start_thread();
  return *own_slot;
}

/// Its thread ends.
void BlockedWatch::give_back(void* slot) {
  auto* const given = static_cast<Slot*>(slot);
  own_slot = nullptr;
  given->member.store(nullptr, std::memory_order_relaxed);
  given->taken.store(false, std::memory_order_release);
}

/// If it can't be had nobody watches.
[[gnu::noinline]] void BlockedWatch::start_thread() noexcept {
  if (started_.exchange(true, std::memory_order_relaxed)) return;
  std::lock_guard lock(watcher.mutex);
  if (!watcher.ending)
    watcher.running = start_own_thread(watcher.thread, "tidemill-watch", &main, this) == 0;
}

void* BlockedWatch::main(void* self) {
  auto* const watch = static_cast<BlockedWatch*>(self);
  std::unique_lock lock(watcher.mutex);
  for (bool told = false; !told && !watcher.ending; told = watch->look()) {
    timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_cond_timedwait(&watcher.over, lock.mutex()->native_handle(), &until);
  }
  watch->on_.store(false, std::memory_order_relaxed);
  return nullptr;
}

/// True: it has told.
bool BlockedWatch::look() {
  std::map<void*, int> teams;  // threads of each
  for (Slot* s = slots.load(std::memory_order_acquire); s; s = s->next) {
    const char* const call = s->call.load(std::memory_order_acquire);
    const std::uint32_t number = s->number.load(std::memory_order_relaxed);
    void* const member = s->member.load(std::memory_order_relaxed);
    if (s->seen != number || !call) {  // else it is in there since the last look
      s->seen = number;
      continue;
    }
    if (!member) continue;
    void* team = nullptr;
    int threads = 0;
    const bool ready = tidemill_has_ready_tasks(member, &team, &threads) != 0;
    if (!team || ++teams[team] < threads || !ready) continue;
    warn(
        "rank %d: all threads of a team (%d) have been in MPI for a second, one of them in %s, "
        "while "
        "tasks that are ready wait for a thread: if these send what is waited for, the program "
        "hangs; start it with tidemill run --task-aware, or have it ask MPI_Init_thread for "
        "MPI_TASK_MULTIPLE",
        watcher.rank, threads, call);
    return true;
  }
  return false;
}

}  // namespace tidemill::mpi
