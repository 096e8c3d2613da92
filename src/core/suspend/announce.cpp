#include "core/suspend/announce.hpp"

#include "core/model/team.hpp"
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

// ---- who has made something ready ----

namespace {

/// True: a member had announced its sleep so, and the caller is to wake it.
bool take_announced(std::atomic<bool>& announced, std::atomic<int>& count) noexcept {
  if (!announced.load(std::memory_order_relaxed)) return false;  // a hint; the exchange decides
  // acquire: m.worker, as announced. release: what was pushed, for withdraw().
  if (!announced.exchange(false, std::memory_order_acq_rel)) return false;
  // relaxed: who sees it late looks for a sleeper in vain.
  count.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

bool wake_announced(Member& m, std::atomic<bool>& announced, std::atomic<int>& count) noexcept {
  const bool taken = take_announced(announced, count);
  if (taken) m.worker->parker.unpark();
  return taken;
}

}  // namespace

bool Team::notify_one_slow(int near) noexcept {
  if (wake_announced(members[near], members[near].idle, idle_count)) return true;
  VictimWalk walk(ready.layout(), near, VictimOrder::nearest_first, 0);
  for (int i = walk.next(); i >= 0; i = walk.next())
    if (wake_announced(members[i], members[i].idle, idle_count)) return true;
  return false;
}

bool Team::notify_node_slow(int node) noexcept {
  // The item's region may be over, and the next one have fewer nodes. The layout is read once: a
  // second read could give another region's.
  const TeamLayout& layout = ready.layout();
  if (node >= layout.nodes()) return false;
  for (const int i : layout.members_of(node)) {
    if (i >= size || !take_announced(members[i].idle, idle_count)) continue;
    members[i].worker->inbox.call();  // it goes before what else has come meanwhile
    members[i].worker->parker.unpark();
    return true;
  }
  return false;
}

// All of them: which one comes to it first, past what its inner region has for it, nobody knows.
void Team::wake_inside_slow() noexcept {
  for (int i = 0; i < size; ++i)
    wake_announced(members[i], members[i].idle_inside, idle_inside_count);
}

}  // namespace tidemill::core
