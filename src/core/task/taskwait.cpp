// taskwait: what the worker's own deque has of the current task's children is run right here,
// newest first, without a wait; then the task waits for what others have taken.
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

class ChildrenPolicy final : public WaitPolicy {
 public:
  explicit ChildrenPolicy(Task& task) noexcept : task_(task) {}
  ~ChildrenPolicy() {
    if (armed_) leave_merged(task_, Family::kTaskwaitArmed);
  }
  bool done() noexcept override {
    return armed_ ? task_.wait.done() : Family::children(task_.family.counts()) == 0;
  }
  bool arm() noexcept override {
    if (armed_) return !task_.wait.done();
    task_.wait.reset();
    if (Family::children(task_.family.merge(Family::kTaskwaitArmed)) == 0) {
      leave_merged(task_, Family::kTaskwaitArmed);  // no child is left to see it
      return false;
    }
    return armed_ = true;
  }
  WaitSlot& slot() noexcept override { return task_.wait; }
  bool may_stack(const Task& other) noexcept override { return other.parent == &task_; }
  bool constrains() const noexcept override { return true; }
  bool is_part() const noexcept override { return true; }

 private:
  Task& task_;
  bool armed_ = false;
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
  // Past the last of its children, as far as this worker's count tells, lie those of other tasks.
  while (self->family.own_children() != 0) {
    // Below it, or since, a task may have come to wait here that these don't descend from.
    if (!m.waiting.empty() && !meets_constraint_slow(m, *self)) [[unlikely]]
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

}  // namespace tidemill::core
