// What a worker runs next. The order is told in docs/mechanisms/dispatch.md: what only this worker
// may resume; then, for each team it is in, the ordered queues, its own deque, the others' deques.
//
// For the worker itself; everything it looks at that is shared may be looked at by any thread.
#pragma once

namespace tidemill::core {

class Worker;
struct Runnable;

/// How hard a worker looks for work.
enum class Look {
  quick,
  thorough,   // it has found nothing for a moment: also where it costs
  insistent,  // somebody has kept tasks to himself all that time
};

/// What `w` should run now, or nullptr. The caller owns it.
Runnable* next(Worker& w, Look look) noexcept;

/// The same, if it can be told at a glance: the usual case between many small tasks.
Runnable* next_at_a_glance(Worker& w) noexcept;

/// Could next() find anything, as far as the hints go? For who asks again, if not.
bool may_find(const Worker& w, Look look) noexcept;

/// Of the tasks that gave way on this worker, of which there are some, the one that did so first.
Runnable* take_yielded(Worker& w) noexcept;

/// Queues and wakes sleepers for what run_task() has left. Before returning to the program, or to
/// another task.
void settle_wakes(Worker& w) noexcept;

}  // namespace tidemill::core
