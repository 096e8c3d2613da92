#include "core/affinity/domain.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "core/model/task.hpp"
#include "core/model/team.hpp"
#include "core/model/worker.hpp"
#include "core/topo/page_nodes.hpp"
#include "core/topo/topology.hpp"
#include "platform/cpu.hpp"
#include "platform/numa.hpp"
#include "platform/report.hpp"

namespace tidemill::core {

std::atomic<bool> unbound_is_settled{false};

namespace {

/// The system's number. Only a worker remembers answers.
int memory_node_of(const void* address) noexcept {
  Worker* const w = current_worker_or_null();
  if (w == nullptr) return platform::node_of_page(address);
  if (w->page_nodes == nullptr) w->page_nodes = std::make_unique<PageNodes>();
  return w->page_nodes->node_of(address, platform::ticks(),
                                PageNodes::kKeptUs * platform::ticks_per_us(),
                                platform::node_of_page);
}

/// Something was pushed to a private queue: that worker looks there before it takes anything else.
void call(Worker& worker) noexcept {
  worker.inbox.call();
  if (&worker != current_worker_or_null()) worker.parker.unpark();
}

void queue_for_node(Team& team, const Domain& domain, Runnable* item) noexcept {
  const std::span<const int> here = team.ready.layout().members_of(domain.number);
  const std::uint64_t turn = team.ready.pushes_to_node(domain.number);
  const int near = here[turn % here.size()];
  // Read before the push: after it the region may be over.
  std::array<Worker*, 64> workers;
  const std::size_t called = std::min(here.size(), workers.size());
  for (std::size_t i = 0; i < called; ++i)
    workers[i] = team.members[here[(turn + i) % here.size()]].worker;
  const bool resumes = item->kind == Runnable::Kind::fiber;
  const Reach reach = domain.strict ? Reach::node_only : Reach::anywhere;
  team.ready.push_to_node(domain.number, team.members[near], item, reach);
  if (domain.strict ? team.notify_node(domain.number) : team.notify_one(near)) return;
  // None sleeps. All are called, as any of them may be inside something long, and others go on with
  // tasks of their own for ever; of a large node others each time.
  for (std::size_t i = 0; domain.strict && i < called; ++i) call(*workers[i]);
  if (resumes) team.wake_inside();
}

void warn_if_unbound(const Team& team) noexcept {
  if (unbound_is_settled.load(std::memory_order_relaxed)) return;
  if (topology_nodes() > 1) {
    if (team.members[0].seat.place >= 0) return;  // on a place of one node
    if (!unbound_is_settled.exchange(true, std::memory_order_relaxed))
      platform::warn(
          "affinity to memory nodes does nothing, as threads are bound to none of the %d there "
          "are: set OMP_PLACES=cores",
          topology_nodes());
  }
  unbound_is_settled.store(true, std::memory_order_relaxed);
}

}  // namespace

int node_of_data(const Team& team, const void* address) noexcept {
  const std::vector<int>& nodes = team.memory_nodes;
  if (nodes.empty()) return 0;
  const auto found = std::find(nodes.begin(), nodes.end(), memory_node_of(address));
  return found != nodes.end() ? static_cast<int>(found - nodes.begin()) : 0;
}

Domain domain_of(const Team& team, Affinity affinity) noexcept {
  if (team.size == 1 || !affinity) return {};
  if (affinity.kind() == AffinityKind::thread)
    return {Domain::Level::core, modulo(affinity.value(), team.size), affinity.strict()};
  if (team.memory_nodes.empty()) {
    warn_if_unbound(team);
    return {};
  }
  const auto nodes = static_cast<int>(team.memory_nodes.size());
  const int node = affinity.kind() == AffinityKind::node
                       ? modulo(affinity.value(), nodes)
                       : node_of_data(team, reinterpret_cast<const void*>(affinity.value()));
  return {Domain::Level::node, node, affinity.strict()};
}

Domain domain_of_task(const Task& task) noexcept {
  return task.has_more ? domain_of(*task.team, task.extra.affinity()) : Domain{};
}

bool lies_in(const Member& m, const Domain& domain) noexcept {
  if (domain.level == Domain::Level::core) return m.number == domain.number;
  return domain.level == Domain::Level::machine ||
         m.team->ready.layout().node_of(m.number) == domain.number;
}

void queue_in_domain(Team& team, const Domain& domain, Runnable* item) noexcept {
  if (domain.level == Domain::Level::node) return queue_for_node(team, domain, item);
  Member& m = team.members[domain.number];
  Worker* const worker = m.worker;
  if (domain.strict) {
    team.ready.push_bound(m, item);
    return call(*worker);
  }
  const bool resumes = item->kind == Runnable::Kind::fiber;
  team.ready.push(m, item);
  if (team.notify_one(domain.number)) return;
  if (resumes) team.wake_inside();
  if (worker != current_worker_or_null()) worker->parker.unpark();
}

void warn_if_outside(const Team& team, const char* function) noexcept {
  static std::atomic<bool> told{false};  // relaxed: says a thing once
  if (team.level == 0 && !told.exchange(true, std::memory_order_relaxed))
    platform::warn("%s was called outside a parallel region, where there is one memory node",
                   function);
}

}  // namespace tidemill::core
