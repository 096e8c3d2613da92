// The turns of an ordered loop (model/worksharing.hpp).
#include "core/model/team.hpp"

namespace tidemill::core {

namespace {

bool is_ordered(const LoopShare& loop) noexcept {
  return loop.shared != nullptr && loop.bounds.ordering == Ordering::ordered;
}

/// The iteration before `to` is over; it was ours, so nobody else writes the turn now.
void pass_turn(LoopShare& mine, std::uint64_t to) noexcept {
  mine.ordered_at = to;
  mine.shared->waiters.advance(mine.shared->ordered_turn, to);
}

void wait_turn(Member& self) {
  ConstructDescriptor& d = *self.loop.shared;
  d.waiters.wait({&d.ordered_turn, self.loop.ordered_at, &self.team->cancelled});
}

}  // namespace

void wait_ordered(Member& self) {
  if (self.team->size > 1 && is_ordered(self.loop)) wait_turn(self);
}

void end_ordered(Member& self) noexcept {
  LoopShare& mine = self.loop;
  if (!is_ordered(mine) || mine.turn_passed) return;
  mine.turn_passed = true;
  pass_turn(mine, mine.ordered_at + 1);
}

void end_ordered_iteration(Member& self) {
  LoopShare& mine = self.loop;
  if (!is_ordered(mine)) return;
  if (!mine.turn_passed) {
    wait_turn(self);
    pass_turn(mine, mine.ordered_at + 1);
  }
  mine.turn_passed = false;
}

void finish_ordered_chunk(Member& self) {
  LoopShare& mine = self.loop;
  if (mine.ordered_at == mine.ordered_end) return;  // none yet, or passed iteration by iteration
  if (self.team->size == 1) return;                 // nobody waits
  wait_turn(self);
  pass_turn(mine, mine.ordered_end);
}

}  // namespace tidemill::core
