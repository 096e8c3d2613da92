#include "core/trace/points.hpp"

#include "core/model/worker.hpp"

namespace tidemill::core::trace {

namespace {

/// What a record says of the thread.
Record record_on(const Worker* w, Event event) noexcept {
  Record r{.event = event};
  if (w == nullptr) return r;
  r.thread = w->id;
  r.account = const_cast<ThreadAccount*>(&w->account);
  if (w->innermost != nullptr) r.stands_in = &w->innermost->team->account;
  return r;
}

/// ... and of a task.
Record record_of(const Worker* w, Event event, const Task& task) noexcept {
  Record r = record_on(w, event);
  r.task = &task;
  r.implicit = task.implicit;
  return r;
}

/// Who may go on with it: its home alone, or any of its team's threads.
void say_where(Record& r, const Fiber& fiber) noexcept {
  if (fiber.home != nullptr)
    r.only_on = &fiber.home->account;
  else
    r.of_team = &fiber.member->team->account;
}

}  // namespace

void task_slow(const Worker* w, const Task& task, Event event, From from) noexcept {
  Record r = record_of(w, event, task);
  r.from = from;
  r.of_team = &task.team->account;
  emit(r);
}

void ready_again_slow(const Worker* w, const Fiber& fiber) noexcept {
  Record r = record_of(w, Event::ready, *fiber.task);
  r.again = true;
  say_where(r, fiber);
  emit(r);
}

void resume_slow(const Worker& w, const Task& task, const Fiber* left, Then then) noexcept {
  Record r = record_of(&w, Event::resume, task);
  r.from = left != nullptr ? From::ready_set : From::caller;
  r.waits_on = then == Then::more_waiting;
  if (left != nullptr) say_where(r, *left);
  emit(r);
}

void tell_slow(const Worker* w, Event event, const void* task, const void* other,
               std::uint64_t value, Phase phase) noexcept {
  Record r = record_on(w, event);
  r.task = task != nullptr || w == nullptr ? task : w->task;
  r.other = other;
  r.value = value;
  r.phase = phase;
  emit(r);
}

}  // namespace tidemill::core::trace
