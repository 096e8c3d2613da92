// The events of a run, and who wants to see them. How they are told, their places and arguments:
// docs/mechanisms/trace.md. A Consumer is handed a Record per event of the levels that it wants, on
// the thread that the event happens on, and must neither wait nor create tasks.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core::trace {

class ThreadAccount;
class TeamAccount;

enum class Event : std::uint8_t {
  created,        // a task
  dependence,     // `task` has to wait for `other`
  ready,          // it enters the ready set, for the first time or again
  begin,          // its body
  suspend,        // it leaves its body to wait
  resume,         // it goes on
  end,            // of its body
  complete,       // and all its events are fulfilled
  steal,          // `value` tasks
  poll,           // the services, for `value` ticks
  message_bound,  // `value` events of a layer such as MPI's are bound to it; `other`: its counter
  region,         // of `value` threads
  barrier,        // the implicit task has come to one, and has passed it
  lock,           // the task waits for one, and has it
};
inline constexpr int kEvents = static_cast<int>(Event::lock) + 1;

// Levels, as bits.
inline constexpr std::uint32_t kTasks = 1;  // created, ready, begin, suspend, resume, end, complete
inline constexpr std::uint32_t kGraph = 2;  // dependence
inline constexpr std::uint32_t kScheduler = 4;  // steal, poll
inline constexpr std::uint32_t kMessages = 8;   // message_bound
inline constexpr std::uint32_t kTeams = 16;     // region, barrier
inline constexpr std::uint32_t kLocks = 32;     // lock

constexpr std::uint32_t level_of(Event event) noexcept {
  switch (event) {
    case Event::dependence:
      return kGraph;
    case Event::steal:
    case Event::poll:
      return kScheduler;
    case Event::message_bound:
      return kMessages;
    case Event::region:
    case Event::barrier:
      return kTeams;
    case Event::lock:
      return kLocks;
    default:
      return kTasks;
  }
}

/// Where a body that begins or goes on comes from; at its end, to whom its thread returns.
enum class From : std::uint8_t {
  ready_set,  // the thread has chosen it, and is to choose again
  caller,     // a task that called it, or that has waited where it stood, and whose body goes on
};

/// Of events that come in pairs.
enum class Phase : std::uint8_t { none, begin, end };

struct Record {
  Event event{};
  Phase phase = Phase::none;  // region, barrier, lock
  From from = From::caller;   // begin, resume, end
  bool implicit = false;      // the task is an implicit one
  bool again = false;         // ready: it was suspended
  bool waits_on = false;      // resume: only to go on waiting, for the next part of the same wait
  int thread = -1;            // Worker::id; -1: a thread that the runtime doesn't know
  /// Names a task from `created` to `complete`; but one that leaves only its events behind may
  /// leave its address to another when its body is over, and `complete` names it by its counter,
  /// which `message_bound` has told.
  const void* task = nullptr;
  const void* other = nullptr;
  std::uint64_t value = 0;

  // What the account keeps (trace/account.hpp).
  ThreadAccount* account = nullptr;  // of the thread
  TeamAccount* stands_in = nullptr;  // innermost team of the thread; nullptr: none
  ThreadAccount* only_on = nullptr;  // ready, resume: the one thread that may run the task;
  TeamAccount* of_team = nullptr;    // or nullptr: any of this team's may. Also begin
};

class Consumer {
 public:
  virtual void see(const Record& record) noexcept = 0;

 protected:
  ~Consumer() = default;
};

/// What anybody wants. relaxed: a consumer may miss events right after it was attached.
[[gnu::visibility("hidden")]] extern std::atomic<std::uint32_t> wanted_levels;
inline bool wanted(std::uint32_t levels) noexcept {
  return (wanted_levels.load(std::memory_order_relaxed) & levels) != 0;
}

/// `consumer` sees the events of these levels from now on. It must live for ever, or as long as it
/// is attached and events happen. At most kConsumers at a time; false: there are as many.
inline constexpr int kConsumers = 4;
bool attach(Consumer& consumer, std::uint32_t levels) noexcept;
void detach(Consumer& consumer) noexcept;

/// To all who want it.
void emit(const Record& record) noexcept;

}  // namespace tidemill::core::trace
