#include <pthread.h>
#include <signal.h>
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "core/poll/helper_pace.hpp"
#include "core/poll/lease.hpp"
#include "core/poll/poll_times.hpp"
#include "core/poll/polling.hpp"
#include "core/settings/places.hpp"
#include "platform/cpu.hpp"
#include "platform/cpu_set.hpp"
#include "platform/futex.hpp"
#include "platform/process_wide.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

namespace {

constexpr long kNapNs = 2'000'000;  // while there is a poller

struct Helper {
  std::atomic<bool> started{false};  // only decides who starts it
};

/// While there is a poller the helper doesn't poll. Where messages are waited for only briefly,
/// waking it each time the lease becomes free would be a system call for each of them: it naps.
/// From a wait that lasts it is woken: one call at its end. True: it was such a one.
bool leave_it_to_the_poller() noexcept {
  switch (look_at_poller()) {
    case PollerSeen::none:
      return false;
    case PollerSeen::outlasted:
      return true;
    case PollerSeen::awake_or_brief:
      break;
  }
  const timespec nap{0, kNapNs};
  nanosleep(&nap, nullptr);
  return false;
}

void* help_when_all_are_busy(void*) {
  PollTimes& times = poll_times();
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
    const std::uint64_t last = times.last();
    if (last != own) workers = std::max(workers, last);
    const std::uint64_t now = platform::ticks();
    if (times.is_late(now)) {
      if (poll_services()) own = times.last();
      pace.alone((now - std::min(now, workers)) / platform::ticks_per_us());
    } else if (times.take_late()) {
      pace.attend();
    } else {
      pace.calm();
    }
    if (leave_it_to_the_poller()) pace.attend();
  }
  return nullptr;
}

}  // namespace

void start_polling_helper() {
  std::atomic<bool>& started = platform::ProcessWide<Helper>::get().started;
  if (started.exchange(true, std::memory_order_acq_rel)) return;
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

}  // namespace tidemill::core
