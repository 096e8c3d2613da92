#include "core/sched/holders.hpp"

#include <mutex>

#include "core/poll/polling.hpp"
#include "core/sched/dispatch.hpp"
#include "core/sched/idle.hpp"
#include "core/sched/worker.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace holders {
std::atomic<std::uint64_t> waits{0};
}

namespace {

constexpr std::uint64_t kBegun = std::uint64_t{1} << 32, kInProgress = kBegun - 1;

/// On the stack of one who sleeps in place.
struct Sleeper {
  Worker* worker;
  Sleeper* next = nullptr;
  Sleeper** link = nullptr;
};
struct Sleepers {
  SpinLock lock;  // guards the rest
  Sleeper* first = nullptr;

  void add(Sleeper& sleeper) noexcept {
    std::lock_guard guard(lock);
    sleeper.next = first;
    sleeper.link = &first;
    if (first != nullptr) first->link = &sleeper.next;
    first = &sleeper;
  }
  void remove(Sleeper& sleeper) noexcept {
    std::lock_guard guard(lock);
    *sleeper.link = sleeper.next;
    if (sleeper.next != nullptr) sleeper.next->link = sleeper.link;
  }
  void wake_all() noexcept {
    std::lock_guard guard(lock);
    for (const Sleeper* s = first; s != nullptr; s = s->next) s->worker->parker.unpark();
  }
};
Sleepers& sleepers() noexcept { return platform::ProcessWide<Sleepers>::get(); }

/// A holder waits, or has begun to since.
bool is_over(std::uint64_t begun) noexcept {
  // seq_cst: the last look before the sleep; see begin_wait_slow().
  const std::uint64_t now = holders::waits.load(std::memory_order_seq_cst);
  return (now & kInProgress) != 0 || (now & ~kInProgress) != begun;
}

/// Sleeps until woken for whichever reason. True: the slot is completed.
bool sleep_in_place(Worker& w, WaitSlot& slot, std::uint64_t begun) noexcept {
  if (!slot.announce_sleep(&w)) return true;
  Sleeper self{&w};
  sleepers().add(self);
  if (!is_over(begun)) w.parker.park();
  sleepers().remove(self);
  return !slot.retract_sleep();
}

/// True: the slot is completed; false: in place is no place to wait.
bool wait_in_place(WaitSlot& slot) noexcept {
  const std::uint64_t begun = holders::waits.load(std::memory_order_relaxed) & ~kInProgress;
  Worker& w = current_worker();
  const std::uint64_t since = platform::ticks();
  while (!slot.done()) {
    if (is_over(begun)) return false;
    if (wait_awake(w, since)) {
      if (polling_active()) poll_if_due(platform::ticks());
    } else if (sleep_in_place(w, slot, begun)) {
      return true;
    }
  }
  return true;
}

}  // namespace

void holders::begin_wait_slow() noexcept {
  // seq_cst: before the look at the list, against a sleeper's entry there and its last look.
  const std::uint64_t before = waits.fetch_add(kBegun + 1, std::memory_order_seq_cst);
  if ((before & kInProgress) == 0) sleepers().wake_all();
}

void wait_for_holder(WaitSlot& slot) {
  if (wait_in_place(slot)) return;
  HolderWait promised(true);
  wait_slot(slot);
}

}  // namespace tidemill::core
