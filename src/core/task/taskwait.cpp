// taskwait and taskgroup (OpenMP 5.2, 15.4 and 15.5). The end of a taskgroup waits for the tasks
// created in it, and for all of theirs. taskwait: what the worker's own deque has of the current
// task's children is run right here, newest first, without a wait; then the task waits for what
// others have taken.
#include <new>

#include "core/affinity/next_affinity.hpp"
#include "core/deps/dependence_table.hpp"
#include "core/model/request.hpp"
#include "core/suspend/choose.hpp"
#include "core/suspend/constraint.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/body.hpp"
#include "core/task/cancel.hpp"
#include "core/task/side_stack.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

/// Is what comes first of all in the ordered queue a child of `self`, and so of higher priority?
[[gnu::noinline]] bool child_goes_first_slow(Member& m, const Task* self) noexcept {
  return m.ordered.smallest_is([self](const Runnable& item) {
    return item.kind == Runnable::Kind::task && static_cast<const Task&>(item).parent == self;
  });
}

class ChildrenPolicy final : public FamilyPolicy {
 public:
  explicit ChildrenPolicy(Task& task) noexcept
      : FamilyPolicy(task.family, task.wait, Family::kTaskwaitArmed, &task), task_(task) {}
  bool may_stack(const Task& other) noexcept override { return other.parent == &task_; }
  bool constrains() const noexcept override { return true; }
  bool is_part() const noexcept override { return true; }

 private:
  const Task& task_;
};

class GroupPolicy final : public FamilyPolicy {
 public:
  explicit GroupPolicy(TaskGroup& group) noexcept
      : FamilyPolicy(group.tasks, group.wait, Family::kTaskwaitArmed, nullptr), group_(group) {}
  bool may_stack(const Task& other) noexcept override {
    for (const TaskGroup* g = other.creation_group; g != nullptr; g = g->outer)
      if (g == &group_) return true;
    return false;
  }
  bool constrains() const noexcept override { return true; }

 private:
  const TaskGroup& group_;
};

/// The newest of the worker's own deque isn't a tied child of `self`. An untied one runs beside it;
/// false: it is put back.
[[gnu::noinline]] bool run_other(Worker& w, Member& m, const Task* self, Task* task) {
  if (task->parent != self || !may_call_on_side(w) || is_cancelled(*task)) {
    m.deque.push(task);
    m.team->notify_one();  // a sleeper's last look may have missed it
    return false;
  }
  if (shares_now(m)) m.deque.share();
  run_on_side_of_waiter(w, m, task);
  settle_wakes(w);
  return true;
}

/// Runs the newest children of `self`, the current task, from the worker's own deque, on top of it,
/// as long as there are any and none of higher priority.
inline void run_own_children(Worker& w, Task* self) {
  Member& m = *w.member;
  if (m.ordered.smallest() < order_key(0, 0) && child_goes_first_slow(m, self)) return;
  // By this worker's count none is left: what lies further down the deque are others' children.
  while (self->family.own_children() != 0) {
    // Below it, or since, a task may have come to wait here that these don't descend from.
    if (!m.waiting.empty() && !meets_constraint(m.waiting, *self)) [[unlikely]]
      return;
    auto* const task = static_cast<Task*>(m.deque.pop());
    if (task == nullptr) return;
    if (task->parent != self || task->untied) [[unlikely]] {
      if (!run_other(w, m, self, task)) return;
      continue;
    }
    if (shares_now(m)) m.deque.share();
    if (!run_tied(w, m, task)) settle_wakes(w);
  }
}

/// There are some. A function of its own: the other case saves no registers.
[[gnu::noinline, gnu::hot]] void wait_for_children(Worker& w, Task* self) {
  trace::suspend(w, *self);
  run_own_children(w, self);
  if (Family::children(self->family.counts()) != 0) [[unlikely]] {
    ChildrenPolicy policy(*self);
    wait_until(policy);
  }
  trace::resume(current_worker(), *self, nullptr);
  if (self->children_by_address != nullptr) self->children_by_address->clear();
}

}  // namespace

[[gnu::hot]] void wait_children() {
  Worker& w = current_worker();
  Task* const self = w.task;
  drop_clause_affinity(*self);
  if (Family::children(self->family.counts()) != 0) return wait_for_children(w, self);
  if (self->children_by_address != nullptr) self->children_by_address->clear();
}

void start_taskgroup(GroupKind kind) {
  Worker& w = current_worker();
  const auto block = w.memory.blocks.allocate(sizeof(TaskGroup));
  Worker* const owner = w.task->untied ? nullptr : static_cast<Worker*>(w.task->worker);
  auto* group = new (block.memory) TaskGroup(w.task->group, owner);
  group->kind = kind;
  w.task->group = group;
}

void wait_taskgroup() {
  Task* self = current_worker().task;
  drop_clause_affinity(*self);
  TaskGroup* group = self->group;
  if (group == nullptr) return;  // begun before a fork(), of which this is the child
  {
    GroupPolicy policy(*group);
    wait_until(policy);
  }
  leave_group(*self);
}

void leave_group(Task& task) noexcept {
  TaskGroup* const group = task.group;
  task.group = group->outer;
  group->~TaskGroup();
  current_worker().memory.blocks.free(group, BlockCache::class_of(sizeof(TaskGroup)));
}

}  // namespace tidemill::core
