// The one way a task comes into being, for every ABI.
//
// 1. allocate: a block [Task][captured data][edges ...] from the worker's cache.
// 2. capture: the data is copied there, by the program's copy constructors if it has objects.
// 3. enrol: the task becomes a child of the current task, in its taskgroup, with its place in the
//    program's order.
// 4. One of three outcomes (docs/mechanisms/structures.md): it is included (task/undeferred.cpp),
//    run immediately (task/immediate.hpp), or enqueued once it is ready, and its creator perhaps
//    throttled (task/throttle.hpp). Every task with an affinity to less than the machine is
//    enqueued, an undeferred one to elsewhere among them.
//
// Templates over what the request is known to be at compile time: what a request lacks costs
// nothing. Everything here is for the thread that runs the creator, and may suspend it.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <span>

#include "core/affinity/domain.hpp"
#include "core/affinity/next_affinity.hpp"
#include "core/model/edges.hpp"
#include "core/model/request.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/policy/key.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/immediate.hpp"
#include "core/task/throttle.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

/// A block of the worker's cache, laid out as [Task][captured data][edges ...]: who runs a task
/// finds its data next to the descriptor and needs nothing of the edges. A task with room for
/// `bytes` of data, which begin `padding` behind the descriptor, and as many edges. Nobody counts
/// it yet; it has no priority.
[[gnu::always_inline]] inline Task* allocate(Worker& w, std::size_t padding, std::size_t bytes,
                                             std::size_t edges) noexcept {
  const std::size_t end = edges_begin(sizeof(Task) + padding + bytes);
  const auto block = w.memory.blocks.allocate(end + edges * sizeof(Task*));
  auto* const task = new (block.memory) Task;
  task->key = order_key(0, 0);
  task->data = reinterpret_cast<char*>(task + 1) + padding;
  task->size_class = block.size_class;
  task->edges_at = edges_mark(end, block.size_class);
  return task;
}

/// What a request may have.
struct TaskTraits {
  bool dependences = true;
  bool undeferred = true;
  // Any of priority, untied, final, on_thread, detach; a copy function, an alignment of more
  // than 16.
  bool attributes = true;
};
/// `#pragma omp task` with a few bytes to capture and no clause, or `if` alone.
inline constexpr TaskTraits kPlainTask{false, true, false};
inline constexpr TaskTraits kDeferredTask{false, false, true};
inline constexpr TaskTraits kAnyTask{};

/// memcpy() for a few words: longer sizes end with an overlapping piece, not with a loop of bytes.
inline void copy_few(void* to, const void* from, std::size_t bytes) noexcept {
  constexpr std::size_t kFew = 256;
  auto* t = static_cast<char*>(to);
  auto* f = static_cast<const char*>(from);
  if (bytes > kFew) {
    std::memcpy(t, f, bytes);
  } else if (bytes >= 16) {
    const std::size_t last = bytes - 16;
    for (std::size_t i = 0; i < last; i += 16) std::memcpy(t + i, f + i, 16);
    std::memcpy(t + last, f + last, 16);
  } else if (bytes >= 8) {
    std::memcpy(t, f, 8);
    std::memcpy(t + bytes - 8, f + bytes - 8, 8);
  } else {
    for (std::size_t i = 0; i < bytes; ++i) t[i] = f[i];
  }
}

/// It stands in its parent's innermost group, whose end waits for it.
inline void count_in_group(const Worker& w, Task* task, TaskGroup& group) noexcept {
  task->creation_group = task->group = &group;
  task->has_more = true;
  if (group.worker == &w)
    group.tasks.add_child();
  else
    group.tasks.add_child_of_other();
}

/// From here on it is a child of the current task. Returns the number of its children, or more.
[[gnu::always_inline]] inline std::int64_t enrol(Worker& w, Task* task) noexcept {
  Task* const parent = w.task;
  Member* const m = w.member;
  task->parent = parent;
  task->team = m->team;
  m->team->note_queued();
  task->home = m;
  task->depth = parent->depth + 1;
  task->creates |= parent->creates;  // what is inherited; kNextPlaced was taken
  task->icvs = parent->icvs;
  task->key += ++w.stamp & kStampMask;  // which held the priority
  parent->icvs_shared = true;
  if (parent->group != nullptr) [[unlikely]]
    count_in_group(w, task, *parent->group);
  const std::int64_t children = parent->family.add_child();
  trace::created(w, *task);
  return children;
}

