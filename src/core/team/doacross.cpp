#include "core/model/doacross.hpp"

#include <algorithm>
#include <optional>

#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/model/worksharing.hpp"
#include "core/suspend/in_place.hpp"

namespace tidemill::core {

namespace {

using Layout = DoacrossNest::Layout;
using Seen = DoacrossShare::Seen;

/// Where an iteration stands in the nest; nothing for one outside it. `unused`: DoacrossShare's.
struct Place {
  std::uint64_t row;
  std::uint64_t in_row;
};
std::optional<Place> find(const DoacrossNest& nest, std::span<const std::uint64_t> values,
                          std::uint8_t unused) noexcept {
  Place place{0, 0};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const DoacrossLoop& loop = nest.loops[i];
    const std::uint64_t distance = loop.down ? loop.lower - values[i] : values[i] - loop.lower;
    const std::uint64_t stride = loop.down ? 0 - loop.step : loop.step;
    const std::uint64_t index = stride == 1 ? distance : distance / stride;
    // Also below `lower`: the difference wraps.
    if (index >= loop.count - unused) return std::nullopt;
    std::uint64_t& at = i == 0 ? place.row : place.in_row;
    at = at * loop.count + index;
  }
  return place;
}

constexpr std::uint64_t kApart = 16;  // rows that follow each other and share no line
constexpr std::uint64_t kBits = 64;   // of a word
constexpr std::uint64_t kWordsOfLine = platform::kCacheLine / sizeof(std::uint64_t);

/// Words for `each` of all rows that share their lines, in an odd number of lines: those of other
/// rows begin in different sets of a cache.
constexpr std::uint64_t stride_of(std::uint64_t rows, std::uint64_t each, std::uint64_t in_word) {
  const std::uint64_t words = ceil_div(ceil_div(rows, kApart) * each, in_word);
  return (ceil_div(words, kWordsOfLine) | 1) * kWordsOfLine;
}

/// The word that tells of an iteration, and what of it.
struct Mark {
  std::atomic<std::uint64_t>& word;
  std::uint64_t least;  // of the masked bits, once the iteration is over
  std::uint64_t mask;
};
Mark mark_of(const DoacrossNest& nest, const Place& place) noexcept {
  const std::uint64_t line = place.row % kApart * nest.stride;
  const std::uint64_t above = place.row / kApart;
  if (nest.layout == Layout::counters)
    return {nest.posted[line + above], place.in_row + 1, ~std::uint64_t{0}};
  const bool rows_only = nest.layout == Layout::bits_of_rows;
  const std::uint64_t at = rows_only ? place.row : above * nest.row_length + place.in_row;
  const std::uint64_t bit = std::uint64_t{1} << at % kBits;
  return {nest.posted[(rows_only ? 0 : line) + at / kBits], bit, bit};
}

Seen& seen_of(Member& self, const Place& place) noexcept {
  return self.doacross.seen[place.row % DoacrossShare::kSeenRows];
}

/// A member right behind another waits for each iteration anew, and takes the other's line from it
/// every time. Where iterations come faster than that takes, it hangs back until some more are
/// over: a quarter of a row, as members that follow each other in a ring have one between them.
/// Where they take longer the waits lie apart, and it doesn't; nor, for a while, where that was in
/// vain, as those after it may wait for the member itself.
void hang_back(Member& self, const DoacrossNest& nest, Place place) noexcept {
  constexpr std::uint64_t kQuickUs = 2, kOfRow = 4;
  constexpr std::uint32_t kSkips = 64;
  DoacrossShare& share = self.doacross;
  if (share.skips != 0) {
    --share.skips;
    return;
  }
  const std::uint64_t apart = platform::ticks() - share.waited_at;
  if (apart > kQuickUs * platform::ticks_per_us() || !may_spin(*self.worker)) return;
  place.in_row = std::min(place.in_row + nest.row_length / kOfRow, nest.row_length - 1);
  const Mark mark = mark_of(nest, place);
  Backoff backoff(patience::kRowAhead);
  // relaxed: whoever goes on acquires.
  while (backoff.step())
    if ((mark.word.load(std::memory_order_relaxed) & mark.mask) >= mark.least) return;
  share.skips = kSkips;
}

/// What is to be waited for, and when that is over what else may be. Suspends.
[[gnu::noinline]] void wait_slow(Member& self, const Place& place, const ProgressGoal& goal) {
  ConstructDescriptor& d = *self.doacross.nest;
  if (d.doacross.row_length > 1) hang_back(self, d.doacross, place);
  d.waiters.wait(goal);
  self.doacross.waited_at = platform::ticks();
}

}  // namespace

