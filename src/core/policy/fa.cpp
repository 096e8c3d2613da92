// Fully automatic (Pereira et al. 2021, section 3.3): as `sa`, but nobody marks the tasks that
// send: they are recognised (policy/send_profiles.hpp), and all of them are most urgent.
#include "core/policy/policy.hpp"
#include "core/policy/send_profiles.hpp"

namespace tidemill::core {

namespace {

Urgency urgency_of_send(Graph&, TaskName) { return kMostUrgency; }

void created(Graph& graph, TaskName task) { note_created(graph, task, urgency_of_send); }

void edge_added(Graph& graph, TaskName predecessor, TaskName successor) {
  graph.propagation.raise_before(graph, predecessor, successor, nullptr);
}

bool idle_step(Graph& graph) { return match_some(graph, urgency_of_send, nullptr); }

}  // namespace

extern const Policy policy_fa;
const Policy policy_fa{.name = "fa",
                       .meaning = "what leads to tasks that send first",
                       .created = created,
                       .edge_added = edge_added,
                       .sends = note_sender,
                       .completed = note_completed,
                       .heard = note_heard,
                       .idle_step = idle_step,
                       .keeps_predecessors = true,
                       .learns_sends = true};

}  // namespace tidemill::core
