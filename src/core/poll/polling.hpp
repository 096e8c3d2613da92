// Polling services (include/tidemill/tasking.h). Who calls them, and when, is told in
// docs/mechanisms/dispatch.md, "Polling"; the three places are sched/idle.cpp, sched/choose.cpp and
// poll/helper.cpp. One service is never run by two threads at once.
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

/// At a scheduling point, with services registered: polls if the last poll of anyone is some time
/// before `now` (ticks).
void poll_if_due(std::uint64_t now) noexcept;

/// The helper: a thread that polls when every worker is busy in long tasks. Unless it runs already;
/// there is a service to poll. Defined in poll/helper.cpp.
void start_polling_helper();

}  // namespace tidemill::core
