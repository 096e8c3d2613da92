// The parents of a task, and how a completed one's memory goes before its descendants are complete
// (why: docs/mechanisms/tasks.md, "A chain of tasks"). A completed task moves up past completed
// ancestors:
//
// 1. Its completer looks up the parents for the first that isn't complete (`ended`): now and then,
//    if the parent is complete.
// 2. It adds one to that ancestor's unreleased ones, and makes it the task's parent.
// 3. It waits until nobody follows parents (FollowsParents) who may have read the former one.
// 4. It takes the task off the former parent, which is released then if nothing else lies below it,
//    and so are those above.
// 5. Only then is the task marked complete, so that a completed task's parent doesn't change.
//
// Whether a task descends from one that waits has the same answer as before: what waits isn't
// complete. Step 2 and the mark of who follows parents pair by a heavy and a light fence: either
// the follower sees the new parent, or step 3 sees the mark.
//
// Defined in task/lineage.cpp.
#pragma once

#include <atomic>

#include "core/model/task.hpp"
#include "core/model/waiting_tasks.hpp"
#include "platform/asymmetric_fence.hpp"

namespace tidemill::core {

/// While it lives, no task that can be reached by parent_in_team() is freed. For the worker of the
/// member whose waiting tasks these are; may be nested.
class FollowsParents {
 public:
  explicit FollowsParents(const WaitingTasks& waiting) noexcept
      : mark_(waiting.follows_parents()), outer_(mark_.load(std::memory_order_relaxed)) {
    mark_.store(true, std::memory_order_relaxed);
    platform::light_fence();  // pairs with leave_lineage()
  }
  // release: what was read, for who waits in leave_lineage().
  ~FollowsParents() { mark_.store(outer_, std::memory_order_release); }
  FollowsParents(const FollowsParents&) = delete;
  FollowsParents& operator=(const FollowsParents&) = delete;

 private:
  std::atomic<bool>& mark_;
  const bool outer_;
};

/// nullptr above an implicit task.
inline Task* parent_in_team(const Task& task) noexcept {
  return task.implicit ? nullptr : static_cast<Task*>(task.parent);
}

/// Is `task` below `ancestor`, of the same team? Under a FollowsParents.
inline bool is_descendant(const Task* task, const Task* ancestor) noexcept {
  while (task != nullptr && task->depth > ancestor->depth) task = parent_in_team(*task);
  return task == ancestor;
}

/// `task`, whose completer this is, has descendants left: moves it up, and marks it. Returns its
/// parent from now on.
Task* leave_lineage(Worker* here, Task* task) noexcept;

}  // namespace tidemill::core
