#include "core/policy/propagation.hpp"

#include "core/policy/policy.hpp"

namespace tidemill::core {

void Propagation::raise(Graph& graph, TaskName task, Urgency urgency) {
  if (graph.raise(task, urgency)) due_.push_back(task);
}

void Propagation::raise_before(Graph& graph, TaskName predecessor, TaskName successor,
                               Weight weight) {
  const Urgency urgency = graph.urgency(successor);
  if (urgency > 0) raise(graph, predecessor, before(graph, predecessor, urgency, weight));
}

}  // namespace tidemill::core
