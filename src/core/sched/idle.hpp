// A worker without work: one object per stretch of idleness.
//
// Each step of it collects what can be known (IdleFacts), asks next_state() what to do
// (sched/idle_state.hpp has the states and the transitions), and carries that out. Who owns what:
//   - this object, and so its worker alone, all of its fields;
//   - the lease's lock, who polls (poll/lease.hpp): `state_` is what this worker learned there
//   last;
//   - the teams' words about sleepers, suspend/announce.hpp: who pushes work may take those.
// Which pairs with which: the announcement with Team::notify_one() (suspend/announce.hpp);
// WaitSlot::announce_sleep() with the completion of the wait (model/wait_slot.hpp); Parker::park()
// with every unpark().
#pragma once

#include <cstdint>
#include <utility>

#include "core/fiber/runnable.hpp"
#include "core/model/worker.hpp"
#include "core/poll/wait_age.hpp"
#include "core/sched/idle_state.hpp"
#include "core/suspend/announce.hpp"
#include "core/suspend/choose.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class WaitPolicy;

/// Tasks that others keep to themselves, in the private part of a deque. A look there disturbs the
/// owner, and taking from it more; tasks that come and go quickly are better left to him. A task
/// that its owner has kept for several looks, and made no progress meanwhile, is ripe: the owner is
/// busy with something long.
///
/// An idle worker's own.
class KeptTasks {
 public:
  void look(const Worker& w, std::uint64_t now) noexcept {
    ripe_ = false;
    if (now - looked_at_ < kLookUs * platform::ticks_per_us()) return;
    looked_at_ = now;
    const TaskDeque* const kept = find(w);
    const std::uint64_t before = std::exchange(progress_, kept != nullptr ? kept->progress() : 0);
    sightings_ = kept == nullptr ? 0 : progress_ == before ? sightings_ + 1 : 1;
    if (sightings_ < kRipeSightings) return;
    ripe_ = true;
    sightings_ = 0;
  }

  bool ripe() const noexcept { return ripe_; }

  void start_over() noexcept {
    sightings_ = 0;
    ripe_ = false;
  }

 private:
  static constexpr std::uint64_t kLookUs = 1;
  static constexpr std::uint32_t kRipeSightings = 3;

  static const TaskDeque* find(const Worker& w) noexcept {
    for (const Member* m = w.innermost; m != nullptr; m = m->outer) {
      if (!m->team->ever_queued() || !open_to_new(*m)) continue;
      for (int i = 0; i < m->team->size; ++i) {
        const Member& other = m->team->members[i];
        if (&other != m && other.deque.maybe_nonempty()) return &other.deque;
      }
    }
    return nullptr;
  }

  std::uint64_t looked_at_ = 0;  // ticks
  std::uint64_t progress_ = 0;   // of one who keeps tasks, then
  std::uint32_t sightings_ = 0;  // looks in a row that found the same there
  bool ripe_ = false;            // enough of them, at the last look
};

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

  /// May the waiter, a throttled creator, go on?
  bool creator_is_due() const noexcept;

  /// `item` was found: the next stretch starts afresh.
  void took(const Runnable& item) noexcept;

  /// How hard to look next.
  Look look() const noexcept {
    return kept_.ripe() ? Look::insistent : steps_ > 1 ? Look::thorough : Look::quick;
  }

 private:
  enum class Took { nothing, own_work, team_work };
  static bool belongs_to_team(const Runnable& item) noexcept;
  void stop(Took took) noexcept;

  bool resumes_creator(const WaitPolicy* waiter) noexcept;
  bool misses_creator() const noexcept;
  std::uint64_t at_most(std::uint64_t ns) const noexcept;
  void look_round(std::uint64_t now) noexcept;
  bool advance_graphs();
  IdleFacts facts(WaitPolicy* waiter, std::uint64_t now) noexcept;
  void carry_out(const IdleChoice& choice, WaitPolicy* waiter, const IdleFacts& facts,
                 std::uint64_t now);

  bool poll() noexcept;
  bool hold(WaitPolicy* waiter, bool polls) noexcept;
  bool is_wanted(WaitPolicy* waiter) const noexcept;
  void be_hungry() noexcept;
  void drop_lease() noexcept;

  void sleep(WaitPolicy* waiter, std::uint64_t idle_us, std::uint64_t least_us);
  bool park_poller(std::uint64_t idle_us, std::uint64_t least_us) noexcept;
  bool park_until_woken(bool plenty) noexcept;
  void trim_memory(WaitPolicy* waiter);
  void rest() noexcept;
  void nap(WaitPolicy* waiter, std::uint64_t ticks);
  void put_off_sleep(std::uint64_t now) noexcept;

  Worker& worker_;
  IdleState state_ = IdleState::searching;
  std::uint32_t steps_ = 0;        // looks in vain, this stretch
  std::uint64_t begun_ = 0;        // ticks: this stretch
  std::uint64_t creators_us_ = 0;  // no longer sleep: throttled creators are due then; 0: none are
  WaitAge age_;
  KeptTasks kept_;
  bool slept_ = false;        // since the last poll
  bool other_polls_ = false;  // this one left the last poll to another thread
  bool woke_ = false;         // the last poll that brought events: a sleeper, for one of them
  bool in_vain_ = false;      // the last try to sleep: there was work, which others took
  bool ignores_ = false;      // the scheduling constraint, until it finds something
  bool notified_ = false;     // a pusher chose us for its work, which we haven't taken yet
  std::uint64_t nap_beside_us_ = 0;  // a poller's last nap, if another polled then
  std::uint64_t try_again_at_ = 0;   // ticks: no try to sleep before
  std::uint64_t try_again_us_ = 0;   // for so long after one in vain
};

}  // namespace tidemill::core
