// A worker without work: spins a moment, polls, gives the core away, then sleeps.
//
// One object per stretch of idleness. Before a worker sleeps it announces itself in its teams
// (Member::idle, Team::idle_count), looks once more, and only then parks: of that look and a
// pusher's notify_one() one sees the other, as the sleeper fences heavily between its two steps and
// the pusher lightly between the push and its look at idle_count (platform/asymmetric_fence.hpp).
#pragma once

#include <cstdint>

#include "core/fiber/runnable.hpp"
#include "core/poll/moving.hpp"
#include "core/sched/choose.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class WaitPolicy;
class Worker;
struct Team;

class Idle {
 public:
  explicit Idle(Worker& worker) noexcept : worker_(worker) {}
  ~Idle() {
    if (steps_ != 0) stop(Took::nothing);
  }
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;

  /// Nothing was found: waits a little, longer every time. `waiter`: the task on whose stack this
  /// worker is, or nullptr; returns at the latest when its wait is over.
  void step(WaitPolicy* waiter);

  /// `item` was found: the next stretch starts afresh.
  void took(const Runnable& item) noexcept {
    if (steps_ != 0) stop(belongs_to_team(item) ? Took::team_work : Took::own_work);
  }

  /// How hard to look next.
  Look look() const noexcept {
    return ripe_ ? Look::insistent : steps_ > 1 ? Look::thorough : Look::quick;
  }

 private:
  enum class Took { nothing, own_work, team_work };
  static bool belongs_to_team(const Runnable& item) noexcept;
  void stop(Took took) noexcept;
  bool poll() noexcept;
  void begin_stretch(std::uint64_t ticks) noexcept;
  void believe(std::uint64_t now) noexcept;
  bool linger(WaitPolicy* waiter, bool polls) noexcept;
  void be_hungry() noexcept;
  void look_for_kept_tasks(std::uint64_t now) noexcept;
  void drop_watch() noexcept;
  void sleep(WaitPolicy* waiter, std::uint64_t idle_us, std::uint64_t least_us);
  void nap(WaitPolicy* waiter, std::uint64_t ticks);
  void put_off_sleep(std::uint64_t now) noexcept;

  Worker& worker_;
  std::uint64_t since_ = 0;  // ticks at the first fruitless look, or the last sign of a message
  std::uint64_t before_moving_ = 0;   // the same before polls that may have moved data; 0: none did
  std::uint64_t believed_since_ = 0;  // ticks: data is said to be on its way, or proven to be
  Moving moving_{platform::ticks_per_us()};
  bool slept_ = false;           // since the last poll
  bool beside_ = false;          // another thread polls: this one left it to that one the last time
  bool woke_ = false;            // the last poll that brought events: a sleeper, for one of them
  std::uint64_t beside_us_ = 0;  // its last nap with the watch, if so
  std::uint32_t steps_ = 0;
  std::uint64_t looked_at_ = 0;     // ticks at the last look at what others keep to themselves
  std::uint64_t progress_ = 0;      // of one who did, then
  std::uint32_t sightings_ = 0;     // looks in a row that found the same there
  bool ripe_ = false;               // enough of them
  bool in_vain_ = false;            // the last try to sleep: there was work, which others took
  std::uint64_t try_again_at_ = 0;  // ticks: no try to sleep before
  std::uint64_t try_again_us_ = 0;  // for so long after one in vain
  bool hungry_ = false;             // counted in Team::hungry_count
  bool watching_ = false;  // has the watch over the polling services, or polls on beside it
  bool ignores_ = false;   // the scheduling constraint, until it finds something
  bool notified_ = false;  // a pusher chose us for its work, which we haven't taken yet
};

/// What nobody has needed for so long, of memory that rests, a worker that sleeps gives back
/// (BlockCache, FiberPool): what comes again sooner is cheaper kept.
inline constexpr std::uint64_t kBurstNs = 50'000'000;
/// There is such memory: a worker that sleeps for good finds nothing to do and sleeps again, for
/// kBurstNs this time. Call after saying so (plenty()), as after a push. Any thread.
void wake_to_trim() noexcept;

/// Is there something that this worker may run, as far as a glance tells?
bool has_work(const Worker& worker) noexcept;

/// May it hold its core for the 2 us that spin_briefly() takes? Not beside a polling service, nor
/// where its team has more threads than there are processors, nor when told to be passive.
bool may_spin(const Worker& worker) noexcept;

/// A moment of a wait in which nothing else may run, without sleep: a pause at first, then offers
/// the core. False, at once: it has taken so long, since those ticks, that the worker had better
/// sleep.
bool wait_awake(const Worker& worker, std::uint64_t since) noexcept;

/// For what is usually a fraction of a microsecond away: true once `done`; false after kSpinUs, or
/// when there is something to run.
template <class Done>
bool spin_briefly(const Worker& worker, Done done) noexcept {
  constexpr std::uint64_t kSpinUs = 2;
  constexpr int kLooks = 8;
  if (done()) return true;
  if (!may_spin(worker)) return false;
  const std::uint64_t until = platform::ticks() + kSpinUs * platform::ticks_per_us();
  do {
    for (int i = 0; i < kLooks; ++i) {
      platform::pause();
      if (done()) return true;
    }
  } while (!has_work(worker) && platform::ticks() < until);
  return false;
}

/// With more threads in a team than processors, what its members hand to each other in turn: true
/// once `done`; false after a turn of all of them or some more, or so many microseconds, or
/// when there is something to run. Who sleeps for it instead costs the one it waits for a system
/// call.
bool may_yield(const Worker& worker) noexcept;
/// One of its turns. False: that were enough.
bool yield_once(const Worker& worker, int* yields, std::uint64_t* since) noexcept;
template <class Done>
bool yield_briefly(const Worker& worker, Done done) noexcept {
  if (!may_yield(worker)) return false;
  int yields = 0;
  std::uint64_t since = 0;
  while (yield_once(worker, &yields, &since))
    if (done()) return true;
  return false;
}

}  // namespace tidemill::core
