#include "core/policy/senders.hpp"

#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

constexpr int kEdgesAtOnce = 64;
constexpr int kTasksAtOnce = 64;

void match_sender(Graph& graph, TaskName task, UrgencyOfSend of_send) {
  TaskFacts& facts = graph.facts(task);
  if (facts.sent || !(facts.predicted || graph.profiles.predicts(facts.profile))) return;
  facts.predicted = true;
  graph.propagation.raise(graph, task, of_send(graph, task));
}

}  // namespace

void note_created(Graph& graph, TaskName task, UrgencyOfSend of_send) {
  graph.profiles.created(graph.facts(task).profile);
  match_sender(graph, task, of_send);
}

void note_sender(Graph& graph, TaskName task) {
  TaskFacts& facts = graph.facts(task);
  facts.sent = true;
  if (graph.profiles.sent(facts.profile)) graph.match_all_again();
}

void note_completed(Graph& graph, TaskName task) {
  if (graph.profiles.completed(graph.facts(task))) graph.match_all_again();
}

bool match_some(Graph& graph, UrgencyOfSend of_send, Weight weight) {
  if (!graph.propagation.is_done()) {
    graph.propagation.step(graph, kEdgesAtOnce, weight);
    return true;
  }
  for (int i = 0; i < kTasksAtOnce; ++i) {
    const TaskName task = graph.next_to_match();
    if (task == TaskName{}) return !graph.propagation.is_done();
    match_sender(graph, task, of_send);
  }
  return true;
}

}  // namespace tidemill::core
