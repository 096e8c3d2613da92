// From an affinity to a queue (paper 003, section 3.3): where in a team a task belongs, and how it
// gets there. docs/decisions/affinity.md has the table.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/fiber/runnable.hpp"
#include "core/model/affinity.hpp"
#include "core/model/team.hpp"

namespace tidemill::core {

struct Domain {
  enum class Level : std::uint8_t { machine, node, core };
  Level level = Level::machine;  // anywhere
  int number = 0;                // the node's in the team, or the member's
  bool strict = false;           // nobody else may take it
};

/// The team's node of the page at `address`; its first one, if that lies on none of them.
int node_of_data(const Team& team, const void* address) noexcept;

/// Where it belongs now: what a page's node is may change. Any thread, while the region lasts. Node
/// affinities do nothing where threads are bound to nothing: says so, once.
Domain domain_of(const Team& team, Affinity affinity) noexcept;

/// relaxed: whether threads are bound to nothing was looked at; there is no more to say.
extern std::atomic<bool> unbound_is_settled;

/// At a glance: does it say nothing there? False: domain_of() tells.
inline bool names_machine(const Team& team, Affinity affinity) noexcept {
  return team.size == 1 ||
         (affinity.kind() != AffinityKind::thread && team.memory_nodes.empty() &&
          (team.members[0].seat.place >= 0 || unbound_is_settled.load(std::memory_order_relaxed)));
}

/// Does `m` belong there?
bool lies_in(const Member& m, const Domain& domain) noexcept;

/// Queues a ready task, or a fiber that may go on on any thread of the domain, and wakes a thread
/// for it. Any thread. From here on its region may be over.
void queue_in_domain(Team& team, const Domain& domain, Runnable* item) noexcept;

/// Has the task an affinity that names less than the whole machine? Its first line tells mostly.
Domain domain_of_task(const Task& task) noexcept;

/// `function`, which asks about memory nodes, was called outside a parallel region: says so, once.
void warn_if_outside(const Team& team, const char* function) noexcept;

}  // namespace tidemill::core
