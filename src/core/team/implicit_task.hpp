// The implicit tasks of a team, from their first instruction to the barrier at the region's end.
#pragma once

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/task/cancel.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

/// By the member's own worker, as the first thing it does in the region: what it last wrote in its
/// slot is in its own cache, and the master of a large team has enough to do.
void prepare_member(Team& team, Member& m) noexcept;

/// A member begins with the primary thread's modes, and that one has its own back at the end.
inline void inherit_modes(const Team& team) noexcept {
  if (team.inherits_modes && !(team.modes == current_modes())) [[unlikely]]
    set_modes(team.modes);
}

void finish_events_slow(Task& implicit);
/// The body of an implicit task is over: so are its events, soon. Suspends.
inline void finish_events(Task& implicit) {
  if (implicit.events != nullptr) [[unlikely]]
    finish_events_slow(implicit);
}

/// Its descendants are over.
void forget_children(Task& implicit) noexcept;

/// The same of a team in which members may have left a construct that was cancelled: compilers
/// leave out the end of its task reductions. All members are at rest.
void forget_groups_slow(Team& team) noexcept;

/// At a barrier, its descendants over: the groups of loops and sections that the member has left
/// without a word of their reductions (GroupKind::unended).
void leave_construct_groups(Task& implicit) noexcept;

/// At the region's end: what its primary thread does, or the only one of an initial team. Suspends.
inline void end_primary(Member& m) {
  finish_events(m.implicit);
  m.team->join(m);
  trace::end(*static_cast<Worker*>(m.worker), m.implicit, trace::From::caller);
  if (ever_cancelled.load(std::memory_order_relaxed)) [[unlikely]]
    forget_groups_slow(*m.team);
  forget_children(m.implicit);
}

}  // namespace tidemill::core
