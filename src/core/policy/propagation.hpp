// Algorithm 1 of Pereira et al. 2021 along the edges that exist, from successors back to
// predecessors: a task is one less urgent than the most urgent of its successors; or, under a
// policy that gives tasks a weight, more urgent by that. Where that changes nothing, it stops.
//
// A queue of tasks whose predecessors are to be looked at, first in, first out: from tasks that are
// equally urgent it goes back level by level, so each task is looked at once. A task is in it once
// at the most: the queue is no longer than there are tasks, however often they are raised.
#pragma once

#include <deque>

#include "core/policy/key.hpp"
#include "core/policy/task_name.hpp"

namespace tidemill::core {

class Graph;

/// So much more urgent a task is than the most urgent of its successors.
using Weight = Urgency (*)(Graph& graph, TaskName task);
inline Urgency one_less(Graph&, TaskName) { return -1; }

class Propagation {
 public:
  /// `task` is to be at least so urgent; if that is news, so are those before it, by and by.
  void raise(Graph& graph, TaskName task, Urgency urgency);
  /// By a new edge, or what has become known of the successor.
  void raise_before(Graph& graph, TaskName predecessor, TaskName successor, Weight weight);
  bool is_done() const noexcept { return due_.empty(); }
  /// Goes on, for so many edges or a few more.
  void step(Graph& graph, int edges, Weight weight);

 private:
  std::deque<TaskName> due_;  // kept names
};

}  // namespace tidemill::core
