#include "core/policy/send_profiles.hpp"

#include <algorithm>

#include "core/policy/policy.hpp"

namespace tidemill::core {

const SendProfiles::Kind* SendProfiles::find(const Profile& profile) const noexcept {
  for (const Kind& kind : kinds_)
    if (kind.profile == profile) return &kind;
  return nullptr;
}

/// Here. True: it was the last that was unknown.
bool SendProfiles::see(Kind& kind, KindState seen) {
  if (seen <= kind.here) return false;
  const bool was_unknown = kind.here == KindState::nothing && kind.elsewhere == KindState::nothing;
  kind.here = seen;
  if (seen > kind.elsewhere) to_tell_.push_back({kind.profile, seen});
  return was_unknown && --unknown_ == 0;
}

/// Elsewhere. True: more tasks may be predicted than before.
bool SendProfiles::hear_of(Kind& kind, KindState seen) noexcept {
  if (seen <= kind.elsewhere) return false;
  const bool was_unknown = kind.here == KindState::nothing && kind.elsewhere == KindState::nothing;
  kind.elsewhere = seen;
  const bool all_known_now = was_unknown && --unknown_ == 0;
  return (seen == KindState::sent && kind.here != KindState::sent && expect_sends(kind)) ||
         all_known_now;
}

/// True: that is news.
bool SendProfiles::expect_sends(Kind& kind) noexcept {
  quiet_ = 0;
  any_sent_ = true;
  if (kind.score != 0) return false;
  kind.score = 1;
  return true;
}

/// With too many kinds a further one counts as one that doesn't send, until it does.
bool SendProfiles::created(const Profile& profile) {
  if (kinds_.size() == kMostKinds || find(profile) != nullptr) return false;
  kinds_.push_back({.profile = profile});
  ++unknown_;
  return true;
}

bool SendProfiles::sent(const Profile& profile) {
  if (kinds_.size() == kMostKinds &&
      find(profile) == nullptr) {  // instead of one that matters less
    Kind& kind = *std::ranges::min_element(kinds_, {}, &Kind::score);
    if (kind.here == KindState::nothing && kind.elsewhere == KindState::nothing) --unknown_;
    kind = {.profile = profile};
    ++unknown_;
  }
  created(profile);
  Kind& kind = *find(profile);
  const bool all_known_now = see(kind, KindState::sent);
  return expect_sends(kind) || all_known_now;
}

bool SendProfiles::completed(const TaskFacts& task) {
  Kind* const kind = find(task.profile);
  const bool all_known_now = kind != nullptr && see(*kind, KindState::completed);
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

void tell_others(Graph& graph) {
  for (const SeenKind& kind : graph.profiles.take_to_tell()) graph.tell_kind(kind);
}

void match_sender(Graph& graph, TaskName task, UrgencyOfSend of_send) {
  TaskFacts& facts = graph.facts(task);
  if (facts.sent || !(facts.predicted || graph.profiles.predicts(facts.profile))) return;
  facts.predicted = true;
  graph.propagation.raise(graph, task, of_send(graph, task));
}

}  // namespace

void note_created(Graph& graph, TaskName task, UrgencyOfSend of_send) {
  if (graph.profiles.created(graph.facts(task).profile)) note_heard(graph);
  match_sender(graph, task, of_send);
}

void note_sender(Graph& graph, TaskName task) {
  TaskFacts& facts = graph.facts(task);
  facts.sent = true;
  if (graph.profiles.sent(facts.profile)) graph.match_all_again();
  tell_others(graph);
}

void note_completed(Graph& graph, TaskName task) {
  if (graph.profiles.completed(graph.facts(task))) graph.match_all_again();
  tell_others(graph);
}

void note_heard(Graph& graph) {
  const auto elsewhere = [&graph](const Profile& profile) { return graph.seen_elsewhere(profile); };
  if (graph.profiles.hear(elsewhere)) graph.match_all_again();
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
