#include "core/policy/propagation.hpp"

#include "core/policy/policy.hpp"

namespace tidemill::core {

void Propagation::raise(Graph& graph, TaskName task, int urgency) {
  if (urgency <= graph.urgency(task)) return;
  graph.set_urgency(task, urgency);
  if (urgency == 1) return;  // there is nothing less
  graph.keep(task);
  due_.push_back(task);
}

void Propagation::step(Graph& graph, int edges) {
  while (!is_done() && edges > 0) {
    const TaskName task = due_[next_++];
    if (!graph.let_go(task)) continue;
    const int before = graph.urgency(task) - 1;
    for (const TaskName predecessor : graph.predecessors(task)) {
      raise(graph, predecessor, before);
      --edges;
    }
  }
  if (!is_done()) return;
  due_.clear();
  next_ = 0;
}

}  // namespace tidemill::core
