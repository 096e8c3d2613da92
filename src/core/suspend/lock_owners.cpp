#include "core/suspend/lock_owners.hpp"

#include <mutex>

#include "core/suspend/dispatch.hpp"
#include "core/suspend/in_place.hpp"

namespace tidemill::core {

std::atomic<bool> paused_for_outside{false};

namespace {

/// So long a patient one stays: to be handed a lock takes a running owner less.
constexpr std::uint64_t kPatienceUs = 20;

/// So long a task that can go on waits for a thread whose own waits in place. Not for less: what
/// that one has in thread-private storage may be another's when it goes on.
constexpr std::uint64_t kOthersWaitUs = 100'000;
/// So long an owner waits for tasks, or a turn is waited for, before what it takes may be something
/// that a thread in place would have to begin: with other runtimes it would never end. On an
/// oversubscribed machine any wait may be long.
constexpr std::uint64_t kOwnerWaitsUs = 1'000'000;
constexpr std::uint64_t kLookNs = 10'000'000, kStepNs = 200'000;

/// Does this worker keep from going on what an owner may need? No plain OpenMP program's does, but
/// where tasks are strictly for one thread.
bool is_needed(const Worker& w) noexcept {
  return w.inbox.is_called() ||
         (w.inbox.maybe_nonempty() && paused_for_outside.load(std::memory_order_relaxed));
}

/// Does this worker have what no other can go on with, and other runtimes would have gone on with?
/// Not what it was to go on with after a wait in OpenMP: elsewhere that lies below, too.
bool has_own(const Worker& w) noexcept {
  return w.bound_owners != 0 || w.yields.count != 0 || is_needed(w);
}

/// Sleeps until woken for whichever reason. True: the slot is completed.
bool sleep_in_place(Worker& w, WaitSlot& slot, const OwnerWaits::Begun& begun) noexcept {
  if (!slot.announce_sleep(&w)) return true;
  OwnerWaits& waits = OwnerWaits::get();
  OwnerWaits::Sleeper self{&w};
  waits.add(self);
  if (!waits.may_need(w, begun))
    w.parker.park(is_needed(w) || waits.any_since(begun) ? kLookNs : platform::kForever);
  waits.remove(self);
  return !slot.retract_sleep();
}

/// Have others to run on this thread, which waits in place for its team's members?
bool gives_way(const Worker& w, const InPlaceWait& wait) noexcept {
  const bool needed = w.bound_owners != 0 || is_needed(w) || wait.us() >= kOwnerWaitsUs;
  return needed && !is_pinned();  // else it can't be suspended, whatever it has
}

}  // namespace

void OwnerWaits::begin(bool anywhere) noexcept {
  if (!all_.any_since(all_.begun())) since_.store(platform::ticks(), std::memory_order_relaxed);
  bool first = all_.begin();
  if (anywhere) first |= anywhere_.begin();
  if (first) wake_all();
}

bool OwnerWaits::may_need(const Worker& w, const Begun& begun) const noexcept {
  if (anywhere_.any_since(begun.anywhere)) return true;
  if (!all_.any_since(begun.all)) return false;
  return has_own(w) || (all_.any_since(all_.begun()) &&
                        platform::ticks() - since_.load(std::memory_order_relaxed) >=
                            kOwnerWaitsUs * platform::ticks_per_us());
}

void OwnerWaits::add(Sleeper& sleeper) noexcept {
  std::lock_guard guard(lock_);
  sleeper.next = first_;
  sleeper.link = &first_;
  if (first_ != nullptr) first_->link = &sleeper.next;
  first_ = &sleeper;
}

void OwnerWaits::remove(Sleeper& sleeper) noexcept {
  std::lock_guard guard(lock_);
  *sleeper.link = sleeper.next;
  if (sleeper.next != nullptr) sleeper.next->link = sleeper.link;
}

void OwnerWaits::wake_all() noexcept {
  std::lock_guard guard(lock_);
  for (const Sleeper* s = first_; s != nullptr; s = s->next) s->worker->parker.unpark();
}

void OwnerWait::begin_slow(Worker& w, For what) noexcept {
  among_ = &OwnerWaits::get();
  if (what == For::tasks && !may_migrate(w)) {
    bound_ = &w;
    ++w.bound_owners;
  }
  among_->begin(bound_ == nullptr);
}

void OwnerWait::end_slow() noexcept {
  if (bound_ != nullptr) --bound_->bound_owners;
  among_->end(bound_ == nullptr);
}

bool await_turn_in_place(WaitSlot& slot) noexcept {
  Worker& w = current_worker();
  InPlaceWait wait(w);
  while (!slot.done()) {
    if (gives_way(w, wait)) return false;
    if (wait.stay_awake()) continue;
    if (!slot.announce_sleep(&w)) return true;
    w.parker.park(kLookNs);
    if (!slot.retract_sleep()) return true;
  }
  return true;
}

bool await_members_in_place(InPlaceWait& wait) noexcept {
  Worker& w = current_worker();
  if (gives_way(w, wait)) return false;
  if (!wait.stay_awake()) w.parker.park(kStepNs);
  return true;
}

bool wait_in_place(WaitSlot& slot, bool patient) noexcept {
  const OwnerWaits& waits = OwnerWaits::get();
  const OwnerWaits::Begun begun = waits.begun();
  Worker& w = current_worker();
  InPlaceWait wait(w);
  while (!slot.done()) {
    const std::uint64_t us = wait.us();
    if (waits.may_need(w, begun) && (!patient || us >= kPatienceUs)) return false;
    if (us >= kOthersWaitUs && is_needed(w)) return false;
    // Nor does it poll: a callback on top of it could wait for another lock itself, and who is
    // woken for this one would not try for it.
    if (!wait.stay_awake() && sleep_in_place(w, slot, begun)) return true;
  }
  return true;
}

}  // namespace tidemill::core
