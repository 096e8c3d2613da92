// Polling services (include/tidemill/tasking.h): who calls them, and when.
//
// - An idle worker polls all the time it would otherwise spin. Before workers sleep, one of them
//   takes the watch: it alone keeps polling, at growing intervals; the others sleep for good. While
//   another polls without sleep, the one with the watch only looks now and then whether it still is
//   so: with few cores each wake-up could take the core from that poll.
// - A busy worker polls between two tasks when nobody has for a while.
// - When every worker is busy in long tasks, a helper thread polls (poll/helper_pace.hpp). It
//   sleeps while a worker has the watch for long.
// One service is never run by two threads at once.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/sync/parker.hpp"

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

struct Watcher;

/// Runs the services, for so many ticks; `idle`: of the worker that does so for lack of other work.
/// False: another thread is at it.
bool poll_services(std::uint64_t* took = nullptr, const Watcher* idle = nullptr) noexcept;

/// Was the last poll for lack of other work another worker's, and only just? A hint.
bool another_idle_polls(const Watcher& watcher) noexcept;

/// By one that is about to sleep: it isn't it any more. Else two that poll in turn would each leave
/// it to the other, and both sleep.
void stops_polling(const Watcher& watcher) noexcept;

/// At a scheduling point, with services registered: polls if the last poll of anyone is some time
/// before `now` (ticks).
void poll_if_due(std::uint64_t now) noexcept;

/// A worker's part in the watch. All under the registry's watch lock.
struct Watcher {
  Parker* parker = nullptr;
  Watcher* next = nullptr;
  Watcher* previous = nullptr;
  std::uint64_t since = 0;  // ticks at which its idleness began
  bool queued = false;
  bool napping = false;  // has the watch or had it, and looks itself what has become of it
  void forget() noexcept { *this = {}; }
};

/// The watch: while services are registered, one of the workers without work keeps polling, and
/// naps in between, the longer the longer it has been idle. Others queue up for it, and whoever
/// leaves it for work gives it to the next and wakes him; if that one has found work too, he passes
/// it on: no message waits while all sleep.
///
/// What somebody who has begun to wait later waits for may come soon, and the naps of the one with
/// the watch have grown with a wait that is none of his. So one who comes by then polls on without
/// sleep, beside the one with the watch, who looks now and then whether it is still so: had he lost
/// the watch, he would have to be woken each time the other finds work, which takes the core from
/// that one where they share it. Before it naps itself, who polls on takes the watch. Never the
/// other way round, so it doesn't go back and forth. Who has lost it so is queued at once; it
/// learns of that at the next call of one of these, and until then gets the watch back without
/// being woken.
///
/// Idle since `since` (ticks) and awake. True: the caller polls without sleep from now on, beside
/// the one with the watch, or with the watch, which was free. (That the wait has become young again
/// since is not told.)
bool poll_on(Watcher& watcher, std::uint64_t since) noexcept;
/// Before it sleeps. True: it has the watch and has to poll after a nap. False: it is queued, and
/// woken when the watch comes to it. Then wake_to_watch().
bool nap_or_queue(Watcher& watcher, Parker& parker, std::uint64_t since) noexcept;
/// After it slept. True: the caller has the watch, still or meanwhile.
bool wake_to_watch(Watcher& watcher) noexcept;
/// The caller leaves for work: it gives away the watch, if it still has it, or polls on no more.
void hand_over_watch(Watcher& watcher) noexcept;

}  // namespace tidemill::core
