#include "core/task/spawn.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "core/deps/dependence_table.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/task/dependent.hpp"
#include "core/task/edge_room.hpp"
#include "core/task/included.hpp"
#include "core/task/plain.hpp"
#include "core/task/plain_parts.hpp"
#include "core/task/prepared.hpp"
#include "core/task/straight.hpp"
#include "core/task/task.hpp"
#include "core/task/throttle.hpp"
#include "core/team/cancel.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

// A task's block: [Task][captured data][Successor x room]. Blocks are cache-line aligned (or, in
// the smaller size classes, multiples of 64 bytes), so that alignment holds up to 64 bytes;
// beyond, there is room to align by hand.

struct Shape {
  std::size_t room;  // number of Successors
  std::size_t bytes;
  std::size_t alignment;
  int priority;
  bool untied;
  bool final;
};

void no_body(void*) {}

/// A task of the current one, that nobody counts yet.
Task* allocate(Worker& w, const Shape& shape) {
  const std::size_t alignment = std::max<std::size_t>(shape.alignment, 16);
  const std::size_t most = edges_begin(sizeof(Task) + alignment - 1 + shape.bytes);
  const auto block = w.blocks.allocate(most + shape.room * sizeof(Successor));
  auto* task = new (block.memory) Task;
  const auto at = reinterpret_cast<std::uintptr_t>(task + 1);
  task->data = reinterpret_cast<void*>((at + alignment - 1) / alignment * alignment);
  task->size_class = block.size_class;
  task->edges_at = edges_mark(most, block.size_class);
  task->final = shape.final;
  task->untied = shape.untied || settings().migrate;
  set_priority(task, shape.priority);
  return task;
}

/// From here on the task is a child of the current one. Returns the number of its children, or
/// more.
std::int64_t enrol(Worker& w, Task* task) noexcept {
  Task* parent = w.task;
  task->parent = parent;
  task->depth = parent->depth + 1;
  if (parent->final) task->final = true;
  task->team = w.member->team;
  task->home = w.member;
  task->icvs = parent->icvs;
  parent->icvs_shared = true;
  task->creation_group = task->group = parent->group;
  if (task->way != Task::Way::general)
    task->key = order_key(0, 0);  // which the short way would have given it
  task->way = Task::Way::general;
  task->key += ++w.stamp & kStampMask;
  if (task->group != nullptr) count_in_group(w, task);
  trace::created(w, *task);
  return parent->family.add_child();
}

/// Captures the data; undeferred tasks without a copy function use the creator's own.
void capture(Task* task, const SpawnRequest& request, bool now) {
  const Body& body = request.body;
  task->body = body.function;
  if (request.detach != nullptr) {
    *request.detach = bind_detach(task);
    if (body.data != nullptr) *static_cast<void**>(body.data) = *request.detach;
  }
  if (now && body.copy == nullptr)
    task->data = body.data;
  else if (body.copy != nullptr)
    body.copy(task->data, body.data);
  else if (body.bytes != 0)
    std::memcpy(task->data, body.data, body.bytes);
  task->has_objects = body.has_objects;
  task->habit = Habits::of(reinterpret_cast<const void*>(body.function));
}

class GroupPolicy final : public WaitPolicy {
 public:
  explicit GroupPolicy(TaskGroup& group) noexcept : group_(group) {}
  bool done() noexcept override {
    return armed_ ? group_.wait.done() : Family::children(group_.tasks.counts()) == 0;
  }
  bool arm() noexcept override {
    if (armed_) return !group_.wait.done();
    // Of the merging and the last task's count, the later one sees the other. Stays merged: the
    // group is over then.
    if (Family::children(group_.tasks.merge(Family::kTaskwaitArmed)) == 0) return false;
    return armed_ = true;
  }
  WaitSlot& slot() noexcept override { return group_.wait; }
  bool may_stack(const Task& other) noexcept override {
    for (const TaskGroup* g = other.creation_group; g != nullptr; g = g->outer)
      if (g == &group_) return true;
    return false;
  }
  bool constrains() const noexcept override { return true; }

 private:
  TaskGroup& group_;
  bool armed_ = false;
};

/// Of an undeferred task: when this returns, it is ready.
void await_predecessors(Task* task, std::span<const Dependence> dependences) {
  task->wakes = Task::Wakes::when_ready;
  if (enter_dependences(task, dependences)) return;
  // Children of the current task. What may begin meanwhile runs beside it, not on its stack: it
  // need not be one of those.
  wait_slot_natively(task->wait);
}

/// Undeferred: waits for the predecessors, runs in place, waits for its events.
void run_now(Task* task, std::span<const Dependence> dependences) {
  await_predecessors(task, dependences);
  run_body(current_worker(), task, trace::From::caller);
  finish_undeferred(task);
}

/// Deferred: enters the dependences and queues it, once they are fulfilled.
void queue(Worker& w, Task* task, std::span<const Dependence> dependences, std::int64_t children) {
  const bool has_class = task->key < order_key(0, 0);  // of a priority
  const bool ready = enter_dependences(task, dependences);
  // Outside any region nobody else would run it, and the program may not come to a scheduling
  // point: it runs at once, but on a stack of its own, so that it may block and we go on.
  Team& team = *w.member->team;
  if (team.level == 0) {
    if (ready) {
      trace::ready(&w, *task);
      run_before_current(task);
    }
    return;
  }
  if (ready && dependences.empty() && !has_class) {
    trace::ready(&w, *task);
    push_own(*w.member, task);
  } else if (ready) {
    make_ready(task);
  }
  throttle_current(*w.member, children);
}

