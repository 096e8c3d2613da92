// The team barrier, and the two ends of a region: first one's own descendants, then the others. The
// whole way of a region is in docs/mechanisms/constructs.md.
//
// 1. A member arrives when its implicit task stands at the barrier and all its descendants are
//    released. So when all have arrived no task of the team is left.
// 2. The last to arrive resets `arrived`, raises `generation` (release), then completes the slots
//    of members that have armed themselves to sleep. Arming and raising are both seq_cst on two
//    words: of armer and releaser, one sees the other. A member says for which generation and which
//    wait it is armed: it may be asleep in the next barrier while this one's releaser still looks
//    round.
// 3. In a team of two the one who waits looks at `arrived` itself, which then goes on counting to
//    what the members expect (arrivals_due), and nothing is raised: two lines cross over instead of
//    three. Not where constructs may be cancelled: the last to arrive forgets that before anybody
//    goes on.
// 4. At a region's end the others count themselves in `at_rest`, and wait for the next generation,
//    while they help with tasks; the last of them completes the primary thread's slot, if it is
//    armed.
// 5. cancel_region() sets its bit, then completes the slots of the members armed in the current
//    barrier. Those at rest, or joining, are armed for another wait, and are not woken.
#include <utility>

#include "core/affinity/next_affinity.hpp"
#include "core/deps/dependence_table.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/settings/settings.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/in_place.hpp"
#include "core/sync/backoff.hpp"
#include "core/team/implicit_task.hpp"
#include "core/team/whole_barrier.hpp"
#include "core/trace/points.hpp"

namespace tidemill::core {

namespace {

class DrainPolicy final : public FamilyPolicy {
 public:
  explicit DrainPolicy(Task& implicit) noexcept
      : FamilyPolicy(implicit.family, implicit.wait, Family::kDrainArmed, &implicit),
        team_(implicit.team) {}
  bool may_stack(const Task& other) noexcept override { return other.team == team_; }
  bool is_part() const noexcept override { return true; }

 private:
  const Team* const team_;
};

constexpr auto kParallel = static_cast<std::uint8_t>(Cancel::parallel);
constexpr auto kLoopOrSections =
    static_cast<std::uint8_t>(static_cast<int>(Cancel::loop) | static_cast<int>(Cancel::sections));
// What a member waits for.
constexpr std::uint64_t kInside = 1;  // a barrier within the region
constexpr std::uint64_t kRest = 2;    // the next region
constexpr std::uint64_t kJoin = 3;    // the primary thread: all others to be at rest
constexpr std::uint64_t kWhole = 4;   // a whole barrier

/// `number`: the generation, the arrivals that are due, or of whole barriers.
std::uint64_t armed_for(std::uint32_t number, std::uint64_t kind) noexcept {
  return std::uint64_t{number} << 3 | kind;
}

/// Takes the duty to complete the member's slot for this barrier; one taker has it.
bool take_armed(Member& m, std::uint32_t number, std::uint64_t kind) noexcept {
  std::uint64_t armed = armed_for(number, kind);
  // acquire: the slot was reset before it was armed. Pairs with the store in arm().
  return m.barrier_armed.compare_exchange_strong(armed, 0, std::memory_order_acq_rel);
}

// What the waits look at. acquire and, for BarrierPolicy::arm(), seq_cst: pairs with the changes in
// arrive(), raise_generation(), cancel_region(); Team::all_at_rest() with that in rest().

/// The other may be at the next barrier already. Differences, as it may wrap.
bool have_arrived(const Team& team, std::uint32_t due) noexcept {
  return static_cast<std::int32_t>(team.arrived.load(std::memory_order_seq_cst) - due) >= 0;
}
bool is_raised(const Team& team, std::uint32_t before) noexcept {
  return team.generation.load(std::memory_order_seq_cst) != before;
}
/// A barrier, by who waits there: passed, or cancelled.
bool is_left(const Team& team, std::uint32_t before) noexcept {
  return is_raised(team, before) ||
         (team.cancelled.load(std::memory_order_seq_cst) & kParallel) != 0;
}

class BarrierPolicy final : public WaitPolicy {
 public:
  BarrierPolicy(Team& team, Member& self, std::uint32_t number, std::uint64_t kind) noexcept
      : team_(team), self_(self), number_(number), kind_(kind) {}
  ~BarrierPolicy() {
    // relaxed: who sees it late looks round in vain.
    if (armed_) team_.barrier_sleepers.fetch_sub(1, std::memory_order_relaxed);
  }
  bool done() noexcept override { return armed_ ? self_.barrier_slot.done() : passed(); }
  bool arm() noexcept override {
    if (armed_) {
      if (!passed()) return true;
      // Whoever has let it pass is about to complete the slot: no reason to leave this stack.
      Backoff backoff(patience::kSpinLock);
      while (!self_.barrier_slot.done()) backoff.step();
      return false;
    }
    self_.barrier_slot.reset();
    // seq_cst, both: before the look in passed(). Pairs with raise_generation(), rest(), arrive()
    // and cancel_region(), which change what that looks at, then look here.
    self_.barrier_armed.store(armed_for(number_, kind_), std::memory_order_seq_cst);
    team_.barrier_sleepers.fetch_add(1, std::memory_order_seq_cst);
    armed_ = true;
    if (!passed() || !take_armed(self_, number_, kind_)) return true;
    self_.barrier_slot.complete();  // passed, and the releaser didn't see us
    return false;
  }
  WaitSlot& slot() noexcept override { return self_.barrier_slot; }
  // Not done(): once armed that looks at the slot alone, which the releaser completes a moment
  // after the barrier is passed, when others may already have created tasks of the time after it.
  bool may_stack(const Task& other) noexcept override { return other.team == &team_ && !passed(); }
  bool is_part() const noexcept override { return true; }

