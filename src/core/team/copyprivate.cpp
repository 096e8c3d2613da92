// The source lies on the stack of the member that did the single: a whole barrier before the
// copies, and one behind them (team/whole_barrier.hpp). Where the second is a call of the
// compiler's code that may be any barrier, each member remembers that it is this one, and a mark in
// Team::cancelled, which every barrier looks at, has it look.
#include "core/team/copyprivate.hpp"

#include "core/model/team.hpp"
#include "core/settings/settings.hpp"

namespace tidemill::core {

void* share_copies(Member& self, void* source) {
  Team& team = *self.team;
  if (source != nullptr) {
    team.copyprivate = source;
    // relaxed, as the line above: published by the barrier. It goes with the next that isn't whole.
    if (settings().cancellation) team.cancelled.fetch_or(kCopiersMark, std::memory_order_relaxed);
  }
  team.wait_whole_barrier(self);
  self.awaits_copiers = true;  // looked at only with the mark
  return team.copyprivate;
}

void copy_from_single(Member& self, Did did, void* data, void (*copy)(void* to, void* from)) {
  Team& team = *self.team;
  if (did == Did::yes) team.copyprivate = data;  // published by the barrier
  team.wait_whole_barrier(self);
  if (did == Did::no) copy(data, team.copyprivate);
  team.wait_whole_barrier(self);
}

}  // namespace tidemill::core
