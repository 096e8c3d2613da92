#include "core/team/ordered.hpp"

#include <optional>

#include "core/team/team.hpp"

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

/// Where an iteration stands in the nest; nothing for one outside it.
struct Place {
  std::uint64_t row;
  std::uint64_t in_row;
};
std::optional<Place> find(const ConstructDescriptor& nest,
                          std::span<const std::uint64_t> values) noexcept {
  Place place{0, 0};
  for (std::size_t i = 0; i < nest.loops.size(); ++i) {
    const DoacrossLoop& loop = nest.loops[i];
    const std::uint64_t distance = loop.down ? loop.lower - values[i] : values[i] - loop.lower;
    const std::uint64_t stride = loop.down ? 0 - loop.step : loop.step;
    const std::uint64_t index = stride == 1 ? distance : distance / stride;
    if (index >= loop.count) return std::nullopt;  // also below `lower`: the difference wraps
    std::uint64_t& at = i < nest.row_loops ? place.row : place.in_row;
    at = at * loop.count + index;
  }
  return place;
}

// Rows of many iterations are run side by side: the counters of those that follow each other lie on
// lines apart.
constexpr std::uint64_t kApart = 16;
constexpr std::uint64_t kWordsOfLine = platform::kCacheLine / sizeof(std::uint64_t);

std::atomic<std::uint64_t>& counter_of(const ConstructDescriptor& nest,
                                       std::uint64_t row) noexcept {
  return nest.posted[row % kApart * nest.row_stride + row / kApart];
}

// Rows of one iteration may be very many, and are run in turn: a bit each. The line that tells a
// member of its turn is the one it writes next.
std::atomic<std::uint64_t>& bits_of(const ConstructDescriptor& nest, std::uint64_t row) noexcept {
  return nest.posted[row / 64];
}
constexpr std::uint64_t bit_of(std::uint64_t row) noexcept { return std::uint64_t{1} << row % 64; }

ProgressGoal goal_of(const Member& self, const Place& place) noexcept {
  const ConstructDescriptor& nest = *self.doacross;
  if (nest.row_length == 1) {
    const std::uint64_t bit = bit_of(place.row);
    return {&bits_of(nest, place.row), bit, &self.team->cancelled, bit};
  }
  return {&counter_of(nest, place.row), place.in_row + 1, &self.team->cancelled};
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

void enter_doacross(Member& self, std::span<const DoacrossLoop> loops, std::size_t row_loops) {
  const Entered entered = enter_construct(self);
  self.doacross = entered.descriptor;
  if (!entered.first) return;
  ConstructDescriptor& d = *entered.descriptor;
  d.loops.assign(loops.begin(), loops.end());
  d.row_loops = row_loops;
  std::uint64_t rows = 1;
  d.row_length = 1;
  for (std::size_t i = 0; i < loops.size(); ++i)
    (i < row_loops ? rows : d.row_length) *= loops[i].count;
  const std::uint64_t lines = rows / (kApart * kWordsOfLine) + 1;
  d.row_stride = (lines | 1) * kWordsOfLine;  // odd: in different sets of a cache
  const std::uint64_t words = d.row_length == 1 ? rows / 64 + 1 : kApart * d.row_stride;
  d.posted.reset(new std::atomic<std::uint64_t>[words]());
  open_construct(d);
}

void post_doacross(Member& self, std::span<const std::uint64_t> values) noexcept {
  if (self.team->size == 1) return;  // nobody waits
  ConstructDescriptor& nest = *self.doacross;
  const std::optional<Place> place = find(nest, values);
  if (!place) return;
  if (nest.row_length != 1)
    return nest.waiters.advance(counter_of(nest, place->row), place->in_row + 1);
  // seq_cst: the iteration's work, to the waits for it; and before the look at the waiters.
  bits_of(nest, place->row).fetch_or(bit_of(place->row), std::memory_order_seq_cst);
  nest.waiters.notify();
}

void wait_doacross(Member& self, std::span<const std::uint64_t> values) {
  // One member goes through the nest in the order that the waits ask for.
  if (self.team->size == 1) return;
  ConstructDescriptor& nest = *self.doacross;
  if (const std::optional<Place> place = find(nest, values))
    nest.waiters.wait(goal_of(self, *place));
}

void leave_doacross(Member& self) noexcept {
  ConstructDescriptor* d = self.doacross;
  if (d == nullptr) return;
  self.doacross = nullptr;
  leave_construct(self, *d);
}

}  // namespace tidemill::core