 private:
  bool passed() const noexcept {
    if (kind_ == kJoin) return team_.all_at_rest();
    if (kind_ == kRest) return is_raised(team_, number_);
    if (kind_ == kWhole) return team_.has_passed_whole(number_);
    return team_.counts_arrivals ? have_arrived(team_, number_) : is_left(team_, number_);
  }
  Team& team_;
  Member& self_;
  const std::uint32_t number_;
  const std::uint64_t kind_;
  bool armed_ = false;
};

[[gnu::noinline]] void wait_for_barrier(Member& self, std::uint32_t number, std::uint64_t kind) {
  // Told to leave, and comes to sleep: the region doesn't end before who waits for that goes on.
  if ((kind == kRest || kind == kJoin) && self.team->is_cancelled(Cancel::parallel))
    self.team->go_from_whole(self);
  BarrierPolicy policy(*self.team, self, number, kind);
  wait_until(policy);
}

[[gnu::noinline]] void drain_slow(Member& self) {
  {
    DrainPolicy policy(self.implicit);
    wait_until(policy);
  }
  if (self.implicit.children_by_address != nullptr) self.implicit.children_by_address->clear();
}

/// The member's own descendants are over.
inline bool is_drained(const Member& self) noexcept {
  return Family::unreleased(self.implicit.family.counts()) == 1 &&
         self.implicit.children_by_address == nullptr;
}
inline void drain(Member& self) {
  if (!is_drained(self)) drain_slow(self);
}

/// The other member hasn't arrived. It mostly comes soon: so this one only looks for a moment, and
/// offers its core meanwhile where threads share cores. Then it waits as at any barrier.
[[gnu::noinline]] BarrierEnd wait_for_other(Member& self, std::uint32_t due) {
  if (!await_briefly(*self.worker, [&] { return have_arrived(*self.team, due); }))
    wait_for_barrier(self, due, kInside);
  return BarrierEnd::passed;
}

}  // namespace

/// At the barrier, its own descendants over. Inlined into its callers, whose own calls are tail
/// calls: so the last to arrive saves no register, and if it is quick it comes to the next barrier
/// while its core still has the cache line of `arrived`.
[[gnu::always_inline]] inline BarrierEnd Team::arrive(Member& self) {
  if (!counts_arrivals) return wait_generation(self);
  const std::uint32_t due = self.arrivals_due += 2;
  // acquire, and release: everybody's part. seq_cst: before the look at barrier_sleepers.
  if (arrived.fetch_add(1, std::memory_order_seq_cst) + 1 != due) return wait_for_other(self, due);
  wake_armed(due, kInside);
  return BarrierEnd::passed;
}

BarrierEnd Team::drain_and_arrive(Member& self) {
  drain_slow(self);
  return arrive(self);
}

[[gnu::cold, gnu::noinline]] BarrierEnd Team::wait_traced_barrier(Member& self) {
  const Worker& w = *self.worker;  // an implicit task is tied
  trace::barrier(w, trace::Phase::begin);
  const BarrierEnd end = is_drained(self) ? arrive(self) : drain_and_arrive(self);
  trace::barrier(w, trace::Phase::end);
  return end;
}

BarrierEnd Team::wait_barrier(Member& self) {
  drop_clause_affinity(self.implicit);
  if (trace::wanted(trace::kTeams)) [[unlikely]]
    return wait_traced_barrier(self);
  return is_drained(self) ? arrive(self) : drain_and_arrive(self);
}

[[gnu::always_inline]] inline BarrierEnd Team::count_in(Member& self) {
  if (size == 1) {
    end_cancelled();  // a loop or sections: nobody else looks
    return BarrierEnd::passed;
  }
  // Can't change before we have arrived. relaxed: compared only.
  const std::uint32_t before = generation.load(std::memory_order_relaxed);
  // acq_rel: release our part, acquire everybody's when last.
  if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(size)) {
    arrived.store(0, std::memory_order_relaxed);  // published by generation
    end_cancelled();
    raise_generation(kInside);
    return BarrierEnd::passed;
  }
  if (!await_briefly(*self.worker, [&] { return is_left(*this, before); }))
    wait_for_barrier(self, before, kInside);
  // A barrier that was passed is, even if the region is cancelled right after. relaxed: as above;
  // if it has changed, the wait has acquired it.
  return generation.load(std::memory_order_relaxed) != before ? BarrierEnd::passed
                                                              : BarrierEnd::cancelled;
}

