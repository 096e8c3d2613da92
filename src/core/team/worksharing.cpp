#include "core/model/worksharing.hpp"

#include <algorithm>
#include <optional>

#include "core/model/team.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/in_place.hpp"
#include "core/suspend/lock_owners.hpp"
#include "core/sync/backoff.hpp"
#include "core/task/reduction.hpp"

namespace tidemill::core {

namespace {

void next_static(Member& m, std::uint64_t* first, std::uint64_t* last) noexcept {
  LoopShare& mine = m.loop;
  const auto threads = static_cast<std::uint64_t>(m.team->size);
  const auto number = static_cast<std::uint64_t>(m.number);
  const std::uint64_t count = mine.bounds.count;
  if (mine.bounds.chunk == 0) {
    // One block each, the first grains % threads members one grain more.
    if (mine.next_static++ != 0) return;
    const std::uint64_t grain = mine.bounds.grain;
    const std::uint64_t grains = ceil_div(count, grain);
    const Part run = part_of(grains, threads, number);
    if (run.count == 0) return;
    *first = run.first * grain;
    *last = run.first + run.count == grains ? count : (run.first + run.count) * grain;
    return;
  }
  const std::uint64_t chunk = mine.bounds.chunk;
  const std::uint64_t index = mine.next_static++ * threads + number;
  if (index >= ceil_div(count, chunk)) return;
  *first = index * chunk;
  *last = *first + std::min(chunk, count - *first);
}

/// In that round of the descriptors: it is set up, or free and the caller's to set up. Nothing:
/// neither yet.
std::optional<Entered> try_enter(ConstructDescriptor& d, std::uint64_t round) noexcept {
  // acquire: what the first has set up, or what the last has freed. Pairs with open_construct()
  // and leave_construct().
  const std::uint64_t turn = d.turn.load(std::memory_order_acquire);
  if (turn == 2 * round + 1) return Entered{&d, false};
  if (turn != 2 * round) return std::nullopt;
  std::uint64_t before = round;
  // relaxed: decides who sets up; `turn` hands the result over.
  if (!d.claimed.compare_exchange_strong(before, round + 1, std::memory_order_relaxed))
    return std::nullopt;
  d.left.store(0, std::memory_order_relaxed);  // handed over likewise
  return Entered{&d, true};
}

/// Someone is setting it up, or the slowest member is kConstructs constructs behind. No task
/// scheduling point (OpenMP 5.2, 12.9); but it may be waiting for a task suspended on this worker.
[[gnu::noinline]] Entered enter_slow(Member& self, ConstructDescriptor& d, std::uint64_t round) {
  Backoff moment(patience::kMoment);
  std::optional<InPlaceWait> wait;
  for (;;) {
    if (const auto entered = try_enter(d, round)) return *entered;
    if (self.team->is_cancelled(Cancel::parallel)) {
      // Who hasn't left it yet may have left the region. Work on, shared with nobody.
      self.lone.push_back(std::make_unique<ConstructDescriptor>());
      return {self.lone.back().get(), true};
    }
    if (moment.step()) continue;
    if (!wait) wait.emplace(*self.worker);
    if (!await_members_in_place(*wait)) yield_current();
  }
}

/// By the first member there: sets the descriptor up and lets the others in.
void open_loop(ConstructDescriptor& d, const LoopShare& mine) {
  d.ordered_turn.store(0, std::memory_order_relaxed);  // published by open_construct()
  if (mine.bounds.memory_bytes != 0) d.memory.reset(new std::byte[mine.bounds.memory_bytes]());
  open_construct(d);
}

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

void ConstructDescriptor::clear() noexcept {
  memory.reset();
  doacross.posted.reset();
  waiters.reset();
  doacross.loops.clear();
  if (reductions != nullptr) ReductionArea::destroy(reductions);  // not all have come to hold it
  reductions = nullptr;
}

void ConstructRing::reset() noexcept {
  for (ConstructDescriptor& d : descriptors) {
    if (d.claimed.load(std::memory_order_relaxed) == 0) continue;
    // Usually nothing: a cancelled region leaves what it was in.
    d.clear();
    // relaxed, both: handed over by what starts the members.
    d.turn.store(0, std::memory_order_relaxed);
    d.claimed.store(0, std::memory_order_relaxed);
  }
}

Entered enter_construct(Member& self) {
  const std::uint64_t number = self.constructs_met++;
  ConstructDescriptor& d = self.team->constructs.descriptors[number % ConstructRing::kConstructs];
  const std::uint64_t round = number / ConstructRing::kConstructs;
  const auto entered = try_enter(d, round);
  return entered ? *entered : enter_slow(self, d, round);
}

bool is_lone(const Member& self, const ConstructDescriptor& d) noexcept {
  return std::any_of(self.lone.begin(), self.lone.end(),
                     [&](const auto& each) { return each.get() == &d; });
}

void open_construct(ConstructDescriptor& d) noexcept {
  // release: what was set up. Pairs with enter_construct(). Only one thread writes it at a time.
  d.turn.store(d.turn.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void leave_construct(Member& self, ConstructDescriptor& d) noexcept {
  if (is_lone(self, d)) {
    d.reductions = nullptr;
    std::erase_if(self.lone, [&](const auto& each) { return each.get() == &d; });
    return;
  }
  // acq_rel: the last to leave frees the descriptor after everybody's last touch.
  if (d.left.fetch_add(1, std::memory_order_acq_rel) + 1 != self.team->size) return;
  d.reductions = nullptr;  // every member holds them now
  d.clear();
  // release: freed. As in open_construct().
  d.turn.store(d.turn.load(std::memory_order_relaxed) + 1, std::memory_order_release);
}

void enter_loop(Member& self, const LoopBounds& bounds) {
  LoopShare& mine = self.loop;
  mine.bounds = bounds;
  mine.next_static = 0;
  mine.shared = nullptr;
  mine.ordered_at = mine.ordered_end = 0;
  mine.turn_passed = false;
  mine.chunks = {};
  if (bounds.kind == ScheduleKind::automatic) mine.bounds.kind = ScheduleKind::static_;
  if (mine.bounds.kind != ScheduleKind::static_) enter_chunks(self);
  if (bounds.ordering == Ordering::none && bounds.memory_bytes == 0) return;
  const Entered entered = enter_construct(self);
  mine.shared = entered.descriptor;
  if (entered.first) open_loop(*entered.descriptor, mine);
}

void* loop_memory(Member& self) noexcept { return self.loop.shared->memory.get(); }

bool next_chunk_slow(Member& self, std::uint64_t* first, std::uint64_t* last) {
  const bool ordered = self.loop.bounds.ordering == Ordering::ordered;
  if (ordered) finish_ordered_chunk(self);
  *first = *last = 0;
  switch (self.loop.bounds.kind) {
    case ScheduleKind::static_:
    case ScheduleKind::automatic:
      next_static(self, first, last);
      break;
    case ScheduleKind::dynamic:
      next_dynamic(self, first, last);
      break;
    case ScheduleKind::guided:
      next_guided(self, first, last);
      break;
  }
  if (ordered) {
    self.loop.ordered_at = *first;
    self.loop.ordered_end = *last;
    self.loop.turn_passed = false;
  }
  return *first < *last;
}

void leave_loop(Member& self) noexcept {
  ConstructDescriptor* d = self.loop.shared;
  if (d == nullptr) return;
  self.loop.shared = nullptr;
  leave_construct(self, *d);
}

bool enter_single(Member& self) noexcept {
  std::uint64_t mine = self.singles_met++;
  auto& taken = self.team->singles_taken;
  // In a large team a look first: the others needn't have the line for themselves to see that they
  // are late. In a small one they get it for the barrier that follows, and need it only once.
  constexpr int kFew = 4;
  if (self.team->size > kFew && taken.load(std::memory_order_relaxed) != mine) return false;
  // relaxed: only decides; the barrier at the end of the single orders its data.
  return taken.compare_exchange_strong(mine, mine + 1, std::memory_order_relaxed);
}

// ---- the turns of an ordered loop ----

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

// ---- copyprivate ----

// The source lies on the stack of the member that did the single: a whole barrier before the
// copies, and one behind them (team/whole_barrier.hpp). Where the second is a call of the
// compiler's code that may be any barrier, each member remembers that it is this one, and a mark in
// Team::cancelled, which every barrier looks at, has it look.

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
