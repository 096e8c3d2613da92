#include "core/task/immediate.hpp"

#include <algorithm>

#include "core/poll/polling.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/create.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

// So long a worker runs what it creates; then it is its queue's turn.
constexpr std::uint64_t kTurnUs = 50;
// Between looks at the clock: little enough that services are polled in time between longer tasks
// and thieves see some progress, enough to cost nothing between short ones.
constexpr std::uint64_t kLookLeastUs = 1, kLookMostUs = 4;
constexpr std::uint32_t kMostUnlooked = 64;

}  // namespace

bool look_at_turn_slow(Worker& w) noexcept {
  ImmediateTasks& immediate = w.immediate;
  const std::uint64_t now = platform::ticks();
  const std::uint64_t us = platform::ticks_per_us();
  if (polling_active()) poll_if_due(now);
  w.member->deque.note_progress();
  if (immediate.turn_since == 0) {
    immediate.turn_since = now;
  } else if (now - immediate.looked_at > kLookMostUs * us) {
    immediate.interval = std::max(immediate.interval / 4, 1u);
  } else if (now - immediate.looked_at < kLookLeastUs * us) {
    immediate.interval = std::min(immediate.interval * 2, kMostUnlooked);
  }
  immediate.looked_at = now;
  const bool over = now - immediate.turn_since > kTurnUs * us;
  // An empty queue leaves its turn to others. Else the lowest creator takes it, which is throttled
  // if the queue is full. Until it, or who is delayed, has the turn, those above enqueue.
  const bool queues_turn = over && w.member->deque.size() != 0;
  const bool delays = over && delays_creator(w);
  if (over && !delays && !(queues_turn && stands_on_side(w))) immediate.turn_since = 0;
  immediate.left = over ? 1 : immediate.interval;
  return !queues_turn && !delays && !w.inbox.maybe_nonempty();  // by what was polled
}

void go_on_slow(Task* creator, Member* m) {
  Worker& w = current_worker();      // the same as before
  std::erase(w.throttled, creator);  // unless it wasn't throttled
  m->waiting.remove(creator);
  trace::resume(w, *creator, w.fiber);
  throttle_current(*m, creator->family.own_children());
}

void enter_late(Worker& w, Task* task) noexcept {
  const std::span<const Dependence> dependences = *task->unentered;
  task->enters_late = false;
  task->more_edges = nullptr;
  // None of its siblings was incomplete when it began, and its creator hasn't gone on since:
  // nothing keeps it from running, as it does.
  enter_dependences(w, task, dependences);
}

// The oldest first: who was throttled last goes on first.
void throttle_creators_below_slow(Worker& w, Fiber* above) noexcept {
  if (above->below == nullptr) return;
  if (above->below_waits()) return let_parent_go_on_slow(w, above);
  throttle_creators_below_slow(w, above->below);  // kMostSideCalls deep at most
  Fiber* const own = part(w, above);
  Task& creator = *own->task;
  add_waiting(own->member->waiting, &creator);
  trace::suspend(w, creator);
  creator.wait.reset();
  creator.wait.publish(own);  // nobody can complete it yet
  throttle(w, creator);
}

// ---- tasks whose dependences are not entered ----

LateEntry may_enter_late(Worker& w) noexcept {
  if (!enters_late(w.member->team->immediate_mark) || has_incomplete_children(*w.task))
    return LateEntry::no;
  if (!may_run_immediately(w, 0)) return LateEntry::refused;
  return has_incomplete_children(*w.task) ? LateEntry::no : LateEntry::yes;  // by what was polled
}

void run_unentered(Worker& w, Task* task, const std::span<const Dependence>& dependences) {
  task->enters_late = true;
  task->unentered = &dependences;
  run_immediately(w, task);
}

void call_timed_body(Task* task) {
  // Only a policy with a graph asks for the mean, which all workers write.
  if (task->team->graph == nullptr) return task->body(task->data);
  const DurationEntry entry = task->duration;  // it may be gone afterwards
  const Worker* const worker = &current_worker();
  const std::uint32_t picks = worker->search.picks;
  const std::uint64_t begin = platform::ticks();
  task->body(task->data);
  // Not of one that was suspended or ran another task.
  if (&current_worker() == worker && worker->search.picks == picks)
    DurationPredictor::took(entry, platform::ticks() - begin);
}

}  // namespace tidemill::core
