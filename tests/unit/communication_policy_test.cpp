// The policies that look at the graph, as what they are: functions of it. No thread, no runtime.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "core/policy/policy.hpp"

namespace tidemill::core {
namespace {

/// Tasks 1, 2, ...; as the runtime and the driver do it, without queues.
class TestGraph final : public Graph {
 public:
  explicit TestGraph(const char* policy) : policy_(*find_policy(policy)) { tasks_.emplace_back(); }

  int create(std::vector<int> predecessors, int priority = 0, std::uint64_t code = 0) {
    const int task = static_cast<int>(tasks_.size());
    tasks_.emplace_back().facts.profile.code = code;
    if (policy_.urgency != nullptr) at(task).urgency = policy_.urgency(priority);
    if (policy_.created != nullptr) policy_.created(*this, name(task));
    for (const int p : predecessors) {
      if (at(p).complete) continue;
      at(task).predecessors.push_back(name(p));
      policy_.edge_added(*this, name(p), name(task));
    }
    while (!propagation.is_done()) propagation.step(*this, 1);
    return task;
  }
  void send(int task) { policy_.sends(*this, name(task)); }
  void complete(int task) {
    policy_.completed(*this, name(task));
    at(task).complete = true;
    for (Task& t : tasks_) std::erase(t.predecessors, name(task));
  }
  void idle() {
    while (policy_.idle_step(*this)) {
    }
  }
  int of(int task) { return at(task).urgency; }
  bool predicted(int task) { return at(task).facts.predicted; }
  int looked_at = 0;  // tasks whose predecessors were asked for
  int changed = 0;

  int urgency(TaskName task) const override {
    return tasks_[static_cast<std::size_t>(task)].urgency;
  }
  void set_urgency(TaskName task, int urgency) override {
    tasks_[static_cast<std::size_t>(task)].urgency = urgency;
    ++changed;
  }
  std::span<const TaskName> predecessors(TaskName task) override {
    ++looked_at;
    return tasks_[static_cast<std::size_t>(task)].predecessors;
  }
  TaskFacts& facts(TaskName task) override { return tasks_[static_cast<std::size_t>(task)].facts; }
  void keep(TaskName) override { ++kept_; }
  bool let_go(TaskName task) override {
    --kept_;
    return !tasks_[static_cast<std::size_t>(task)].complete;
  }
  TaskName next_to_match() override {
    while (next_ < tasks_.size())
      if (!tasks_[next_++].complete) return TaskName(next_ - 1);
    return {};
  }
  void match_all_again() override { next_ = 1; }
  int kept() const noexcept { return kept_; }

 private:
  struct Task {
    int urgency = 0;
    bool complete = false;
    TaskFacts facts;
    std::vector<TaskName> predecessors;
  };
  static TaskName name(int task) { return TaskName(static_cast<std::uintptr_t>(task)); }
  Task& at(int task) { return tasks_[static_cast<std::size_t>(task)]; }

