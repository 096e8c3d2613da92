#include "core/poll/polling.hpp"

#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/poll/helper_pace.hpp"
#include "core/sched/worker.hpp"
#include "core/sync/spin_lock.hpp"
#include "core/task/prepared.hpp"
#include "core/topo/places.hpp"
#include "core/trace/points.hpp"
#include "platform/cpu.hpp"
#include "platform/cpu_set.hpp"
#include "platform/futex.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

std::atomic<std::uint32_t> polling_services{0};

namespace {

// A forked child has none: the list is gone with the registry.
const bool forgets_in_child = pthread_atfork(nullptr, nullptr, [] {
                                polling_services.store(0, std::memory_order_relaxed);
                              }) == 0;

constexpr std::uint64_t kDueUs = 20;            // busy workers poll this often, all together
constexpr std::uint64_t kMostShare = 32;        // ... but spend at most this share of the time
constexpr long kNapNs = 2'000'000;              // while a worker has the watch
constexpr std::uint64_t kLongWatchUs = 10'000;  // one that lasts: no naps until it is over

struct Service {
  std::string name;
  PollingFunction function;
  void* data;
  std::uint64_t id;  // tells it from any other there ever was
};

struct Registry {
  SpinLock pass;  // held by the thread that runs services: one at a time; guards the next two
  std::vector<Service> services;
  std::uint64_t ids = 0;
  std::atomic<pthread_t> pass_owner{};  // who holds `pass`; relaxed: only compared with oneself

  std::atomic<std::uint64_t> last_poll{0};  // ticks; relaxed: a pacing hint
  // The last idle worker that polled, when it last did, and when another last did; likewise.
  std::atomic<const Watcher*> last_idle{nullptr};
  std::atomic<std::uint64_t> last_idle_poll{0};   // ticks
  std::atomic<std::uint64_t> other_idle_poll{0};  // ticks
  std::atomic<std::uint64_t> poll_ticks{0};       // cost of a pass, smoothed; relaxed: likewise
  std::atomic<bool> late{false};                  // a poll was, since the helper looked; likewise
  std::atomic<bool> helper_started{false};        // only decides who starts it

