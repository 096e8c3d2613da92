// A discrete-event simulation of a perfect runtime and network: no overhead, a core for each
// worker, buffered sends, messages that take their latency and no processor. What runs next is
// decided by the runtime's own policy code (core/policy), which this driver links.
//
// Of one rank's workers each takes the smallest key that is ready: one queue a rank. With a layout
// each has a queue of its own, ready tasks go to the queue of the worker that made them ready, and
// a worker without any takes the smallest of the nearest other that has some (policy/victims.hpp).
#pragma once

#include <vector>

#include "core/policy/policy.hpp"
#include "graph.hpp"

namespace tidemill::simulate {

/// What comes first of what happens at the same time. A perfect machine has such ties all the time,
/// and each model that this driver is compared with has its own way.
enum class Ties : unsigned char {
  created,  // ends of tasks, in the order of their creation, then arrivals
  set_off,  // what was set off first: the task that began, the message that was sent
};

struct Machine {
  int workers = 1;                           // of each rank
  double latency = 0;                        // of a message, in the unit of the tasks' times
  const core::TeamLayout* layout = nullptr;  // of a rank's workers; nullptr: one queue
  Ties ties = Ties::created;
};

struct Outcome {
  double time = 0;             // when the last task ends
  double busy = 0;             // of all workers, inside tasks: without those that only block
  std::vector<double> begins;  // when each task's body begins
  std::vector<long> steals;    // by how many nodes are nearer, with a layout
};

/// Throws std::runtime_error if the graph has tasks that never run.
Outcome simulate(const TaskGraph& graph, const Machine& machine, const core::Policy& policy);

}  // namespace tidemill::simulate