// One member alone goes through the nest in the order that the waits ask for: it needs no words,
// which the nest may be too large for.
void enter_doacross(Member& self, std::span<const DoacrossLoop> loops, RowsRunBy rows) {
  if (self.team->size == 1) return;
  const Entered entered = enter_construct(self);
  self.doacross.nest = entered.descriptor;
  self.doacross.unused = 0;
  self.doacross.seen.fill({});  // words are used again
  if (!entered.first) return;
  DoacrossNest& nest = entered.descriptor->doacross;
  nest.loops.assign(loops.begin(), loops.end());
  const std::uint64_t count = loops[0].count;
  nest.row_length = 1;
  for (const DoacrossLoop& loop : loops.subspan(1)) nest.row_length *= loop.count;
  if (nest.row_length <= 1 || count == 0) {
    nest.layout = Layout::bits_of_rows;
    nest.posted.reset(new std::atomic<std::uint64_t>[count / kBits + 1]());
  } else {
    const bool counts = rows == RowsRunBy::one_member_each;
    nest.layout = counts ? Layout::counters : Layout::bits;
    nest.stride = counts ? stride_of(count, 1, 1) : stride_of(count, nest.row_length, kBits);
    nest.posted.reset(new std::atomic<std::uint64_t>[std::min(count, kApart) * nest.stride]());
  }
  open_construct(*entered.descriptor);
}

void leave_doacross(Member& self) noexcept {
  ConstructDescriptor* d = self.doacross.nest;
  if (d == nullptr) return;
  self.doacross.nest = nullptr;
  leave_construct(self, *d);
}

std::size_t doacross_depth(const Member& self) noexcept {
  if (self.doacross.nest == nullptr) return 0;
  return self.doacross.nest->doacross.loops.size();
}

void post_doacross(Member& self, std::span<const std::uint64_t> values) noexcept {
  ConstructDescriptor& d = *self.doacross.nest;
  const std::optional<Place> place = find(d.doacross, values, self.doacross.unused);
  if (!place) return;
  const Mark mark = mark_of(d.doacross, *place);
  Seen& seen = seen_of(self, *place);
  if (d.doacross.layout == Layout::counters) {
    seen = {&mark.word, mark.least};
    return d.waiters.advance(mark.word, mark.least);
  }
  // seq_cst: the iteration's work, to the waits for it; and before the look at the waiters. What
  // others have posted there is acquired, too.
  const std::uint64_t before = mark.word.fetch_or(mark.mask, std::memory_order_seq_cst);
  seen = {&mark.word, before | mark.mask};
  d.waiters.notify();
}

void wait_doacross(Member& self, std::span<const std::uint64_t> values) {
  ConstructDescriptor& d = *self.doacross.nest;
  const std::optional<Place> place = find(d.doacross, values, self.doacross.unused);
  if (!place) return;
  const Mark mark = mark_of(d.doacross, *place);
  Seen& seen = seen_of(self, *place);
  if (seen.word == &mark.word && (seen.value & mark.mask) >= mark.least) return;
  const ProgressGoal goal{&mark.word, mark.least, &self.team->cancelled, mark.mask};
  if (!goal.reached()) wait_slow(self, *place, goal);
  // acquire: whatever is over by now. Pairs with the changes in post_doacross().
  seen = {&mark.word, mark.word.load(std::memory_order_acquire)};
}

}  // namespace tidemill::core