/// Where arrivals aren't counted.
BarrierEnd Team::wait_generation(Member& self) {
  // acquire: as in is_cancelled().
  if (cancelled.load(std::memory_order_acquire) != 0) [[unlikely]]
    return wait_marked(self);
  return count_in(self);
}

/// Something is cancelled, or marked there for this barrier.
[[gnu::noinline]] BarrierEnd Team::wait_marked(Member& self) {
  // acquire: as in is_cancelled(). A mark is the same for all members that come here.
  const std::uint8_t marks = cancelled.load(std::memory_order_acquire);
  const bool left = (marks & kLoopOrSections) != 0 && !self.combined;
  if ((marks & kLoopOrSections) != 0) leave_construct_groups(self.implicit);
  if ((marks & kCopiersMark) != 0 && std::exchange(self.awaits_copiers, false))
    return wait_whole_barrier(self);
  if ((marks & kParallel) != 0) return BarrierEnd::cancelled;
  const BarrierEnd end = count_in(self);
  // relaxed: written before that was passed, and again only when we are at the next.
  const bool one_more = left && end == BarrierEnd::passed &&
                        (cancelled.load(std::memory_order_relaxed) & kOneMoreMark) != 0;
  return one_more ? wait_barrier(self) : end;
}

BarrierEnd Team::wait_whole_barrier(Member& self) {
  if (size == 1 || !settings().cancellation) return wait_barrier(self);
  trace::barrier(*self.worker, trace::Phase::begin);
  drain(self);
  const std::uint32_t number = arrive_at_whole(*this);
  if (!await_briefly(*self.worker, [&] { return has_passed_whole(number); }))
    wait_for_barrier(self, number, kWhole);
  trace::barrier(*self.worker, trace::Phase::end);
  return is_cancelled(Cancel::parallel) ? BarrierEnd::cancelled : BarrierEnd::passed;
}

bool Team::has_passed_whole(std::uint32_t number) noexcept {
  const Whole state = look_at_whole(*this, number);
  if (state == Whole::passed_now) wake_armed(number, kWhole);
  return state != Whole::waits;
}

