// Polling services (include/tidemill/tasking.h): who calls them, and when.
//
// - An idle worker polls all the time it would otherwise spin. Before workers sleep, one of them
//   takes the watch: it alone keeps polling, at growing intervals; the others sleep for good.
// - A busy worker polls between two tasks when nobody has for a while.
// - When every worker is busy in long tasks, a helper thread polls about once a millisecond.
// One service is never run by two threads at once.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/sync/parker.hpp"

namespace tidemill::core {

using PollingFunction = int (*)(void*);

void register_polling(const char* name, PollingFunction function, void* data);
void unregister_polling(const char* name, PollingFunction function, void* data);

/// Any service registered? One relaxed load: a hint.
/// How many services there are; the helper thread sleeps on it.
extern std::atomic<std::uint32_t> polling_services;
inline bool polling_active() noexcept {
  return polling_services.load(std::memory_order_relaxed) != 0;
}

/// Runs the services, for so many ticks. False: another thread is at it.
bool poll_services(std::uint64_t* took = nullptr) noexcept;

/// At a scheduling point, with services registered: polls if the last poll of anyone is some time
/// before `now` (ticks).
void poll_if_due(std::uint64_t now) noexcept;

/// A sleeper's place in the queue for the watch. All under the registry's watch lock.
struct Watcher {
  Parker* parker = nullptr;
  Watcher* next = nullptr;
  Watcher* previous = nullptr;
  bool queued = false;
  bool given = false;  // the watch came to it while it was queued
  void forget() noexcept { *this = {}; }
};

/// The watch: while services are registered, one of the workers about to sleep keeps polling.
/// Others queue up for it, and whoever leaves it for work gives it to the next and wakes him; if
/// that one has found work too, he passes it on: no message waits while all sleep.
/// True: the caller has the watch. False: it is queued, until leave_watch_queue().
bool take_watch_or_queue(Watcher& sleeper, Parker& parker) noexcept;
/// The same for a worker that would not sleep yet: it never queues.
bool take_watch_if_free() noexcept;
/// True: the watch came to the caller meanwhile.
bool leave_watch_queue(Watcher& sleeper) noexcept;
void hand_over_watch() noexcept;

}  // namespace tidemill::core