  const Policy& policy_;
  std::vector<Task> tasks_;
  std::size_t next_ = 1;
  int kept_ = 0;
};

constexpr int kMost = kMostUrgency;

TEST(Sa, WhatLeadsToAMarkedTaskIsOneLessUrgentEachStepAway) {
  TestGraph graph("sa");
  const int a = graph.create({});
  const int b = graph.create({a});
  const int beside = graph.create({a});
  const int c = graph.create({b});
  const int send = graph.create({c}, 1);
  const int after = graph.create({send});
  EXPECT_EQ(graph.of(send), kMost);
  EXPECT_EQ(graph.of(c), kMost - 1);
  EXPECT_EQ(graph.of(b), kMost - 2);
  EXPECT_EQ(graph.of(a), kMost - 3);
  EXPECT_EQ(graph.of(beside), 0) << "it leads to no send";
  EXPECT_EQ(graph.of(after), 0);
  EXPECT_EQ(graph.kept(), 0);
}

TEST(Sa, TheShortestWayToAMarkedTaskCounts) {
  TestGraph graph("sa");
  const int a = graph.create({});
  const int b = graph.create({a});
  graph.create({b}, 7);
  EXPECT_EQ(graph.of(a), kMost - 2);
  graph.create({a}, 1);  // another mark, nearer, and no more urgent than the first
  EXPECT_EQ(graph.of(a), kMost - 1);
  EXPECT_EQ(graph.of(b), kMost - 1);
}

TEST(Sa, StopsWhereNothingChanges) {
  TestGraph graph("sa");
  int last = graph.create({});
  for (int i = 0; i < 1000; ++i) last = graph.create({last});
  graph.create({last}, 1);
  graph.looked_at = graph.changed = 0;
  graph.create({last}, 1);  // all before it are as urgent as they can be
  EXPECT_EQ(graph.changed, 0);
  EXPECT_EQ(graph.looked_at, 0);
}

TEST(Sa, LooksAtEachTaskOnceHoweverManyWaysLeadThere) {
  TestGraph graph("sa");
  // Layers of three, each joined with all of the next: 3^20 ways.
  std::vector<int> layer{graph.create({}), graph.create({}), graph.create({})};
  for (int i = 1; i < 20; ++i)
    layer = {graph.create(layer), graph.create(layer), graph.create(layer)};
  graph.looked_at = 0;
  graph.create(layer, 1);
  EXPECT_EQ(graph.looked_at, 60);
  EXPECT_EQ(graph.of(1), kMost - 20);
}

TEST(Sa, EndsWhereUrgencyDoes) {
  TestGraph graph("sa");
  std::vector<int> chain{graph.create({})};
  for (int i = 0; i < kMost + 5; ++i) chain.push_back(graph.create({chain.back()}));
  graph.create({chain.back()}, 1);
  std::reverse(chain.begin(), chain.end());
  EXPECT_EQ(graph.of(chain[static_cast<std::size_t>(kMost) - 2]), 1);
  EXPECT_EQ(graph.of(chain[static_cast<std::size_t>(kMost) - 1]), 0);
}

// ---- fa ----

constexpr std::uint64_t kWork = 1, kSend = 2;

TEST(Fa, TasksLikeOneThatHasSentAreFoundByWhoeverIsIdle) {
  TestGraph graph("fa");
  const int a = graph.create({}, 0, kWork), first = graph.create({a}, 0, kSend);
  const int b = graph.create({a}, 0, kWork), second = graph.create({b}, 0, kSend);
  graph.complete(a);
  EXPECT_EQ(graph.of(second), 0);
  graph.send(first);
  graph.complete(first);
  EXPECT_EQ(graph.of(second), 0) << "not by who sends";
  graph.idle();
  EXPECT_EQ(graph.of(second), kMost);
  EXPECT_EQ(graph.of(b), kMost - 1);
  EXPECT_EQ(graph.kept(), 0);
}

TEST(Fa, LaterOnesAreUrgentFromTheirCreationOn) {
  TestGraph graph("fa");
  graph.send(graph.create({}, 0, kSend));
  const int work = graph.create({}, 0, kWork);
  const int send = graph.create({work}, 0, kSend);
  EXPECT_EQ(graph.of(send), kMost);
  EXPECT_EQ(graph.of(work), kMost - 1);
}

TEST(Fa, NoTwoProfilesAreAlikeThatDifferInAnything) {
  SendProfiles profiles;
  const Profile known{.code = 1, .parent = 2, .bytes = 3, .dependences = 4, .properties = 5};
  EXPECT_TRUE(profiles.sent(known));
  EXPECT_TRUE(profiles.predicts(known));
  for (Profile other : {Profile{9, 2, 3, 4, 5}, Profile{1, 9, 3, 4, 5}, Profile{1, 2, 9, 4, 5},
                        Profile{1, 2, 3, 9, 5}, Profile{1, 2, 3, 4, 9}})
    EXPECT_FALSE(profiles.predicts(other));
}

TEST(Fa, ForgetsWhatDoesNotSendAnyMore) {
  SendProfiles profiles;
  const Profile known{.code = kSend};
  profiles.sent(known);
  for (int i = 0; i < 1000; ++i) profiles.completed({known, true, true});
  int wrong = 0;
  for (; profiles.predicts(known) && wrong < 100; ++wrong) profiles.completed({known, true, false});
  EXPECT_LE(wrong, 4) << "however long it was right";
  EXPECT_TRUE(profiles.sent(known)) << "it learns it anew";
}

TEST(Fa, PredictsNothingWhileMorePredictionsAreWrongThanRight) {
  SendProfiles profiles;
  const Profile steady{.code = kSend};
  // Bodies that send once and never again.
  std::uint64_t code = 10;
  const auto disappoint = [&] {
    const Profile other{.code = code++};
    profiles.sent(other);
    profiles.completed({other, true, false});
  };
  while (profiles.trusted() && code < 1000) disappoint();
  EXPECT_FALSE(profiles.trusted());
  profiles.sent(steady);
  EXPECT_FALSE(profiles.predicts(steady));
  for (int i = 0; i < 64 && !profiles.trusted(); ++i) profiles.completed({steady, false, true});
  EXPECT_TRUE(profiles.predicts(steady)) << "it would have been right all along";
}

TEST(Fa, IsQuietOnceNothingHasBeenSentForLong) {
  SendProfiles profiles;
  long tasks = 0;
  while (profiles.saw_sends() && tasks < 1'000'000) ++tasks;
  EXPECT_LT(tasks, 100'000);
  profiles.sent({.code = kSend});
  EXPECT_TRUE(profiles.saw_sends());
}

TEST(Fa, AnIdleStepIsBounded) {
  TestGraph graph("fa");
  int last = graph.create({}, 0, kWork);
  for (int i = 0; i < 10'000; ++i) last = graph.create({last}, 0, kWork);
  const int second = graph.create({last}, 0, kSend);
  graph.send(graph.create({}, 0, kSend));
  graph.looked_at = 0;
  const Policy& fa = *find_policy("fa");
  for (int steps = 1; fa.idle_step(graph); ++steps) ASSERT_LE(graph.looked_at, 65 * steps);
  EXPECT_EQ(graph.of(second), kMost);
  EXPECT_EQ(graph.of(1), kMost - 10'001);
}

}  // namespace
}  // namespace tidemill::core