inline bool submit_in_a_common_way(Task* task) {
  return submit_straight(task) || submit_prepared(task) || submit_plain(task);
}

}  // namespace

void spawn(const SpawnRequest& request) {
  Worker& w = current_worker();
  // Objects that were captured would have to run their destructors, which only the body can.
  if (request.body.has_objects && request.detach == nullptr && creates_cancelled(w)) return;
  Task* task = allocate(w, {request.dependences.size(), request.body.bytes, request.body.alignment,
                            request.priority, request.untied, request.final});
  const bool now = request.run == Run::now || w.task->final;
  if (request.on_thread) task->untied = false;
  capture(task, request, now);  // runs the program's copy constructors, which may wait
  Worker& here = current_worker();
  const std::int64_t children = enrol(here, task);
  if (now)
    run_now(task, request.dependences);
  else
    queue(here, task, request.dependences, children);
}

Task* allocate_task(const TaskShape& shape) {
  Worker& w = current_worker();
  if (!shape.untied && !shape.final && shape.priority == 0 && shape.alignment <= 16 &&
      !shape.has_objects)
    if (Task* task = allocate_plain(w, shape.function, shape.bytes).task) return task;
  Task* task = allocate(w, {static_cast<std::size_t>(w.edges_ahead), shape.bytes, shape.alignment,
                            shape.priority, shape.untied, shape.final});
  task->body = shape.function;
  task->has_objects = shape.has_objects;
  return task;
}

void* task_data(Task* task) noexcept { return task->data; }

void discard_task(Task* task) noexcept { free_task(task); }

void set_untied(Task* task, bool untied) noexcept { task->untied = untied; }

bool has_priorities() noexcept { return settings().max_task_priority != 0; }

void set_priority(Task* task, int priority) noexcept {
  task->way = Task::Way::general;  // whose descriptor, with its habit, serves no other
  task->key = order_key(std::clamp(priority, 0, settings().max_task_priority), 0);
}

void* bind_detach(Task* task) noexcept {
  // A proxy has a counter, and may be bound by its clause, too.
  EventCounter* const events =
      task->events != nullptr ? task->events : make_event_counter(current_worker(), task);
  events->bind(1);
  return events;
}

void bind_proxy(Task* task) noexcept {
  static_cast<EventCounter*>(bind_detach(task))->keeps_task = true;
}

void submit_task(Task* task, std::span<const Dependence> dependences, Run run, const void* code) {
  if (run == Run::later && (dependences.empty() ? submit_in_a_common_way(task)
                                                : submit_dependent(task, dependences, code)))
    return;
  if (submit_included(task, run, !dependences.empty())) return;
  Worker& w = current_worker();
  const std::int64_t children = enrol(w, task);
  if (run == Run::now || w.task->final)
    run_now(task, dependences);
  else
    queue(w, task, dependences, children);
}

void begin_undeferred(Task* task, std::span<const Dependence> dependences) {
  Worker& w = current_worker();
  if (task->way != Task::Way::general && includes(w, Run::now, !dependences.empty()))
    return begin_included(w, task);
  enrol(w, task);
  await_predecessors(task, dependences);
  begin_body(current_worker(), task, trace::From::caller);
}

void end_undeferred(Task* task) {
  if (task->way != Task::Way::general) return end_included(current_worker(), task);
  end_body(current_worker(), task->parent, current_worker().member, trace::From::caller);
  finish_undeferred(task);
}

void wait_dependences(std::span<const Dependence> dependences) {
  if (Family::children(current_worker().task->family.counts()) == 0) return;
  spawn({.body = {no_body, nullptr, nullptr, 0, 1}, .dependences = dependences, .run = Run::now});
}

void start_taskgroup(GroupKind kind) {
  Worker& w = current_worker();
  const auto block = w.blocks.allocate(sizeof(TaskGroup));
  Worker* const owner = w.task->untied ? nullptr : static_cast<Worker*>(w.task->worker);
  auto* group = new (block.memory) TaskGroup(w.task->group, owner);
  group->worksharing = kind != GroupKind::taskgroup;
  group->unended = kind == GroupKind::unended;
  forget_prepared(w);
  w.task->group = group;
}

void wait_taskgroup() {
  Task* self = current_worker().task;
  TaskGroup* group = self->group;
  if (group == nullptr) return;  // begun before a fork(), of which this is the child
  {
    GroupPolicy policy(*group);
    wait_until(policy);
  }
  forget_prepared(current_worker());
  leave_group(*self);
}

void leave_group(Task& task) noexcept {
  TaskGroup* const group = task.group;
  task.group = group->outer;
  group->~TaskGroup();
  current_worker().blocks.free(group, BlockCache::class_of(sizeof(TaskGroup)));
}

void yield_task() { yield_current(); }

void fulfil_detach(void* handle) { fulfil_events(static_cast<EventCounter*>(handle), 1); }
void fulfil_proxy(Task* task) { fulfil_events(task->events, 1); }

}  // namespace tidemill::core
