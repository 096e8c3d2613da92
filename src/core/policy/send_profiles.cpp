#include "core/policy/send_profiles.hpp"

#include <algorithm>
#include <utility>

#include "core/policy/policy.hpp"

namespace tidemill::core {

const SendProfiles::Kind* SendProfiles::find(const Profile& profile) const noexcept {
  for (const Kind& kind : kinds_)
    if (kind.profile == profile) return &kind;
  return nullptr;
}

bool SendProfiles::is_known_now(Kind& kind) noexcept {
  return !std::exchange(kind.known, true) && --unknown_ == 0;
}

/// With too many kinds a further one counts as one that doesn't send, until it does.
void SendProfiles::created(const Profile& profile) {
  if (kinds_.size() == kMostKinds || find(profile) != nullptr) return;
  kinds_.push_back({profile, 0, false});
  ++unknown_;
}

bool SendProfiles::sent(const Profile& profile) {
  quiet_ = 0;
  any_sent_ = true;
  Kind* kind = find(profile);
  if (kind == nullptr && kinds_.size() == kMostKinds) {
    kind = &*std::ranges::min_element(kinds_, {}, &Kind::score);
    is_known_now(*kind);
    *kind = {profile, 0, true};
  } else if (kind == nullptr) {
    kind = &kinds_.emplace_back(Kind{profile, 0, true});
  }
  const bool all_known_now = is_known_now(*kind);
  const bool sends_now = kind->score == 0;
  if (sends_now) kind->score = 1;
  return sends_now || all_known_now;
}

bool SendProfiles::completed(const TaskFacts& task) {
  Kind* const kind = find(task.profile);
  const bool all_known_now = kind != nullptr && is_known_now(*kind);
  const bool expected = kind != nullptr && kind->score > 0;
  if (!expected && !task.predicted) return all_known_now;
  // While none is trusted it counts what would have been predicted.
  ++(task.sent ? right_ : wrong_);
  if (right_ + wrong_ >= kMostCounted) right_ /= 2, wrong_ /= 2;
  if (expected) kind->score = std::min(kind->score + (task.sent ? 1 : -1), kMostScore);
  return all_known_now;
}

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