  SpinLock watch_lock;        // guards the rest
  Watcher* holder = nullptr;  // of the watch
  Watcher* poller = nullptr;  // polls on while the holder naps; nullptr: none, or the holder does
  Watcher* queue = nullptr;   // newest first: the most recent sleeper is the warmest
  // 1: the helper sleeps until the watch is free. Set under watch_lock; cleared by whoever wakes
  // it. relaxed: it hands nothing over, and the lock tells who comes first (wake_helper()).
  std::atomic<std::uint32_t> helper_rests{0};
};

Registry& registry() noexcept { return platform::ProcessWide<Registry>::get(); }

void unlink_locked(Registry& r, Watcher& w) noexcept {
  (w.previous != nullptr ? w.previous->next : r.queue) = w.next;
  if (w.next != nullptr) w.next->previous = w.previous;
  w.queued = false;
}

/// By itself, awake.
void leave_queue_locked(Registry& r, Watcher& w) noexcept {
  unlink_locked(r, w);
  w.napping = false;
}

void queue_locked(Registry& r, Watcher& w) noexcept {
  w.previous = nullptr;
  w.next = r.queue;
  if (r.queue != nullptr) r.queue->previous = &w;
  r.queue = &w;
  w.queued = true;
}

/// The watch is now that one's; who had it is queued.
void move_watch_locked(Registry& r, Watcher& to) noexcept {
  if (to.queued) unlink_locked(r, to);
  if (r.holder != nullptr) queue_locked(r, *r.holder);
  r.holder = &to;
}

void give_to_sleeper_locked(Registry& r, Watcher& to) noexcept {
  move_watch_locked(r, to);
  if (!to.napping) to.parker->unpark();
}

/// Gives a free watch to who polls on, or to a sleeper if there is something to poll.
void give_watch_locked(Registry& r) noexcept {
  if (r.holder != nullptr) return;
  if (r.poller != nullptr)
    r.holder = std::exchange(r.poller, nullptr);
  else if (r.queue != nullptr && polling_active())
    give_to_sleeper_locked(r, *r.queue);
}

/// Has whoever has the watch begun to nap, and to wait before `since`?
bool naps_and_waits_longer_locked(const Registry& r, std::uint64_t since) noexcept {
  return r.holder->napping && r.holder->since < since;
}

bool take_watch_locked(Registry& r, Watcher& w) noexcept {
  if (r.poller == &w) r.poller = nullptr;
  if (r.holder == &w) return true;
  if (!polling_active() || r.poller != nullptr) return false;
  if (r.holder != nullptr && !naps_and_waits_longer_locked(r, w.since)) return false;
  move_watch_locked(r, w);
  return true;
}

/// It leaves for work. The holder looks itself, and needn't be woken; but where somebody sleeps who
/// has begun to wait later, the watch is his: the holder's naps have grown too long for him.
void stop_polling_on_locked(Registry& r) noexcept {
  r.poller = nullptr;
  if (r.queue != nullptr && polling_active() && naps_and_waits_longer_locked(r, r.queue->since))
    give_to_sleeper_locked(r, *r.queue);
}

bool rests_locked(Registry& r) noexcept {
  const std::uint64_t since = platform::ticks() - r.holder->since;
  return r.holder->napping && since >= kLongWatchUs * platform::ticks_per_us();
}

/// Signed: clocks of two cores may be read in another order than what happens there.
bool is_late(std::uint64_t last, std::uint64_t now) noexcept {
  const auto late = static_cast<std::int64_t>(HelperPace::kLeastUs * platform::ticks_per_us());
  return static_cast<std::int64_t>(now - last) >= late;
}

/// Of the poll before.
void note_lateness(Registry& r, std::uint64_t now) noexcept {
  if (is_late(r.last_poll.load(std::memory_order_relaxed), now)) [[unlikely]]
    r.late.store(true, std::memory_order_relaxed);
}

/// While a worker has the watch it polls, and the helper doesn't. Where messages are waited for
/// only briefly, waking it each time the watch becomes free would be a system call for each of
/// them: it naps. From a wait that lasts it is woken: one call at its end.
/// True: it rested.
bool leave_it_to_the_watch(Registry& r) {
  bool rests = false;
  {
    std::lock_guard guard(r.watch_lock);
    if (r.holder == nullptr) return false;
    rests = rests_locked(r);
    if (rests) r.helper_rests.store(1, std::memory_order_relaxed);
  }
  if (rests) {
    platform::futex_wait(r.helper_rests, 1);
  } else {
    const timespec nap{0, kNapNs};
    nanosleep(&nap, nullptr);
  }
  return rests;
}

/// Call after the watch became free, or a service was added while it is: its lock tells whether the
/// flag was set before.
void wake_helper(Registry& r) noexcept {
  if (r.helper_rests.exchange(0, std::memory_order_relaxed) != 0)
    platform::futex_wake(r.helper_rests, 1);
}

void* help_when_all_are_busy(void*) {
  Registry& r = registry();
  HelperPace pace;
  std::uint32_t known = 0;    // services
  std::uint64_t own = 0;      // its last poll
  std::uint64_t workers = 0;  // theirs, as far as it has seen, or since when they are to poll
  for (;;) {
    const std::uint32_t active = polling_services.load(std::memory_order_acquire);
    if (active == 0) {
      known = 0;
      platform::futex_wait(polling_services, 0);
      continue;
    }
    if (std::exchange(known, active) != active) {
      pace.attend();
      workers = platform::ticks();
    }
    platform::futex_wait(polling_services, active, pace.us() * 1000);
    const std::uint64_t last = r.last_poll.load(std::memory_order_relaxed);
    if (last != own) workers = std::max(workers, last);
    const std::uint64_t now = platform::ticks();
    if (is_late(last, now)) {
      if (poll_services()) own = r.last_poll.load(std::memory_order_relaxed);
      pace.alone((now - std::min(now, workers)) / platform::ticks_per_us());
    } else if (r.late.exchange(false, std::memory_order_relaxed)) {
      pace.attend();
    } else {
      pace.calm();
    }
    if (leave_it_to_the_watch(r)) pace.attend();
  }
  return nullptr;
}

void start_helper() {
  if (registry().helper_started.exchange(true, std::memory_order_acq_rel)) return;
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the program's own threads
  pthread_t thread{};
  const int rc = pthread_create(&thread, nullptr, help_when_all_are_busy, nullptr);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (rc != 0) {
    platform::warn("no thread for polling (%s): messages progress only between tasks",
                   std::strerror(rc));
    return;
  }
  pthread_setname_np(thread, "tidemill-poll");
  // Who starts it may be bound to a place; it isn't for that one alone.
  platform::bind_thread(thread, processors_of_places());
  pthread_detach(thread);
}

bool same(const Service& s, const char* name, PollingFunction function, void* data) {
  return s.function == function && s.data == data && s.name == name;
}

void remove(Registry& r, std::vector<Service>::iterator service) {
  r.services.erase(service);
  polling_services.fetch_sub(1, std::memory_order_release);
}

/// The pass, for a change of the list: this thread's already if a service makes the change.
class PassGuard {
 public:
  explicit PassGuard(Registry& r) noexcept : lock_(r.pass, std::defer_lock) {
    if (!pthread_equal(r.pass_owner.load(std::memory_order_relaxed), pthread_self())) lock_.lock();
  }

 private:
  std::unique_lock<SpinLock> lock_;
};

}  // namespace

void register_polling(const char* name, PollingFunction function, void* data) {
  Registry& r = registry();
  {
    PassGuard guard(r);
    r.services.push_back({name != nullptr ? name : "", function, data, ++r.ids});
    polling_services.fetch_add(1, std::memory_order_release);
  }
  start_helper();
  platform::futex_wake(polling_services, 1);
  {
    std::lock_guard guard(r.watch_lock);
    give_watch_locked(r);
    if (r.holder != nullptr) return;
  }
  wake_helper(r);
}

