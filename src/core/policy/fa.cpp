// Fully automatic (Pereira et al. 2021, section 3.3): as `sa`, but nobody marks the tasks that
// send. Once a task has sent, those like it are expected to (policy/send_profiles.hpp):
// 1. Those created later are most urgent from their creation on.
// 2. Those that exist already are looked for by workers that have nothing else to do, in small
//    steps: the paper's Algorithm 2.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

// Of one step: a few microseconds at most.
constexpr int kEdgesAtOnce = 64;
constexpr int kTasksAtOnce = 64;

void match(Graph& graph, TaskName task) {
  TaskFacts& facts = graph.facts(task);
  if (facts.sent || facts.predicted || !graph.profiles.predicts(facts.profile)) return;
  facts.predicted = true;
  graph.propagation.raise(graph, task, kMostUrgency);
}

void edge_added(Graph& graph, TaskName predecessor, TaskName successor) {
  graph.propagation.raise(graph, predecessor, graph.urgency(successor) - 1);
}

void sends(Graph& graph, TaskName task) {
  TaskFacts& facts = graph.facts(task);
  facts.sent = true;
  if (graph.profiles.sent(facts.profile)) graph.match_all_again();
}

void completed(Graph& graph, TaskName task) { graph.profiles.completed(graph.facts(task)); }

bool idle_step(Graph& graph) {
  if (!graph.propagation.is_done()) {
    graph.propagation.step(graph, kEdgesAtOnce);
    return true;
  }
  for (int i = 0; i < kTasksAtOnce; ++i) {
    const TaskName task = graph.next_to_match();
    if (task == TaskName{}) return !graph.propagation.is_done();
    match(graph, task);
  }
  return true;
}

std::uint64_t key(const ReadyFacts& facts) noexcept { return facts.created; }

}  // namespace

extern const Policy policy_fa;
const Policy policy_fa{.name = "fa",
                       .meaning = "what leads to tasks that send first",
                       .key = key,
                       .created = match,
                       .edge_added = edge_added,
                       .sends = sends,
                       .completed = completed,
                       .idle_step = idle_step,
                       .keeps_predecessors = true,
                       .learns_sends = true};

}  // namespace tidemill::core
