// Global-aware: what the ranks together need first. As under `fa` the tasks that send are
// recognised, and as under `sa` they may be marked; but not all of them are equally urgent.
//
// 1. A message is due when the program's order comes to it: ranks run one program, so what one rank
//    creates first the others mostly wait for first.
// 2. It is due later by the slack that the receiver has told: it has more to do behind other
//    messages (policy/levels.hpp). The receiver says so while it is idle; the sender knows its task
//    by what it was in an earlier iteration (policy/needs.hpp).
// 3. What leads to a message is due earlier than that by the time it takes itself.
// 4. What is due first goes first, before all that leads to no message. Before both go tasks that
//    pass messages, as they are short: in the order of creation, which is mostly that in which the
//    other side receives. MPI finds the receive of a message by going through those posted before.
//
// The clock is the program's order: a stamp a task. In the time of a typical task all workers go on
// by one task each, so a task that takes so long weighs as many stamps as there are workers.
#include <algorithm>

#include "core/policy/policy.hpp"
#include "core/policy/send_profiles.hpp"

namespace tidemill::core {

namespace {

constexpr int kTasksAtOnce = 64;
/// Parts of a stamp, and an urgency for all that is due at stamp 0.
constexpr Urgency kParts = 16;
constexpr Urgency kFirst = Urgency{kStampMask} * kParts;

/// A mark, as under `sa`.
Urgency urgency(int priority) noexcept { return priority > 0 ? 1 : 0; }

/// In the time of so many typical tasks.
Urgency stamps_of(Graph& graph, double tasks) {
  return static_cast<Urgency>(tasks * graph.workers() * kParts);
}

Urgency urgency_of_send(Graph& graph, TaskName task) {
  const TaskFacts& facts = graph.facts(task);
  const std::uint32_t slack = graph.slack_of(facts.identity);
  const double later = slack != kUnknownSlack ? slack / kLevelParts : 0;
  return kFirst - static_cast<Urgency>(facts.stamp) * kParts - stamps_of(graph, later);
}

/// What only sends takes no time; how long messages take, nobody knows.
Urgency weight(Graph& graph, TaskName task) {
  const TaskFacts& facts = graph.facts(task);
  if (facts.predicted || !facts.received.empty()) return 0;
  return stamps_of(graph, graph.pace.of(graph.duration(task)));
}

void created(Graph& graph, TaskName task) {
  graph.levels.note_created();
  if (graph.urgency(task) > 0) graph.facts(task).predicted = true;  // marked
  note_created(graph, task, urgency_of_send);
}

void completed(Graph& graph, TaskName task) {
  if (const std::uint32_t ns = graph.duration(task)) graph.pace.saw(ns);
  graph.levels.note_completed();
  note_completed(graph, task);
}

void sends_on(Graph& graph, TaskName task, std::uint64_t channel) {
  graph.sends_on(graph.facts(task).identity, channel);
}

void receives_on(Graph& graph, TaskName task, const Received& receive) {
  TaskFacts& facts = graph.facts(task);
  if (receive.channel == 0 || !remember(facts.received, receive)) return;
  facts.told = kUnknownSlack;
  graph.levels.note_receives();
}

bool idle_step(Graph& graph) {
  if (match_some(graph, urgency_of_send, weight)) return true;
  graph.levels.begin(graph);
  return graph.levels.step(graph, kTasksAtOnce);
}

/// So much may lead to a message that the time when a task is due lies before the first stamp.
/// Places have no negative numbers, so each such stamp is a class of its own, above.
std::uint64_t key(const ReadyFacts& facts) noexcept {
  if (facts.passes_messages) return with_urgency(facts.created, kMostUrgency);
  const bool urgent = facts.urgency > 0;
  if (!urgent && urgency_of_key(facts.created) > 0) return facts.created;  // marked, and no node
  if (!urgent) return messages_first(facts);
  const Urgency due = (kFirst - facts.urgency) / kParts;
  const Urgency late = std::clamp(1 - due, Urgency{1}, Urgency{kMostUrgency - 1});
  return with_place(with_urgency(facts.created, late),
                    static_cast<std::uint64_t>(std::max(due, Urgency{0})));
}

}  // namespace

extern const Policy policy_ga;
const Policy policy_ga{.name = "ga",
                       .meaning = "what the ranks together need first",
                       .key = key,
                       .knows_messages = true,
                       .urgency = urgency,
                       .weight = weight,
                       .created = created,
                       .sends = note_sender,
                       .completed = completed,
                       .sends_on = sends_on,
                       .receives_on = receives_on,
                       .idle_step = idle_step,
                       .keeps_predecessors = true,
                       .learns_sends = true,
                       .asks_receivers = true};

}  // namespace tidemill::core
