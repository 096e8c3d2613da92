#include "core/task/throttle.hpp"

#include <algorithm>
#include <mutex>

#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"

namespace tidemill::core {

namespace {

constexpr int kAhead = 128;

void put_aside(Team& team, Task* producer) {
  std::lock_guard guard(team.throttle_lock);
  team.throttled.push_back(producer);
  team.throttled_count.store(static_cast<int>(team.throttled.size()), std::memory_order_relaxed);
}

/// True for the one who is to resume it.
bool take_out(Team& team, Task* producer) noexcept {
  std::lock_guard guard(team.throttle_lock);
  if (std::erase(team.throttled, producer) == 0) return false;
  team.throttled_count.store(static_cast<int>(team.throttled.size()), std::memory_order_relaxed);
  return true;
}

class ThrottlePolicy final : public WaitPolicy {
 public:
  explicit ThrottlePolicy(Task& producer) noexcept : task_(producer) {}
  ~ThrottlePolicy() {
    if (armed_) leave_merged(task_, Family::kThrottled);
  }
  bool done() noexcept override { return armed_ && task_.wait.done(); }
  bool arm() noexcept override {
    task_.wait.reset();
    armed_ = true;
    put_aside(*task_.team, &task_);
    // acq_rel: of this and a child's count, the later one sees the other. If the mark has been
    // passed meanwhile, no child will tell us.
    const std::uint64_t word = task_.family.merge(Family::kThrottled);
    if (below_low_water(&task_, word)) resume_producer(&task_);
    return !task_.wait.done();
  }
  WaitSlot& slot() noexcept override { return task_.wait; }
  bool constrains() const noexcept override { return true; }
  bool only_while_work() const noexcept override { return true; }

 private:
  Task& task_;
  bool armed_ = false;
};

}  // namespace

void throttle_current() {
  Worker& w = current_worker();
  if (w.ahead > 0) {
    --w.ahead;
    return;
  }
  // Somebody has nothing to do: produce.
  w.task->family.fold();
  if (Family::children(w.task->family.counts()) < high_water(*w.member->team)) return;
  if (w.member->team->idle_count.load(std::memory_order_relaxed) != 0) return;
  {
    ThrottlePolicy policy(*w.task);
    wait_until(policy);
  }
  // Resumed because its tasks wait for something, as those bound to messages do, it is not put
  // aside for each further one.
  current_worker().ahead = kAhead;
}

void resume_producer(Task* producer) noexcept {
  if (take_out(*producer->team, producer)) producer->wait.complete();
}

bool resume_any_producer(Team& team) noexcept {
  if (team.throttled_count.load(std::memory_order_relaxed) == 0) return false;
  Task* producer = nullptr;
  {
    std::lock_guard guard(team.throttle_lock);
    if (team.throttled.empty()) return false;
    producer = team.throttled.back();
    team.throttled.pop_back();
    team.throttled_count.store(static_cast<int>(team.throttled.size()), std::memory_order_relaxed);
  }
  producer->wait.complete();
  return true;
}

}  // namespace tidemill::core
