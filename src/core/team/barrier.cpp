// The team barrier: first one's own descendants, then the others.
//
// A member arrives when its implicit task stands at the barrier and all its descendants are
// released: nothing below it can create tasks any more, so when all have arrived no task of the
// team is left. No counter is shared by all tasks.
//
// The last to arrive resets `arrived`, then raises `generation` (release), then completes the
// slots of members that have armed themselves to sleep. Arming and raising are both seq_cst on
// two words: of armer and releaser, one sees the other. A member says for which generation it is
// armed: it may be asleep in the next barrier while this one's releaser is still looking round.
#include "core/deps/dependence_table.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/worker.hpp"
#include "core/team/team.hpp"

namespace tidemill::core {

namespace {

class DrainPolicy final : public WaitPolicy {
 public:
  explicit DrainPolicy(Task& implicit) noexcept : task_(implicit) {}
  ~DrainPolicy() {
    if (armed_) task_.family.disarm(Family::kDrainArmed);
  }
  bool done() noexcept override {
    return armed_ ? task_.wait.done() : Family::unreleased(task_.family.load()) == 1;
  }
  bool arm() noexcept override {
    if (armed_) return !task_.wait.done();
    task_.wait.reset();
    if (Family::unreleased(task_.family.arm(Family::kDrainArmed)) == 1) {
      task_.family.disarm(Family::kDrainArmed);
      return false;
    }
    return armed_ = true;
  }
  WaitSlot& slot() noexcept override { return task_.wait; }
  bool may_stack(const Task& other) noexcept override { return other.team == task_.team; }

 private:
  Task& task_;
  bool armed_ = false;
};

std::uint64_t armed_for(std::uint32_t generation) noexcept { return std::uint64_t{generation} + 1; }

/// Takes the duty to complete the member's slot for this generation; one taker has it.
bool take_armed(Member& m, std::uint32_t generation) noexcept {
  std::uint64_t armed = armed_for(generation);
  // acquire: the slot was reset before it was armed.
  return m.barrier_armed.compare_exchange_strong(armed, 0, std::memory_order_acq_rel);
}

class BarrierPolicy final : public WaitPolicy {
 public:
  BarrierPolicy(Team& team, Member& self, std::uint32_t generation) noexcept
      : team_(team), self_(self), generation_(generation) {}
  ~BarrierPolicy() {
    if (armed_) team_.barrier_sleepers.fetch_sub(1, std::memory_order_relaxed);
  }
  bool done() noexcept override { return armed_ ? self_.barrier_slot.done() : passed(); }
  bool arm() noexcept override {
    if (armed_) return !self_.barrier_slot.done();
    self_.barrier_slot.reset();
    self_.barrier_armed.store(armed_for(generation_), std::memory_order_seq_cst);
    team_.barrier_sleepers.fetch_add(1, std::memory_order_seq_cst);
    armed_ = true;
    if (!passed() || !take_armed(self_, generation_)) return true;
    self_.barrier_slot.complete();  // passed, and the releaser didn't see us
    return false;
  }
  WaitSlot& slot() noexcept override { return self_.barrier_slot; }
  // Not done(): once armed that looks at the slot alone, which the releaser completes a moment
  // after the barrier is passed, when others may already have created tasks of the time after it.
  bool may_stack(const Task& other) noexcept override { return other.team == &team_ && !passed(); }

 private:
  // acquire and, for arm(), seq_cst: pairs with the store in release_barrier().
  bool passed() const noexcept {
    return team_.generation.load(std::memory_order_seq_cst) != generation_;
  }
  Team& team_;
  Member& self_;
  const std::uint32_t generation_;
  bool armed_ = false;
};

}  // namespace

void Team::wait_barrier(Member& self) {
  {
    DrainPolicy policy(self.implicit);
    wait_until(policy);
  }
  if (self.implicit.children_by_address != nullptr) self.implicit.children_by_address->clear();
  if (size == 1) return;
  // Can't change before we have arrived. relaxed: compared only.
  const std::uint32_t before = generation.load(std::memory_order_relaxed);
  // acq_rel: release our part, acquire everybody's when last.
  if (arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == static_cast<std::uint32_t>(size)) {
    release_barrier();
    return;
  }
  BarrierPolicy policy(*this, self, before);
  wait_until(policy);
}

void Team::release_barrier() noexcept {
  arrived.store(0, std::memory_order_relaxed);  // published by generation
  const std::uint32_t before = generation.fetch_add(1, std::memory_order_seq_cst);
  if (barrier_sleepers.load(std::memory_order_seq_cst) == 0) return;
  // A member that is woken may leave the region, but the team stays until the master, who waits
  // for all to depart; and we are one of them.
  for (int i = 0; i < size; ++i)
    if (take_armed(members[i], before)) members[i].barrier_slot.complete();
}

bool Team::notify_one_slow() noexcept {
  for (int i = 0; i < size; ++i) {
    Member& m = members[i];
    if (!m.idle.load(std::memory_order_relaxed)) continue;  // a hint; the exchange decides
    if (!m.idle.exchange(false, std::memory_order_acq_rel)) continue;
    idle_count.fetch_sub(1, std::memory_order_relaxed);
    m.worker->parker.unpark();
    return true;
  }
  return false;
}

}  // namespace tidemill::core
