#include "core/suspend/announce.hpp"

#include "core/model/worker.hpp"
#include "platform/asymmetric_fence.hpp"

namespace tidemill::core {

void announce(Worker& w) noexcept {
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    // release, both: m->worker, for whoever takes it. Pairs with the exchange in wake_announced().
    // The counts are ordered by the fence below.
    if (m->inner != 0) {
      m->idle_inside.store(true, std::memory_order_release);
      m->team->idle_inside_count.fetch_add(1, std::memory_order_relaxed);
    }
    if (!open_to_new(*m)) continue;
    m->idle.store(true, std::memory_order_release);
    m->team->idle_count.fetch_add(1, std::memory_order_relaxed);
  }
  platform::heavy_fence();  // against the light one between a push and the look at idle_count
}

bool withdraw(Worker& w) noexcept {
  bool taken = false;
  for (Member* m = w.innermost; m != nullptr; m = m->outer) {
    // acq_rel, both: acquire what the pusher who took it did; with the exchange in
    // wake_announced().
    if (m->inner != 0 && m->idle_inside.exchange(false, std::memory_order_acq_rel))
      m->team->idle_inside_count.fetch_sub(1, std::memory_order_relaxed);
    if (!open_to_new(*m)) continue;
    if (m->idle.exchange(false, std::memory_order_acq_rel))
      m->team->idle_count.fetch_sub(1, std::memory_order_relaxed);  // too many: a look in vain
    else
      taken = true;
  }
  return taken;
}

bool team_has_work(const Member& m) noexcept {
  return m.team->ever_queued() && m.team->ready.has_any(m.number, open_to_new(m));
}

bool has_work(const Worker& w) noexcept {
  if (w.inbox.maybe_nonempty() || w.yields.tasks.maybe_nonempty()) return true;
  for (const Member* m = w.innermost; m != nullptr; m = m->outer)
    if (team_has_work(*m)) return true;
  return false;
}

}  // namespace tidemill::core
