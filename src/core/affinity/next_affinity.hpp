// The affinity that a task gives the next child it creates (paper 003, section 3.2).
//
// Life of it:
//   1. Set by a call (omp_set_task_affinity), or by an expression in an affinity clause
//      (tidemill_node and others), which stock compilers evaluate where they create the task. The
//      creator is marked (Task::kNextPlaced), so that creation leaves its usual way.
//   2. Bound: Clang says for which task the clause was (__kmpc_omp_reg_task_with_affinity).
//   3. Taken by the next child (at a glance, if it says nothing there), or dropped. GCC evaluates
//      the clause of a task that it then leaves out. So what a clause has set, and nobody bound, is
//      dropped at the creator's next scheduling point, and if another function creates the next
//      task. What a call has set stays.
//
// All for the running task's own code.
#pragma once

#include "core/affinity/domain.hpp"
#include "core/model/affinity.hpp"
#include "core/model/task.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

/// `code`: in the function that evaluates a clause; nullptr: a call, or of the very next task.
/// `extras`: the creator's.
inline void write_next_affinity(Task& creator, TaskExtras& extras, Affinity affinity,
                                const void* code) noexcept {
  extras.next = affinity;
  extras.next_code = code;
  creator.creates = static_cast<std::uint8_t>(affinity ? creator.creates | Task::kNextPlaced
                                                       : creator.creates & ~Task::kNextPlaced);
}
inline void set_next_affinity(Task& creator, Affinity affinity, const void* code = nullptr) {
  creator.has_more = true;
  write_next_affinity(creator, creator.extra.make_extras(), affinity, code);
}

/// Where the creator is marked.
inline Affinity next_affinity(const Task& creator) noexcept { return creator.extra.all().next; }
/// Was it set by the function that has an address `caller` in it, or by a call? nullptr: unknown,
/// and so yes.
bool next_is_of_slow(Worker& w, const void* code, const void* caller) noexcept;
inline bool next_is_of(Worker& w, const void* caller) noexcept {
  const void* const code = w.task->extra.all().next_code;
  return w.same_function.knows(code, caller) || next_is_of_slow(w, code, caller);
}

/// Of a creator with that mark alone: if its affinity says nothing there, `child` has it now, and
/// is created as usual.
inline bool give_if_machine(Task& creator, Task& child) noexcept {
  const Affinity affinity = next_affinity(creator);
  if (!names_machine(*creator.team, affinity)) return false;
  creator.creates = 0;
  child.extra.set_affinity(affinity);
  return true;
}

/// As take_next_affinity(), but only of a creator with that mark alone, if it says nothing there.
inline bool take_if_machine(Worker& w, Task& child, const void* caller) noexcept {
  return w.task->creates == Task::kNextPlaced && next_is_of(w, caller) &&
         give_if_machine(*w.task, child);
}

/// The affinity clause was of `child`, which is created next; its list begins at `data`. The
/// clause's functions, if it has any, win.
void bind_next_affinity_slow(Task& creator, const void* data);
inline void bind_next_affinity(Task& creator, Task& child, const void* data) {
  if (creator.creates == Task::kNextPlaced && give_if_machine(creator, child)) [[likely]]
    return;
  bind_next_affinity_slow(creator, data);
}

/// For a child that the running task creates there. Then there is none any more.
inline Affinity take_next_affinity(Worker& w, const void* caller) noexcept {
  Task& creator = *w.task;
  if ((creator.creates & Task::kNextPlaced) == 0) return {};
  creator.creates &= static_cast<std::uint8_t>(~Task::kNextPlaced);
  return next_is_of(w, caller) ? next_affinity(creator) : Affinity();
}

/// The creator is at a scheduling point.
void drop_clause_affinity_slow(Task& creator) noexcept;
inline void drop_clause_affinity(Task& creator) noexcept {
  if ((creator.creates & Task::kNextPlaced) != 0) [[unlikely]]
    drop_clause_affinity_slow(creator);
}

/// A construct that creates several tasks, all with the affinity that a call has set before it.
class EachChildsAffinity {
 public:
  explicit EachChildsAffinity(Worker& w) noexcept {
    drop_clause_affinity(*w.task);
    affinity_ = take_next_affinity(w, nullptr);
  }
  void before_next(Task& creator) const {
    if (affinity_) [[unlikely]]
      set_next_affinity(creator, affinity_);
  }

 private:
  Affinity affinity_;
};

}  // namespace tidemill::core
