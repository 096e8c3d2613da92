#include "core/task/throttle.hpp"

#include <algorithm>
#include <mutex>

#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/sync/backoff.hpp"
#include "core/task/immediate.hpp"

namespace tidemill::core {

namespace {

/// For who looks without the lock.
void publish_count_locked(Team& team) noexcept {
  team.throttled_count.store(static_cast<int>(team.throttled.size()), std::memory_order_relaxed);
}

/// True for the one who is to resume it.
bool take_out(Team& team, Task* creator) noexcept {
  std::lock_guard guard(team.throttle_lock);
  if (std::erase(team.throttled, creator) == 0) return false;
  publish_count_locked(team);
  return true;
}

class ThrottlePolicy final : public WaitPolicy {
 public:
  ThrottlePolicy(Worker& worker, Task& creator) noexcept : worker_(worker), task_(creator) {}
  ~ThrottlePolicy() {
    if (!armed_) return;
    std::erase(worker_.throttled, &task_);
    if (task_.wait.done() || take_out(*task_.team, &task_)) return;
    Backoff backoff(patience::kSpinLock);  // somebody has taken it out, and completes the slot
    while (!task_.wait.done()) backoff.step();
  }
  bool done() noexcept override { return armed_ && task_.wait.done(); }
  bool arm() noexcept override {
    if (armed_) return !task_.wait.done();
    task_.wait.reset();
    armed_ = true;
    throttle(worker_, task_);
    return true;
  }
  WaitSlot& slot() noexcept override { return task_.wait; }
  bool constrains() const noexcept override { return true; }
  bool only_while_work() const noexcept override { return true; }

 private:
  Worker& worker_;  // which is the same afterwards
  Task& task_;
  bool armed_ = false;
};

std::int64_t incomplete_children(const Task& task) noexcept {
  return static_cast<std::int64_t>(Family::children(task.family.counts()));
}

/// The creator goes on: with a higher mark, unless enough are gone for a lower one.
void set_mark(Member& m, Team& team, std::int64_t children) noexcept {
  const LookAhead look_ahead = team.look_ahead.load(std::memory_order_relaxed);
  if (children <= low_water(team)) {
    m.look_ahead_mark = 0;
    if (look_ahead.patience_us != LookAhead::kLeastUs)
      team.look_ahead.store(LookAhead{}, std::memory_order_relaxed);
    return;
  }
  const std::int64_t mark = std::max(m.look_ahead_mark, high_water(team));
  if (children <= mark - high_water(team) / 4) return;
  m.look_ahead_mark = mark + look_ahead.batch;
  if (team.any_outside())
    team.look_ahead.store(next_look_ahead(look_ahead, children >= mark), std::memory_order_relaxed);
}

}  // namespace

bool may_go_on(const Task& creator) noexcept {
  const Team& team = *creator.team;
  const std::int64_t children = incomplete_children(creator);
  if (drains(team)) return children == 0;
  if (creator.home->deque.size() > ready_low_mark(team)) return false;
  const std::int64_t raised = creator.home->look_ahead_mark - high_water(team) / 4;
  return children <= std::max(low_water(team), raised);
}

void throttle_current_slow() {
  Worker& w = current_worker();
  Task& self = *w.task;
  Team& team = *w.member->team;
  if (settings().own_stacks) return;  // its thread would go on on another stack
  self.family.fold();
  const std::int64_t children = incomplete_children(self);
  const bool queue_full = children > team.ready_mark && w.member->deque.size() > team.ready_mark;
  if (!queue_full && children < std::max(w.member->look_ahead_mark, high_water(team))) return;
  // Somebody has nothing to do: produce. Or wait for what is outside, as he does.
  if (team.idle_count.load(std::memory_order_relaxed) != 0 && (queue_full || !team.any_outside()))
    return;
  throttle_creators_below_slow(w, w.fiber);
  {
    ThrottlePolicy policy(w, self);
    wait_until(policy);
  }
  // The same worker. Where its tasks wait for something, as those bound to messages do, it isn't
  // throttled for each further one.
  set_mark(*current_worker().member, team, incomplete_children(self));
}

void throttle(Worker& w, Task& creator) {
  w.throttled.push_back(&creator);
  w.search.beside_throttled = 0;
  Team& team = *creator.team;
  team.throttled_at.store(platform::ticks(), std::memory_order_relaxed);
  {
    std::lock_guard guard(team.throttle_lock);
    team.throttled.push_back(&creator);
    publish_count_locked(team);
  }
  // This worker may be busy for long: a sleeper sees to it that the creator goes on when it is due.
  // Pairs with Idle::sleep() as a push does.
  team.notify_one(creator.home->number);
}

std::uint64_t look_ahead_due_us(const Team& team, std::uint64_t idle_since) noexcept {
  if (idle_since == kAtOnce || !team.any_outside()) return 0;
  const auto patience_us =
      static_cast<std::uint64_t>(team.look_ahead.load(std::memory_order_relaxed).patience_us);
  const std::uint64_t since =
      std::max(idle_since, team.throttled_at.load(std::memory_order_relaxed));
  const std::uint64_t now = platform::ticks();
  // Another processor's clock may be a little ahead.
  const std::uint64_t us = now > since ? (now - since) / platform::ticks_per_us() : 0;
  return us >= patience_us ? 0 : patience_us - us;
}

void resume_own_creator(Worker& w, bool its_turn) noexcept {
  Task* creator = w.throttled.back();  // the newest: it stands deepest in a recursion
  if (!its_turn && !may_go_on(*creator)) return;
  w.search.beside_throttled = 0;
  if (take_out(*creator->team, creator)) creator->wait.complete();
}

bool resume_any_creator(Team& team) noexcept {
  if (team.throttled_count.load(std::memory_order_relaxed) == 0) return false;
  Task* creator = nullptr;
  {
    std::lock_guard guard(team.throttle_lock);
    if (team.throttled.empty()) return false;
    creator = team.throttled.back();
    team.throttled.pop_back();
    publish_count_locked(team);
  }
  creator->wait.complete();
  return true;
}

}  // namespace tidemill::core