void Team::go_from_whole(const Member& self) noexcept {
  has_passed_whole(count_going(*this, self));
}

void Team::join(Member& primary) {
  trace::barrier(*primary.worker, trace::Phase::begin);
  drain(primary);
  // relaxed: nobody but us raises it from here on.
  const std::uint32_t now = generation.load(std::memory_order_relaxed);
  if (size > 1 && !await_briefly(*primary.worker, [&] { return all_at_rest(); }))
    wait_for_barrier(primary, now, kJoin);
  at_rest.store(0, std::memory_order_relaxed);  // published by generation
  arrived.store(0, std::memory_order_relaxed);  // it goes on counting, or a barrier was cancelled
  if (is_cancelled(Cancel::parallel) || schedules_differ.load(std::memory_order_relaxed)) {
    schedules_differ.store(false, std::memory_order_relaxed);  // all are at rest
    primary_gone.store(false, std::memory_order_relaxed);
    level_loops(*this);
  }
  forget_cancelled();
  trace::barrier(*primary.worker, trace::Phase::end);
}

void Team::rest(Member& self) {
  drain(self);
  // What these name may be gone when the primary thread goes on; and this one polls, which may call
  // the program back.
  self.implicit.icvs = &settings().initial;
  self.implicit.parent = nullptr;
  // Can't change before we have arrived. relaxed: compared only.
  const std::uint32_t before = generation.load(std::memory_order_relaxed);
  // release: our part, for the primary thread. seq_cst: before the look at barrier_sleepers.
  if (at_rest.fetch_add(1, std::memory_order_seq_cst) + 2 == static_cast<std::uint32_t>(size) &&
      barrier_sleepers.load(std::memory_order_seq_cst) != 0 &&
      take_armed(members[0], before, kJoin))
    members[0].barrier_slot.complete();
  if (!await_briefly(*self.worker, [&] { return is_raised(*this, before); }))
    wait_for_barrier(self, before, kRest);
}

void Team::end_rest() noexcept { raise_generation(kRest); }

void Team::cancel_region() noexcept {
  // The canceller hasn't arrived at the current barrier, so nobody passes it: relaxed.
  const std::uint32_t current = generation.load(std::memory_order_relaxed);
  // seq_cst: before the look at barrier_sleepers; of this and an armer, one sees the other.
  cancelled.fetch_or(kParallel, std::memory_order_seq_cst);
  for (ConstructDescriptor& d : constructs.descriptors) d.waiters.notify();
  if (barrier_sleepers.load(std::memory_order_seq_cst) == 0) return;
  for (int i = 0; i < size; ++i)
    if (take_armed(members[i], current, kInside)) members[i].barrier_slot.complete();
}

/// Loops and sections that are cancelled end at a barrier, and so do marks. relaxed: published by
/// generation.
inline void Team::end_cancelled() noexcept {
  const std::uint8_t before = cancelled.load(std::memory_order_relaxed);
  if (before == 0) return;
  bool finished = false;
  for (int i = 0; i < size && (before & kLoopOrSections) != 0; ++i) finished |= members[i].combined;
  cancelled.store(finished ? kOneMoreMark : std::uint8_t{0}, std::memory_order_relaxed);
}
/// The region does. relaxed: as above.
void Team::forget_cancelled() noexcept {
  if (cancelled.load(std::memory_order_relaxed) != 0) cancelled.store(0, std::memory_order_relaxed);
}

void Team::raise_generation(std::uint64_t kind) noexcept {
  // One thread at a time gets here, so no read-modify-write. seq_cst: before the look at
  // barrier_sleepers.
  const std::uint32_t before = generation.load(std::memory_order_relaxed);
  generation.store(before + 1, std::memory_order_seq_cst);
  wake_armed(before, kind);
}

[[gnu::noinline]] void Team::wake_armed_slow(std::uint32_t number, std::uint64_t kind) noexcept {
  // A member that is woken may leave the region, but the team stays: we are in it ourselves, and
  // the primary thread waits for all.
  for (int i = 0; i < size; ++i)
    if (take_armed(members[i], number, kind)) members[i].barrier_slot.complete();
}

}  // namespace tidemill::core
