#include "core/policy/propagation.hpp"

#include "core/policy/policy.hpp"

namespace tidemill::core {

void Propagation::raise(Graph& graph, TaskName task, Urgency urgency) {
  if (urgency <= graph.urgency(task)) return;
  graph.set_urgency(task, urgency);
  if (urgency == 1) return;  // there is nothing less
  bool& due = graph.facts(task).due;
  if (due) return;
  due = true;
  graph.keep(task);
  due_.push_back(task);
}

void Propagation::raise_before(Graph& graph, TaskName predecessor, TaskName successor,
                               Weight weight) {
  const Urgency urgency = graph.urgency(successor);
  if (urgency > 0) raise(graph, predecessor, urgency + weight(graph, predecessor));
}

void Propagation::step(Graph& graph, int edges, Weight weight) {
  while (!is_done() && edges > 0) {
    const TaskName task = due_.front();
    due_.pop_front();
    if (!graph.let_go(task)) continue;
    graph.facts(task).due = false;
    for (const TaskName predecessor : graph.predecessors(task)) {
      raise_before(graph, predecessor, task, weight);
      --edges;
    }
  }
}

}  // namespace tidemill::core
