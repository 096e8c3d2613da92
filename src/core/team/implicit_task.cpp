#include "core/team/implicit_task.hpp"

#include "core/affinity/binding.hpp"
#include "core/deps/dependence_table.hpp"
#include "core/model/request.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/task/reduction.hpp"
#include "core/team/kept_teams.hpp"
#include "core/team/region.hpp"

namespace tidemill::core {

void forget_children(Task& implicit) noexcept {
  delete implicit.children_by_address;
  implicit.children_by_address = nullptr;
  if (!implicit.extra.empty()) free_extras(&implicit);
}

namespace {

void discard_group(Task& implicit) noexcept {
  ReductionArea::discard(implicit.group->reductions);
  leave_group(implicit);
}

}  // namespace

void forget_groups_slow(Team& team) noexcept {
  for (int i = 0; i < team.size; ++i) {
    Member& m = team.members[i];
    m.awaits_copiers = false;
    while (m.implicit.group != team.group && m.implicit.group != nullptr) discard_group(m.implicit);
  }
}

void leave_construct_groups(Task& implicit) noexcept {
  while (implicit.group != nullptr && implicit.group->kind == GroupKind::unended)
    discard_group(implicit);
}

void finish_events_slow(Task& implicit) {
  implicit.wait.reset();  // used by taskwaits before; from here on for the last event
  fulfil_body(current_worker(), &implicit);  // the last one completes the slot
  wait_slot(implicit.wait);
}

void prepare_member(Team& team, Member& m) noexcept {
  Task& implicit = m.implicit;
  implicit.icvs = team.first_icvs;
  implicit.parent = team.encountering;
  implicit.depth = team.encountering != nullptr ? team.encountering->depth + 1 : 0;
  implicit.key = team.encountering != nullptr ? team.encountering->key : order_key(0, 0);
  // A final task's own constructs make final tasks, not a region's.
  implicit.creates =
      infers_affinity.load(std::memory_order_relaxed) ? Task::kInfers : std::uint8_t{0};
  implicit.group = team.group;
  implicit.creation_group = nullptr;
  implicit.worker = static_cast<Worker*>(m.worker);
  implicit.family.reset();  // all descendants are released: nobody else knows it
  implicit.wait.reset();
  m.singles_met = m.constructs_met = 0;
  m.loop.shared = m.doacross.nest = nullptr;  // cancelled ones are not left
  m.arrivals_due = 0;
  m.look_ahead_mark = 0;
  m.lone.clear();
  // Not `inner`: while it was at rest the worker may have begun a task of this region already.
}

void run_implicit_task(Worker& worker, Task* implicit) {
  Member& m = *implicit->home;
  Team& team = *m.team;
  Task* const below = worker.task;
  Member* const below_member = worker.member;
  worker.enter_member(m, nullptr);  // a pool worker is in no other region
  ++worker.fiber->depth;
  do {  // a region each time
    __builtin_prefetch(team.data);
    prepare_member(team, m);
    take_seat(worker, m);
    trace::begin(worker, m.implicit, trace::From::caller);
    worker.look_for_exceptions();
    inherit_modes(team);
    if (team.first_loop != nullptr) enter_loop(m, *team.first_loop);
    team.body(team.data);
    worker.locks_held = 0;  // as in Worker::rest()
    finish_events(m.implicit);
    trace::end(worker, m.implicit, trace::From::ready_set);
    team.rest(m);
    forget_children(m.implicit);
  } while (!team.dismissed);
  --worker.fiber->depth;  // an implicit task is tied: this is still our worker
  worker.leave_member(m, below, below_member);
  dismiss_team(take_nested(worker));  // in the pool it would hold threads that others could use
  depart(team);
}

}  // namespace tidemill::core
