// A graph of tasks for the tests of policies that look at one: as the runtime and the simulator
// have it, without thread and queue.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/policy/needs.hpp"
#include "core/policy/policy.hpp"

namespace tidemill::core {

/// Tasks 1, 2, ...; as the runtime and the driver do it, without queues.
class TestGraph final : public Graph {
 public:
  explicit TestGraph(const char* policy) : policy_(*find_policy(policy)) { tasks_.emplace_back(); }

  int create(std::vector<int> predecessors, int priority = 0, std::uint64_t code = 0,
             std::uint64_t identity = 0) {
    const int task = static_cast<int>(tasks_.size());
    tasks_.emplace_back().facts.profile.code = code;
    at(task).facts.stamp = static_cast<std::uint64_t>(task);
    at(task).facts.identity = identity;
    if (policy_.urgency != nullptr) at(task).urgency = policy_.urgency(priority);
    if (policy_.created != nullptr) policy_.created(*this, name(task));
    for (const int p : predecessors) {
      if (at(p).complete) continue;
      at(task).predecessors.push_back(name(p));
      propagation.raise_before(*this, name(p), name(task), policy_.weight);
    }
    while (!propagation.is_done()) propagation.step(*this, 1, policy_.weight);
    return task;
  }
  void send(int task, std::uint64_t channel = 0) {
    policy_.sends(*this, name(task));
    if (channel != 0) policy_.sends_on(*this, name(task), channel);
  }
  void receive(int task, std::uint64_t channel) {
    policy_.receives_on(*this, name(task), {channel, 0});
  }
  void complete(int task) {
    policy_.completed(*this, name(task));
    at(task).complete = true;
    for (Task& t : tasks_) std::erase(t.predecessors, name(task));
  }
  void idle() {
    while (policy_.idle_step(*this)) {
    }
  }
  Urgency of(int task) { return at(task).urgency; }
  std::uint64_t key(int task) {
    return ready_key(
        policy_,
        {.created = order_key(0, at(task).facts.stamp), .number = 0, .urgency = at(task).urgency});
  }
  bool predicted(int task) { return at(task).facts.predicted; }
  std::size_t edges(int task) { return at(task).predecessors.size(); }
  void tell_kind(const SeenKind& kind) override { told_kinds.push_back(kind); }
  KindState seen_elsewhere(const Profile& profile) override {
    const auto at = elsewhere.find(profile.code);
    return at == elsewhere.end() ? KindState::nothing : at->second;
  }
  void hear() { note_heard(*this); }
  std::vector<SeenKind> told_kinds;              // to other processes
  std::map<std::uint64_t, KindState> elsewhere;  // by code
  int looked_at = 0;                             // tasks whose predecessors were asked for
  int visited = 0;  // edges, and tasks that were made urgent themselves
  std::vector<int> raised;

  Urgency urgency(TaskName task) const override {
    return tasks_[static_cast<std::size_t>(task)].urgency;
  }
  bool raise(TaskName task, Urgency urgency) override {
    ++visited;
    Urgency& known = tasks_[static_cast<std::size_t>(task)].urgency;
    if (urgency <= known) return false;
    known = urgency;
    raised.push_back(static_cast<int>(task));
    if (std::exchange(facts(task).due, true)) return false;
    ++kept_;
    return true;
  }
  std::span<const TaskName> predecessors(TaskName task) override {
    ++looked_at;
    return tasks_[static_cast<std::size_t>(task)].predecessors;
  }
  TaskFacts& facts(TaskName task) override { return tasks_[static_cast<std::size_t>(task)].facts; }
  std::span<const TaskName> let_go(TaskName task) override {
    --kept_;
    facts(task).due = false;
    if (at(static_cast<int>(task)).complete) return {};
    return predecessors(task);
  }
  TaskName next_to_match() override {
    while (next_ < tasks_.size())
      if (!tasks_[next_++].complete) return TaskName(next_ - 1);
    return {};
  }
  void match_all_again() override { next_ = 1; }
  TaskName next_back() override {
    ++met_back;
    while (back_ > 1)
      if (!tasks_[--back_].complete) return TaskName(back_);
    return {};
  }
  void walk_back() override { back_ = tasks_.size(); }
  int workers() const override { return kWorkers; }
  std::uint32_t duration(TaskName task) override { return durations[facts(task).profile.code]; }
  std::uint32_t slack_of(std::uint64_t identity) override { return needs.slack_of(identity); }
  void sends_on(std::uint64_t identity, std::uint64_t channel) override {
    needs.sends_on(identity, channel);
  }
  bool tell(const Received& receive, std::uint32_t slack) override {
    if (room_to_tell) told[receive.channel] = slack;
    return room_to_tell;
  }

  static constexpr int kWorkers = 2;
  Needs needs;
  std::map<std::uint64_t, std::uint32_t> durations;  // by code
  std::map<std::uint64_t, std::uint32_t> told;       // by channel
  bool room_to_tell = true;
  int met_back = 0;
  int kept() const noexcept { return kept_; }

 private:
  struct Task {
    Urgency urgency = 0;
    bool complete = false;
    TaskFacts facts;
    std::vector<TaskName> predecessors;
  };
  static TaskName name(int task) { return TaskName(static_cast<std::uintptr_t>(task)); }
  Task& at(int task) { return tasks_[static_cast<std::size_t>(task)]; }

  const Policy& policy_;
  std::vector<Task> tasks_;
  std::size_t next_ = 1, back_ = 1;
  int kept_ = 0;
};

inline constexpr int kMost = kMostUrgency;

// Kinds of tasks.
inline constexpr std::uint64_t kWork = 1, kSend = 2;

/// One of that kind is complete, and hasn't sent.
inline void know(TestGraph& graph, std::uint64_t kind) {
  graph.complete(graph.create({}, 0, kind));
}

}  // namespace tidemill::core
