// Polling services (include/tidemill/tasking.h): who calls them, and when.
//
// - An idle worker polls all the time it would otherwise spin. Before workers sleep, one of them
//   takes the lease (poll/lease.hpp) and is the poller: it alone keeps polling, at growing
//   intervals; the others sleep for good. While another polls without sleep, the poller only looks
//   now and then whether it still is so: with few cores each wake-up could take the core from that
//   poll.
// - A busy worker polls between two tasks when nobody has for a while.
// - When every worker is busy in long tasks, a helper thread polls (poll/helper.cpp). It sleeps
//   while a poller lasts.
// One service is never run by two threads at once.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/poll/lease.hpp"

namespace tidemill::core {

using PollingFunction = int (*)(void*);

void register_polling(const char* name, PollingFunction function, void* data);
void unregister_polling(const char* name, PollingFunction function, void* data);

/// How many services there are; the helper thread sleeps on it. Changed with `release` under the
/// registry's pass, which is what guards the list: whoever reads the number learns only whether to
/// look, so `acquire` (the helper) and relaxed serve alike.
extern std::atomic<std::uint32_t> polling_services;
/// Any service registered? A hint.
inline bool polling_active() noexcept {
  return polling_services.load(std::memory_order_relaxed) != 0;
}

/// Runs the services, for so many ticks; `idle`: of the worker that does so for lack of other work.
/// False: another thread is at it.
bool poll_services(std::uint64_t* took = nullptr, const LeaseEntry* idle = nullptr) noexcept;

/// Was the last poll for lack of other work another worker's, and only just? A hint.
bool another_idle_polls(const LeaseEntry& entry) noexcept;

/// By one that is about to sleep: it isn't it any more. Else two that poll in turn would each leave
/// it to the other, and both sleep.
void stops_polling(const LeaseEntry& entry) noexcept;

/// At a scheduling point, with services registered: polls if the last poll of anyone is some time
/// before `now` (ticks).
void poll_if_due(std::uint64_t now) noexcept;

/// The helper: a thread that polls when every worker is busy in long tasks. Unless it runs already;
/// there is a service to poll. Defined in poll/helper.cpp.
void start_polling_helper();

}  // namespace tidemill::core