void unregister_polling(const char* name, PollingFunction function, void* data) {
  Registry& r = registry();
  if (name == nullptr) name = "";
  PassGuard guard(r);  // nobody else runs it now
  const auto found = std::find_if(r.services.begin(), r.services.end(),
                                  [&](const Service& s) { return same(s, name, function, data); });
  if (found != r.services.end()) remove(r, found);
}

bool another_idle_polls(const Watcher& watcher) noexcept {
  const Registry& r = registry();
  // Since then it may have found something, and polled between tasks: where it comes back to polls
  // soon, it is the same.
  const bool was_own = r.last_idle.load(std::memory_order_relaxed) == &watcher;
  const std::uint64_t at =
      (was_own ? r.other_idle_poll : r.last_idle_poll).load(std::memory_order_relaxed);
  // Signed: as in is_late().
  return static_cast<std::int64_t>(platform::ticks() - at) <
         static_cast<std::int64_t>(kDueUs * platform::ticks_per_us());
}

void stops_polling(const Watcher& watcher) noexcept {
  Registry& r = registry();
  const bool was_own = r.last_idle.load(std::memory_order_relaxed) == &watcher;
  (was_own ? r.last_idle_poll : r.other_idle_poll).store(0, std::memory_order_relaxed);
}

bool poll_services(std::uint64_t* took, const Watcher* idle) noexcept {
  Registry& r = registry();
  if (!r.pass.try_lock()) return false;
  r.pass_owner.store(pthread_self(), std::memory_order_relaxed);
  const std::uint64_t start = platform::ticks();
  note_lateness(r, start);
  for (std::size_t i = 0; i < r.services.size();) {
    const std::uint64_t id = r.services[i].id;
    const bool over = r.services[i].function(r.services[i].data) != 0;
    // It may have changed the list, and be gone itself.
    if (i >= r.services.size() || r.services[i].id != id) continue;
    if (over)
      remove(r, r.services.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  const std::uint64_t end = platform::ticks();
  const std::uint64_t cost = r.poll_ticks.load(std::memory_order_relaxed);
  r.poll_ticks.store(cost - cost / 8 + (end - start) / 8, std::memory_order_relaxed);
  r.last_poll.store(end, std::memory_order_relaxed);
  if (idle != nullptr) {
    if (r.last_idle.load(std::memory_order_relaxed) != idle) {
      r.other_idle_poll.store(r.last_idle_poll.load(std::memory_order_relaxed),
                              std::memory_order_relaxed);
      r.last_idle.store(idle, std::memory_order_relaxed);
    }
    r.last_idle_poll.store(end, std::memory_order_relaxed);
  }
  if (took != nullptr) *took = end - start;
  r.pass_owner.store(pthread_t{}, std::memory_order_relaxed);
  r.pass.unlock();
  // A service may have called the program back, which has made tasks on whatever stack this is.
  Worker* const w = current_worker_or_null();
  if (w != nullptr) forget_prepared(*w);
  trace::poll(w, end - start);
  return true;
}

void poll_if_due(std::uint64_t now) noexcept {
  Registry& r = registry();
  const std::uint64_t interval = std::max(
      kDueUs * platform::ticks_per_us(), kMostShare * r.poll_ticks.load(std::memory_order_relaxed));
  // Signed: as in is_late(). The last poll may be another core's, and later by its clock.
  const auto passed = static_cast<std::int64_t>(now - r.last_poll.load(std::memory_order_relaxed));
  if (passed > static_cast<std::int64_t>(interval)) poll_services();
}

bool poll_on(Watcher& watcher, std::uint64_t since) noexcept {
  Registry& r = registry();
  std::lock_guard guard(r.watch_lock);
  watcher.since = since;
  if (r.holder == nullptr || r.holder == &watcher) return take_watch_locked(r, watcher);
  if (r.poller != nullptr) return r.poller == &watcher;
  if (!polling_active() || !naps_and_waits_longer_locked(r, since)) return false;
  if (watcher.queued) leave_queue_locked(r, watcher);
  r.poller = &watcher;
  return true;
}

bool nap_or_queue(Watcher& watcher, Parker& parker, std::uint64_t since) noexcept {
  Registry& r = registry();
  std::lock_guard guard(r.watch_lock);
  watcher.parker = &parker;
  watcher.since = since;
  watcher.napping = take_watch_locked(r, watcher);
  if (!watcher.napping && !watcher.queued) queue_locked(r, watcher);
  return watcher.napping;
}

bool wake_to_watch(Watcher& watcher) noexcept {
  Registry& r = registry();
  std::lock_guard guard(r.watch_lock);
  if (watcher.queued) leave_queue_locked(r, watcher);
  return r.holder == &watcher;
}

void hand_over_watch(Watcher& watcher) noexcept {
  Registry& r = registry();
  {
    std::lock_guard guard(r.watch_lock);
    if (watcher.queued) leave_queue_locked(r, watcher);
    if (r.poller == &watcher) return stop_polling_on_locked(r);
    if (r.holder != &watcher) return;  // lost, to one that began later
    watcher.napping = false;
    r.holder = nullptr;
    give_watch_locked(r);
    if (r.holder != nullptr || r.helper_rests.load(std::memory_order_relaxed) == 0) return;
  }
  wake_helper(r);
}

}  // namespace tidemill::core
