#include "core/task/throttle.hpp"

#include <mutex>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/task/immediate.hpp"

namespace tidemill::core {

namespace {

constexpr int kAhead = 128;

/// For who looks without the lock.
void publish_count_locked(Team& team) noexcept {
  team.throttled_count.store(static_cast<int>(team.throttled.size()), std::memory_order_relaxed);
}

/// True for the one who is to resume it.
bool take_out(Team& team, Task* producer) noexcept {
  std::lock_guard guard(team.throttle_lock);
  if (std::erase(team.throttled, producer) == 0) return false;
  publish_count_locked(team);
  return true;
}

class ThrottlePolicy final : public WaitPolicy {
 public:
  ThrottlePolicy(Worker& worker, Task& producer) noexcept : worker_(worker), task_(producer) {}
  ~ThrottlePolicy() {
    if (armed_) std::erase(worker_.throttled, &task_);
  }
  bool done() noexcept override { return armed_ && task_.wait.done(); }
  bool arm() noexcept override {
    task_.wait.reset();
    armed_ = true;
    throttle(worker_, task_);
    return true;
  }
  WaitSlot& slot() noexcept override { return task_.wait; }
  bool constrains() const noexcept override { return true; }
  bool only_while_work() const noexcept override { return true; }
  bool stays() const noexcept override { return true; }

 private:
  Worker& worker_;  // which is the same afterwards
  Task& task_;
  bool armed_ = false;
};

std::int64_t incomplete_children(const Task& task) noexcept {
  return static_cast<std::int64_t>(Family::children(task.family.counts()));
}

}  // namespace

void throttle_current_slow() {
  Worker& w = current_worker();
  Task& self = *w.task;
  const Team& team = *w.member->team;
  if (settings().own_stacks) return;  // its thread would go on on another stack
  self.family.fold();
  const std::int64_t children = incomplete_children(self);
  const bool queue_full = children > team.ready_mark && w.member->deque.size() > team.ready_mark;
  if (!queue_full && children < high_water(team)) return;
  if (!queue_full && w.ahead > 0) {
    --w.ahead;
    return;
  }
  // Somebody has nothing to do: produce.
  if (team.idle_count.load(std::memory_order_relaxed) != 0) return;
  throttle_creators_below_slow(w, w.fiber);
  {
    ThrottlePolicy policy(w, self);
    wait_until(policy);
  }
  // Resumed because its tasks wait for something, as those bound to messages do, it is not
  // throttled for each further one.
  current_worker().ahead = kAhead;
}

void throttle(Worker& w, Task& producer) {
  w.throttled.push_back(&producer);
  Team& team = *producer.team;
  std::lock_guard guard(team.throttle_lock);
  team.throttled.push_back(&producer);
  publish_count_locked(team);
}

bool resume_own_producer(Worker& w) noexcept {
  Task* producer = w.throttled.back();  // the newest: it stands deepest in a recursion
  if (!may_go_on(*producer) || !take_out(*producer->team, producer)) return false;
  producer->wait.complete();
  return true;
}

bool resume_any_producer(Team& team) noexcept {
  if (team.throttled_count.load(std::memory_order_relaxed) == 0) return false;
  Task* producer = nullptr;
  {
    std::lock_guard guard(team.throttle_lock);
    if (team.throttled.empty()) return false;
    producer = team.throttled.back();
    team.throttled.pop_back();
    publish_count_locked(team);
  }
  producer->wait.complete();
  return true;
}

}  // namespace tidemill::core
