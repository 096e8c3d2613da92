// The next child of a crowded producer, or of one outside any region, prepared ahead.
//
// A producer whose children run at once (task/at_once.hpp) makes one like the other. What the next
// one's descriptor says of its parent, and what is so as long as the producer runs undisturbed, is
// seen to once for many: that it bears plain children, in which taskgroup, stands on nobody's side
// call, is in front of no nested region and under no constraint that forbids them. Left for each
// child is what others may change at any time, or what the producer does by itself: resumed or
// prioritised tasks, hunger, the queue's size and turn, exceptions, cancellation.
//
// States, all the worker's own (AtOnce):
//
//   producer == nullptr     nobody's next child is prepared; `prepared`, if any, is just a block
//   producer == T           T is the current task, or stands below what is current: `prepared` is
//                           ready to be T's next child, or is it already, running on `side`
//   lender == T             T has been handed the block to write its data (LLVM's interface), so
//                           `prepared` is nullptr, until it submits it or another is prepared
//
// Whatever may let a task be suspended on the worker, or changes T in one of these respects,
// forgets: waiting and giving way of all kinds, a poll, which may call the program back anywhere, a
// taskgroup's beginning and end, a change of T's ICVs, a side call by another way, an implicit
// task's beginning, as it lies where the last region's did, and an explicit T's end, which goes the
// slow way as T is marked `has_more`. So a task that comes to lie where T was can't be taken for
// it. Tasks that T calls, undeferred ones, in its taskwait or in a region of its own, and that
// don't wait, leave all as it was. A child that is running when it is forgotten goes on as it is;
// it is the one whose block `prepared` is, until it ends or parts.
#pragma once

#include <cstddef>

#include "core/sched/worker.hpp"
#include "core/task/task.hpp"

namespace tidemill::core {

inline bool has_prepared(const Worker& w) noexcept { return w.at_once.producer == w.task; }

inline void forget_prepared(Worker& w) noexcept {
  w.at_once.producer = nullptr;
  w.at_once.lender = nullptr;
}

/// The current task's child `shell` has run at once and left its block as new: so will the next
/// one, if nothing about the current task speaks against it.
void prepare_next(Worker& w, Task* shell) noexcept;

/// As spawn_plain(), if has_prepared().
void spawn_prepared(Worker& w, void (*function)(void*), void* data, std::size_t bytes);

/// The same in two steps, as allocate_straight() and submit_straight(). The first, if
/// has_prepared(): a block of AtOnce::kBytes.
inline Task* lend_prepared(Worker& w) noexcept {
  AtOnce& a = w.at_once;
  Task* const task = a.prepared;
  a.prepared = nullptr;
  a.lender = a.producer;
  a.producer = nullptr;
  task->way = Task::Way::prepared;
  return task;
}
/// False: it is a task as allocate_plain() makes them.
bool submit_prepared(Task* task);

}  // namespace tidemill::core
