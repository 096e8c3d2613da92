#include "core/task/short_tasks.hpp"

#include <algorithm>
#include <utility>

#include "core/task/plain_parts.hpp"
#include "core/task/throttle.hpp"

namespace tidemill::core {

namespace {

// A task and its creation; what it costs to queue one, at least.
constexpr std::int64_t kWorthNs = 150;
// Of short ones, for a long one or an interrupt.
constexpr std::int64_t kMostCreditUs = 10;
// Without a disappointment. So rare exceptions are forgiven.
constexpr std::uint32_t kManyInARow = 1 << 13;

constexpr std::uint32_t kLeastPatience = 64, kMostPatience = 1 << 16;

}  // namespace

bool await_short_slow(Worker& w) {
  AtOnce& a = w.at_once;
  if (++a.in_a_row < a.patience || w.fiber->below != nullptr || w.member->inner != 0) return false;
  a.in_a_row = 0;
  const bool drained = drain_current_slow();
  a.patience = drained ? kLeastPatience : std::min(2 * a.patience, kMostPatience);
  return drained;
}

void run_short(Worker& w, Task* task, std::span<const Dependence> dependences, Habit habit) {
  const std::uint64_t begin = platform::ticks();
  const CallEnd end = run_unentered(w, task, dependences);
  const auto spent = static_cast<std::int64_t>(platform::ticks() - begin);
  const auto us = static_cast<std::int64_t>(platform::ticks_per_us());
  AtOnce& a = w.at_once;
  a.credit = std::min(a.credit + kWorthNs * us / 1000 - spent, kMostCreditUs * us);
  if (end == CallEnd::returned && a.credit >= 0) [[likely]] {
    if (++a.pleased % kManyInARow == 0) Habits::pleased(habit);
    return;
  }
  a.credit = 0;
  a.pleased = 0;
  Habits::disappointed(habit);
}

bool spawn_short(void (*function)(void*), void* data, std::size_t bytes,
                 std::span<const Dependence> dependences) {
  Worker& w = current_worker();
  const Habit habit = Habits::of(reinterpret_cast<const void*>(function));
  if (bytes > kMostPlainBytes || !may_run_short(w, habit)) return false;
  Task* task = take_shell(w);
  set_body(task, function);
  copy_few(task + 1, data, bytes);
  run_short(w, task, dependences, habit);
  return true;
}

bool submit_short(Task* task, std::span<const Dependence> dependences, const void* code) {
  if (!task->plain) return false;
  Worker& w = current_worker();
  task->habit = Habits::of(code);
  if (!may_run_short(w, task->habit)) return false;
  run_short(w, task, dependences, std::exchange(task->habit, Habit{0}));
  return true;
}

}  // namespace tidemill::core
