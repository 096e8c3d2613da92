#include "core/sched/holders.hpp"

#include <mutex>

#include "core/sched/idle.hpp"
#include "core/sched/worker.hpp"

namespace tidemill::core {

std::atomic<bool> paused_for_outside{false};

namespace {

/// So long a patient one stays: to be handed a lock takes a running holder less.
constexpr std::uint64_t kPatienceUs = 20;

/// So long a task that can go on waits for a thread whose own waits in place. Not for less: what
/// that one has in thread-private storage may be another's when it goes on.
constexpr std::uint64_t kOthersWaitUs = 100'000;
constexpr std::uint64_t kLookNs = 10'000'000;

/// Does this worker keep from going on what a holder may need? No plain OpenMP program's does.
bool is_needed(const Worker& w) noexcept {
  return w.strict.maybe_nonempty() && paused_for_outside.load(std::memory_order_relaxed);
}

/// Sleeps until woken for whichever reason. True: the slot is completed.
bool sleep_in_place(Worker& w, WaitSlot& slot, std::uint64_t begun) noexcept {
  if (!slot.announce_sleep(&w)) return true;
  HolderWaits& waits = HolderWaits::get();
  HolderWaits::Sleeper self{&w};
  waits.add(self);
  if (!waits.any_since(begun)) w.parker.park(is_needed(w) ? kLookNs : platform::kForever);
  waits.remove(self);
  return !slot.retract_sleep();
}

}  // namespace

void HolderWaits::add(Sleeper& sleeper) noexcept {
  std::lock_guard guard(lock_);
  sleeper.next = first_;
  sleeper.link = &first_;
  if (first_ != nullptr) first_->link = &sleeper.next;
  first_ = &sleeper;
}

void HolderWaits::remove(Sleeper& sleeper) noexcept {
  std::lock_guard guard(lock_);
  *sleeper.link = sleeper.next;
  if (sleeper.next != nullptr) sleeper.next->link = sleeper.link;
}

void HolderWaits::wake_all() noexcept {
  std::lock_guard guard(lock_);
  for (const Sleeper* s = first_; s != nullptr; s = s->next) s->worker->parker.unpark();
}

void HolderWait::begin_slow() noexcept {
  among_ = &HolderWaits::get();
  among_->begin();
}

bool wait_in_place(WaitSlot& slot, bool patient) noexcept {
  const HolderWaits& waits = HolderWaits::get();
  const std::uint64_t begun = waits.begun();
  Worker& w = current_worker();
  const std::uint64_t since = platform::ticks();
  while (!slot.done()) {
    const std::uint64_t us = (platform::ticks() - since) / platform::ticks_per_us();
    if (waits.any_since(begun) && (!patient || us >= kPatienceUs)) return false;
    if (us >= kOthersWaitUs && is_needed(w)) return false;
    // Nor does it poll: a callback on top of it could wait for another lock itself, and who is
    // woken for this one would not try for it.
    if (!wait_awake(w, since) && sleep_in_place(w, slot, begun)) return true;
  }
  return true;
}

}  // namespace tidemill::core
