// Polling services (include/tidemill/tasking.h): who calls them, and when.
//
// - An idle worker polls all the time it would otherwise spin. Before workers sleep, one of them
//   takes the watch: it alone keeps polling, at growing intervals; the others sleep for good.
// - A busy worker polls between two tasks when nobody has for a while.
// - When every worker is busy in long tasks, a helper thread polls about once a millisecond.
// One service is never run by two threads at once.
#pragma once

#include "core/sync/parker.hpp"

namespace tidemill::core {

using PollingFunction = int (*)(void*);

void register_polling(const char* name, PollingFunction function, void* data);
void unregister_polling(const char* name, PollingFunction function, void* data);

/// Any service registered? One relaxed load: a hint.
bool polling_active() noexcept;

/// Runs the services that nobody is running now. True if there was any to run.
bool poll_services() noexcept;

/// At a scheduling point: polls if the last poll of anyone is some time ago.
void poll_if_due() noexcept;

/// The watch: at most one worker at a time keeps polling while it would sleep. Others queue up
/// for it before they sleep, and the one that leaves wakes the next: no message waits for a
/// sleeper. True: the caller has the watch. False: it is queued, until leave_watch_queue().
bool take_watch_or_queue(Parker* sleeper) noexcept;
void leave_watch_queue(Parker* sleeper) noexcept;
void hand_over_watch() noexcept;

}  // namespace tidemill::core
