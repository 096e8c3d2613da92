// taskgroup (OpenMP 5.2, 15.4): its end waits for the tasks created in it, and for all of theirs.
#include <new>

#include "core/affinity/next_affinity.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"
#include "core/suspend/dispatch.hpp"

namespace tidemill::core {

namespace {

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

}  // namespace

void start_taskgroup(GroupKind kind) {
  Worker& w = current_worker();
  const auto block = w.memory.blocks.allocate(sizeof(TaskGroup));
  Worker* const owner = w.task->untied ? nullptr : static_cast<Worker*>(w.task->worker);
  auto* group = new (block.memory) TaskGroup(w.task->group, owner);
  group->worksharing = kind != GroupKind::taskgroup;
  group->unended = kind == GroupKind::unended;
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
