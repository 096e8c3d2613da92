// Algorithm 1 of Pereira et al. 2021 along the edges that exist, from successors back to
// predecessors: a task is one less urgent than the most urgent of its successors; or, under a
// policy that gives tasks a weight, more urgent by that. Where that changes nothing, it stops.
//
// A queue of tasks whose predecessors are to be looked at, first in, first out: from tasks that are
// equally urgent it goes back level by level, so each task is looked at once. A task is in it once
// at the most, however often it is raised; and until its turn comes, if it is complete by then.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/policy/key.hpp"
#include "core/policy/task_name.hpp"

namespace tidemill::core {

class Graph;

/// So much more urgent a task is than the most urgent of its successors; nullptr: one less.
using Weight = Urgency (*)(Graph& graph, TaskName task);

class Propagation {
 public:
  /// `task` is to be at least so urgent; if that is news, so are those before it, by and by.
  void raise(Graph& graph, TaskName task, Urgency urgency);
  /// By a new edge, or what has become known of the successor.
  void raise_before(Graph& graph, TaskName predecessor, TaskName successor, Weight weight);
  bool is_done() const noexcept { return next_ == due_.size(); }
  /// Goes on, for so many edges or a few more. `G` is Graph, or what implements it: then an edge
  /// costs no call.
  template <class G>
  void step(G& graph, int edges, Weight weight);

 private:
  static Urgency before(Graph& graph, TaskName task, Urgency urgency, Weight weight) {
    return weight == nullptr ? urgency - 1 : urgency + weight(graph, task);
  }

  std::vector<TaskName> due_;
  std::size_t next_ = 0;
};

template <class G>
void Propagation::step(G& graph, int edges, Weight weight) {
  while (!is_done() && edges > 0) {
    const TaskName task = due_[next_++];
    const std::span<const TaskName> predecessors = graph.let_go(task);
    if (predecessors.empty()) continue;
    const Urgency urgency = graph.urgency(task);
    edges -= static_cast<int>(predecessors.size());
    for (const TaskName predecessor : predecessors)
      if (graph.raise(predecessor, before(graph, predecessor, urgency, weight)))
        due_.push_back(predecessor);
  }
  if (2 * next_ < due_.size()) return;
  due_.erase(due_.begin(), due_.begin() + static_cast<std::ptrdiff_t>(next_));
  next_ = 0;
}

}  // namespace tidemill::core
