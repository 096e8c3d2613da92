// A worker without work: spins a moment, polls, gives the core away, then sleeps.
//
// One object per stretch of idleness. Before a worker sleeps it announces itself in its teams
// (Member::idle, Team::idle_count), looks once more, and only then parks: of that look and a
// pusher's notify_one() one sees the other, both being sequentially consistent.
#pragma once

#include <cstdint>

namespace tidemill::core {

class WaitPolicy;
class Worker;

class Idle {
 public:
  explicit Idle(Worker& worker) noexcept : worker_(worker) {}
  ~Idle() { found_work(); }
  Idle(const Idle&) = delete;
  Idle& operator=(const Idle&) = delete;

  /// Nothing was found: waits a little, longer every time. `waiter`: the task on whose stack this
  /// worker is, or nullptr; returns at the latest when its wait is over.
  void step(WaitPolicy* waiter);

  /// Something was found: the next stretch starts afresh.
  void found_work() noexcept {
    if (steps_ != 0) found_work_slow();
  }

  /// Past the first spins: worth looking where it costs.
  bool thorough() const noexcept { return steps_ > 1; }

 private:
  void found_work_slow() noexcept;
  void sleep(WaitPolicy* waiter, std::uint64_t idle_us);

  Worker& worker_;
  std::uint64_t since_ = 0;  // ticks at the first fruitless look
  std::uint32_t steps_ = 0;
  bool watching_ = false;    // has the watch over the polling services
};

}  // namespace tidemill::core