/// Enters the accesses of an enrolled child of the current task; true when nothing keeps it from
/// running.
bool enter_dependences(Worker& w, Task* task, std::span<const Dependence> dependences);

/// Enqueues a ready task of the current one; and the creator may be throttled.
template <TaskTraits traits>
[[gnu::always_inline]] inline void enqueue(Worker& w, Task* task, std::int64_t children) {
  Member* const m = w.member;
  if (m->team->level == 0) [[unlikely]] {
    trace::ready(&w, *task);
    return run_before_current(task);  // nobody else would, and the program may never wait for it
  }
  const bool is_ordered = (traits.dependences && task->named) ||
                          (traits.attributes && task->key < order_key(0, 0));  // has a priority
  if (is_ordered) {
    make_ready(task);
  } else {
    trace::ready(&w, *task);
    push_own(*m, task);
  }
  throttle_current(*m, children);
}

/// A ready one is run immediately or enqueued.
template <TaskTraits traits>
[[gnu::always_inline]] inline void start(Worker& w, Task* task, std::int64_t children) {
  if (may_run_immediately(w))
    run_immediately(w, task);
  else
    enqueue<traits>(w, task, children);
}

/// Deferred, with dependences.
void submit_dependent(Worker& w, Task* task, std::span<const Dependence> dependences);
/// Undeferred: waits for the predecessors, runs it in place, waits for its events.
void run_included(Worker& w, Task* task, std::span<const Dependence> dependences);
/// Undeferred, with an affinity to somewhere else: runs there, and its creator waits.
void run_undeferred_there(Worker& w, Task* task, std::span<const Dependence> dependences);
/// Undeferred, of a final creator, with an affinity to less than the machine, or where one is
/// inferred.
void submit_unusual(Worker& w, Task* task, std::span<const Dependence> dependences, Run run,
                    const void* caller);

template <TaskTraits traits>
[[gnu::always_inline]] inline void submit_usual(Worker& w, Task* task,
                                                std::span<const Dependence> dependences) {
  if (traits.dependences && !dependences.empty()) return submit_dependent(w, task, dependences);
  const std::int64_t children = enrol(w, task);
  start<traits>(w, task, children);
}

/// Steps 3 and 4, of a task whose data is captured. `caller`: see TaskRequest.
template <TaskTraits traits>
[[gnu::always_inline]] inline void submit(Worker& w, Task* task,
                                          std::span<const Dependence> dependences, Run run,
                                          const void* caller) {
  if ((traits.undeferred && run == Run::now) ||
      (w.task->creates != 0 && !take_if_machine(w, *task, caller))) [[unlikely]]
    return submit_unusual(w, task, dependences, run, caller);
  submit_usual<traits>(w, task, dependences);
}

/// Steps 1 and 2 of a request with objects or attributes, whose creator may be on another worker
/// afterwards. nullptr: it is of what has been cancelled.
Task* make_any_task(Worker& w, const TaskRequest& request);

/// Step 1 where the compiler's code captures the data.
[[gnu::always_inline]] inline Task* allocate(Worker& w, const TaskShape& shape) noexcept {
  const std::size_t padding = -shape.head & (shape.alignment - 1);
  Task* const task =
      allocate(w, padding, shape.bytes, static_cast<std::size_t>(w.memory.edges_ahead));
  task->body = shape.function;
  const Team& team = *w.member->team;
  task->untied = (shape.untied & !team.all_tied) | team.all_untied;
  task->creates = shape.final ? Task::kFinal : 0;
  task->has_objects = shape.has_objects;
  return task;
}

/// All of it.
template <TaskTraits traits>
[[gnu::always_inline]] inline void create(Worker& w, const TaskRequest& request) {
  if constexpr (traits.attributes) {
    Task* const task = make_any_task(w, request);
    if (task != nullptr)
      submit<traits>(current_worker(), task, request.dependences, request.run, request.caller);
  } else {
    const bool included = traits.undeferred && request.run == Run::now;
    Task* const task =
        allocate(w, 0, included ? 0 : request.body.bytes, request.dependences.size());
    task->body = request.body.function;
    task->untied = w.member->team->all_untied;
    if (included)
      task->data = request.body.data;  // its creator's own
    else
      copy_few(task->data, request.body.data, request.body.bytes);
    submit<traits>(w, task, request.dependences, request.run, request.caller);
  }
}

}  // namespace tidemill::core
