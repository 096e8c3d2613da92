// The policies that look at the graph, as what they are: functions of it. No thread, no runtime.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/policy/needs.hpp"
#include "core/policy/policy.hpp"

namespace tidemill::core {
namespace {

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
      policy_.edge_added(*this, name(p), name(task));
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
    return policy_.urgent_key(order_key(0, at(task).facts.stamp), at(task).urgency);
  }
  bool predicted(int task) { return at(task).facts.predicted; }
  std::size_t edges(int task) { return at(task).predecessors.size(); }
  void tell_kind(const SeenKind& kind) override { told_kinds.push_back(kind); }
  KindState seen_elsewhere(const Profile& profile) override {
    const auto at = elsewhere.find(profile.code);
    return at == elsewhere.end() ? KindState::nothing : at->second;
  }
  void hear() { policy_.heard(*this); }
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
  std::uint32_t need_of(std::uint64_t identity) override { return needs.of(identity); }
  void sends_on(std::uint64_t identity, std::uint64_t channel) override {
    needs.sends_on(identity, channel);
  }
  void tell(const Received& receive, std::uint32_t need) override { told[receive.channel] = need; }

  static constexpr int kWorkers = 2;
  Needs needs;
  std::map<std::uint64_t, std::uint32_t> durations;  // by code
  std::map<std::uint64_t, std::uint32_t> told;       // by channel
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
  graph.looked_at = graph.visited = 0;
  graph.raised.clear();
  graph.create({last}, 1);  // all before it are as urgent as they can be
  EXPECT_EQ(graph.raised.size(), 0u);
  EXPECT_EQ(graph.looked_at, 0);
  EXPECT_EQ(graph.visited, 1) << "the new edge";
}

TEST(Sa, VisitsTheEdgesBeforeWhatChangesAndNoOthers) {
  TestGraph graph("sa");
  std::uint32_t random = 1;
  const auto next = [&random](std::uint32_t limit) {
    return static_cast<int>((random = random * 1664525u + 1013904223u) / 65536 % limit);
  };
  int stopped = 0;
  for (int i = 1; i <= 2000; ++i) {
    std::vector<int> before;
    for (int e = std::min(i - 1, next(4)); e > 0; --e) {
      const int p = std::max(1, i - 1 - next(40));
      if (std::ranges::find(before, p) == before.end()) before.push_back(p);
    }
    graph.visited = 0;
    graph.raised.clear();
    const int task = graph.create(before, next(8) == 0 ? 1 : 0);
    std::size_t edges = graph.of(task) > 0 ? before.size() : 0;
    for (const int r : graph.raised) edges += graph.edges(r);
    ASSERT_EQ(static_cast<std::size_t>(graph.visited), edges) << "task " << task;
    stopped += graph.visited > static_cast<int>(graph.raised.size());
  }
  EXPECT_GT(stopped, 100) << "most walks end where nothing changes";
}

TEST(Sa, LooksAtEachTaskOnceHoweverManyWaysLeadThere) {
  TestGraph graph("sa");
  // Layers of three, each joined with all of the next: 3^20 ways.
  std::vector<int> layer{graph.create({}), graph.create({}), graph.create({})};
  for (int i = 1; i < 20; ++i)
    layer = {graph.create(layer), graph.create(layer), graph.create(layer)};
  graph.looked_at = graph.visited = 0;
  graph.create(layer, 1);
  EXPECT_EQ(graph.looked_at, 60);
  EXPECT_EQ(graph.visited, 3 + 19 * 9);
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

/// One of that kind is complete, and hasn't sent.
void know(TestGraph& graph, std::uint64_t kind) { graph.complete(graph.create({}, 0, kind)); }

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
  know(graph, kWork);
  graph.send(graph.create({}, 0, kSend));
  const int work = graph.create({}, 0, kWork);
  const int send = graph.create({work}, 0, kSend);
  EXPECT_EQ(graph.of(send), kMost);
  EXPECT_EQ(graph.of(work), kMost - 1);
}

TEST(Fa, WhileAKindOfTaskIsUnknownNoneIsPredicted) {
  TestGraph graph("fa");
  constexpr std::uint64_t kOtherSend = 3;
  const int up = graph.create({}, 0, kSend), work = graph.create({}, 0, kWork);
  const int down = graph.create({work}, 0, kOtherSend);
  const int later = graph.create({}, 0, kWork), later_up = graph.create({later}, 0, kSend);
  graph.send(up);
  graph.complete(up);
  graph.complete(work);
  graph.idle();
  EXPECT_EQ(graph.of(later), 0) << "what leads to the other send isn't known to be as urgent";
  graph.send(down);
  graph.idle();
  EXPECT_EQ(graph.of(later_up), kMost);
  EXPECT_EQ(graph.of(later), kMost - 1);
  // Likewise once a kind is known not to send.
  graph.complete(down);
  constexpr std::uint64_t kNew = 4;
  const int fresh = graph.create({}, 0, kNew), next = graph.create({}, 0, kSend);
  EXPECT_EQ(graph.of(next), 0);
  graph.complete(fresh);
  graph.idle();
  EXPECT_EQ(graph.of(next), kMost);
}

TEST(Fa, WhatOtherProcessesHaveSeenCountsAsIfItWereSeenHere) {
  constexpr std::uint64_t kOtherSend = 3;
  TestGraph graph("fa");
  const int work = graph.create({}, 0, kWork), leads = graph.create({}, 0, kWork);
  graph.create({leads}, 0, kSend);
  graph.idle();
  EXPECT_EQ(graph.of(leads), 0) << "nothing has sent anywhere";
  graph.elsewhere[kSend] = KindState::sent;
  graph.hear();
  graph.idle();
  EXPECT_EQ(graph.of(leads), 0) << "of what else there is nobody knows whether it sends";
  graph.elsewhere[kWork] = KindState::completed;
  graph.hear();
  graph.idle();
  EXPECT_EQ(graph.of(leads), kMost - 1);
  EXPECT_EQ(graph.of(work), 0);
  EXPECT_TRUE(graph.told_kinds.empty()) << "that is no news to the others";
  // A kind that others know is expected to send from its first task on.
  graph.elsewhere[kOtherSend] = KindState::sent;
  EXPECT_EQ(graph.of(graph.create({}, 0, kOtherSend)), kMost);
}

TEST(Fa, TellsWhatItSeesFirstAndOnce) {
  TestGraph graph("fa");
  for (int i = 0; i < 3; ++i) {
    const int work = graph.create({}, 0, kWork), send = graph.create({}, 0, kSend);
    graph.complete(work);
    graph.send(send);
    graph.complete(send);
  }
  ASSERT_EQ(graph.told_kinds.size(), 2u);
  EXPECT_EQ(graph.told_kinds[0].profile.code, kWork);
  EXPECT_EQ(graph.told_kinds[0].seen, KindState::completed);
  EXPECT_EQ(graph.told_kinds[1].profile.code, kSend);
  EXPECT_EQ(graph.told_kinds[1].seen, KindState::sent);
  // Of a kind that was complete once without sending it is news that it sends.
  graph.send(graph.create({}, 0, kWork));
  ASSERT_EQ(graph.told_kinds.size(), 3u);
  EXPECT_EQ(graph.told_kinds[2].seen, KindState::sent);
}

TEST(Fa, WhatAKindDoesHereDecidesInTheEnd) {
  TestGraph graph("fa");
  for (int i = 0; i < 8; ++i) {  // predictions are trusted
    const int steady = graph.create({}, 0, kWork);
    graph.send(steady);
    graph.complete(steady);
  }
  graph.elsewhere[kSend] = KindState::sent;
  int wrong = 0;
  for (; wrong < 100; ++wrong) {
    const int task = graph.create({}, 0, kSend);
    if (!graph.predicted(task)) break;
    graph.complete(task);  // it had nobody to send to
  }
  EXPECT_GT(wrong, 0);
  EXPECT_LE(wrong, 4);
  graph.hear();
  EXPECT_TRUE(graph.predicted(graph.create({}, 0, kWork))) << "predictions are trusted";
  EXPECT_FALSE(graph.predicted(graph.create({}, 0, kSend))) << "it was told that once";
}

TEST(Fa, RemembersAsManyKindsAsItHasRoomForAndThoseThatSend) {
  SendProfiles profiles;
  for (std::uint64_t code = 10; code < 1000; ++code) {
    profiles.created({.code = code});
    profiles.completed({{.code = code}, false, false});
  }
  EXPECT_TRUE(profiles.knows_all());
  const Profile sender{.code = kSend};
  profiles.created(sender);
  EXPECT_TRUE(profiles.sent(sender));
  EXPECT_TRUE(profiles.predicts(sender));
  for (std::uint64_t code = 2000; code < 3000; ++code) profiles.created({.code = code});
  EXPECT_TRUE(profiles.predicts(sender)) << "there is no room for what is unknown";
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
  const auto tasks_until_quiet = [&profiles] {
    long tasks = 0;
    while (profiles.saw_sends() && tasks < 1'000'000) ++tasks;
    return tasks;
  };
  EXPECT_LT(tasks_until_quiet(), 10'000) << "a program that never sends";
  profiles.sent({.code = kSend});
  const long between = tasks_until_quiet();
  EXPECT_GT(between, 50'000) << "an iteration";
  EXPECT_LT(between, 100'000);
}

TEST(Fa, AnIdleStepIsBounded) {
  TestGraph graph("fa");
  know(graph, kWork);
  const int first = graph.create({}, 0, kWork);
  int last = first;
  for (int i = 0; i < 10'000; ++i) last = graph.create({last}, 0, kWork);
  const int second = graph.create({last}, 0, kSend);
  graph.send(graph.create({}, 0, kSend));
  graph.looked_at = 0;
  const Policy& fa = *find_policy("fa");
  for (int steps = 1; fa.idle_step(graph); ++steps) ASSERT_LE(graph.looked_at, 65 * steps);
  EXPECT_EQ(graph.of(second), kMost);
  EXPECT_EQ(graph.of(first), kMost - 10'001);
}

// ---- ga ----

constexpr std::uint32_t kMs = 1'000'000, kLevel = 256;  // a typical task's time, and level

/// So many tasks of a kind have taken a millisecond each: it is the typical duration.
void settle(TestGraph& graph) {
  graph.durations[kWork] = kMs;
  for (int i = 0; i < 100; ++i) graph.complete(graph.create({}, 0, kWork));
}

TEST(Ga, SendsAreDueInTheProgramsOrderAndWhatLeadsThereBefore) {
  TestGraph graph("ga");
  know(graph, kWork);
  graph.send(graph.create({}, 0, kSend));
  const int a = graph.create({}, 0, kWork), b = graph.create({}, 0, kWork);
  const int alone = graph.create({}, 0, kWork);
  const int first = graph.create({b}, 0, kSend), second = graph.create({a}, 0, kSend);
  EXPECT_LT(graph.key(first), graph.key(second));
  EXPECT_LT(graph.key(b), graph.key(a)) << "though it was created later";
  EXPECT_LT(graph.key(a), graph.key(second));
  EXPECT_LT(graph.key(second), graph.key(alone)) << "it leads to no send";
}

TEST(Ga, AMarkIsASend) {
  TestGraph graph("ga");
  const int a = graph.create({}, 0, kWork);
  const int marked = graph.create({a}, 3, kSend);
  EXPECT_GT(graph.of(marked), 0);
  EXPECT_GT(graph.of(a), graph.of(marked));
}

TEST(Ga, ATaskThatIsRaisedOftenIsLookedAtOnce) {
  TestGraph graph("ga");
  const int first = graph.create({});
  const int second = graph.create({first});
  const TaskName name = TaskName(static_cast<std::uintptr_t>(second));
  const int before = graph.looked_at;
  for (Urgency urgency = 2; urgency < 100; ++urgency) graph.propagation.raise(graph, name, urgency);
  EXPECT_EQ(graph.kept(), 1);
  graph.idle();
  EXPECT_EQ(graph.kept(), 0);
  EXPECT_EQ(graph.looked_at - before, 2) << "it, and what is before it";
  EXPECT_GT(graph.of(first), 99);
  graph.propagation.raise(graph, name, 1000);
  graph.idle();
  EXPECT_GT(graph.of(first), 1000) << "as later news count, too";
}

TEST(Ga, WhatTakesLongerIsDueEarlier) {
  TestGraph graph("ga");
  settle(graph);
  constexpr std::uint64_t kLong = 7;
  graph.durations[kLong] = 4 * kMs;
  const int slow = graph.create({}, 1, kSend);
  const int short_one = graph.create({}, 0, kWork), long_one = graph.create({}, 0, kLong);
  const int both = graph.create({short_one, long_one}, 1, kSend);
  // A typical task weighs a stamp for each worker.
  EXPECT_EQ(graph.of(short_one) - graph.of(both), graph.kWorkers * 16);
  EXPECT_EQ(graph.of(long_one) - graph.of(both), 4 * graph.kWorkers * 16);
  EXPECT_EQ(stamp_of(graph.key(both)) - stamp_of(graph.key(long_one)), 4u * graph.kWorkers);
  EXPECT_LT(graph.key(long_one), graph.key(slow));
}

TEST(Ga, AReceiverTellsTheLongestWayBehindTheMessage) {
  TestGraph graph("ga");
  settle(graph);
  const int lone = graph.create({}, 0, 8), head = graph.create({}, 0, 9);
  int last = head;
  for (int i = 0; i < 3; ++i) last = graph.create({last}, 0, kWork);
  graph.create({head}, 0, kWork);
  graph.receive(lone, 41);
  graph.receive(head, 42);
  graph.idle();
  EXPECT_EQ(graph.told[42], 3 * kLevel);
  EXPECT_FALSE(graph.told.contains(41)) << "nothing is behind it";
}

TEST(Ga, AReceiverOfSeveralMessagesTellsAllTheirSenders) {
  TestGraph graph("ga");
  settle(graph);
  const int head = graph.create({}, 0, 9);
  graph.create({head}, 0, kWork);
  graph.receive(head, 41);
  graph.receive(head, 42);
  graph.idle();
  EXPECT_EQ(graph.told[41], kLevel);
  EXPECT_EQ(graph.told[42], kLevel);
  graph.receive(head, 43);  // later, with no more behind it than before
  graph.idle();
  EXPECT_EQ(graph.told[43], kLevel);
  graph.told.clear();
  graph.receive(head, 42);  // as one that tests for it again and again
  graph.create({}, 0, kWork);
  graph.idle();
  EXPECT_TRUE(graph.told.empty()) << "it is no news";
}

TEST(Ga, ATaskOfACollectiveIsBothASenderAndAReceiver) {
  TestGraph graph("ga");
  settle(graph);
  constexpr std::uint64_t kSum = 78;
  const auto take_part = [&](int task) {
    graph.send(task, 5);
    graph.receive(task, 6);
  };
  const int first = graph.create({}, 0, kSend, kSum);
  take_part(first);
  graph.complete(first);
  graph.needs.set(5, 3 * kLevel);
  const int work = graph.create({}, 0, kWork), sum = graph.create({work}, 0, kSend, kSum);
  for (int last = sum, i = 0; i < 2; ++i) last = graph.create({last}, 0, kWork);
  EXPECT_GT(graph.of(work), graph.of(sum));
  EXPECT_GT(graph.of(sum), 0);
  take_part(sum);
  graph.idle();
  EXPECT_EQ(graph.told[6], 2 * kLevel) << "what is behind it, here or half of it there";
}

TEST(Ga, OfATaskThatReceivesWithoutEndTheLastMessagesCount) {
  TestGraph graph("ga");
  settle(graph);
  const int head = graph.create({}, 0, 9);
  graph.create({head}, 0, kWork);
  for (std::uint64_t channel = 1; channel <= 1000; ++channel) graph.receive(head, channel);
  graph.idle();
  EXPECT_EQ(graph.told.size(), 16u);
  EXPECT_TRUE(graph.told.contains(1000));
}

TEST(Ga, HalfOfWhatIsBehindTheNextMessageCounts) {
  TestGraph graph("ga");
  settle(graph);
  know(graph, 9);
  graph.send(graph.create({}, 0, kSend, 77), 5);
  graph.needs.set(5, 8 * kLevel);
  const int head = graph.create({}, 0, 9), work = graph.create({head}, 0, kWork);
  graph.create({work}, 0, kSend, 77);
  graph.receive(head, 42);
  graph.idle();
  EXPECT_EQ(graph.told[42], kLevel + 4 * kLevel);
}

TEST(Ga, WhatIsNeededMostIsSentFirstInTheNextIteration) {
  TestGraph graph("ga");
  settle(graph);
  for (const std::uint64_t task : {1, 2, 3})
    graph.send(graph.create({}, 0, kSend, task), 10 + task);
  graph.needs.set(12, 10 * kLevel);
  const int first = graph.create({}, 0, kSend, 1), path = graph.create({}, 0, kWork);
  const int needed = graph.create({path}, 0, kSend, 2), third = graph.create({}, 0, kSend, 3);
  EXPECT_LT(graph.key(needed), graph.key(first));
  EXPECT_LT(graph.key(path), graph.key(first));
  EXPECT_LT(graph.key(first), graph.key(third));
  // Of tasks that exist already, too, once somebody has time to look.
  graph.needs.set(13, 50 * kLevel);
  graph.match_all_again();
  graph.idle();
  EXPECT_LT(graph.key(third), graph.key(needed));
}

TEST(Ga, ATaskIsMetAFewTimesHoweverManyReceive) {
  TestGraph graph("ga");
  constexpr int kTasks = 2000;
  for (int i = 0; i < kTasks; ++i) {
    const int receive = graph.create({}, 0, 9);
    graph.create({receive}, 0, kWork);
    graph.receive(receive, static_cast<std::uint64_t>(i) + 1);
    graph.idle();
  }
  EXPECT_LE(graph.met_back, 8 * 2 * kTasks);
  EXPECT_EQ(graph.kept(), 0);
}

TEST(Needs, OfATaskTheLargestOfItsChannels) {
  Needs needs;
  needs.sends_on(1, 100);
  needs.sends_on(1, 101);
  EXPECT_TRUE(needs.set(100, 7));
  EXPECT_FALSE(needs.set(100, 7)) << "no news";
  EXPECT_TRUE(needs.set(101, 5));
  EXPECT_EQ(needs.of(1), 7u);
  needs.set(100, 3);
  EXPECT_EQ(needs.of(1), 5u);
  EXPECT_EQ(needs.of(2), 0u);
}

TEST(Needs, AreBounded) {
  Needs needs;
  for (std::uint64_t i = 1; i < 500'000; ++i) needs.sends_on(i, i), needs.set(i, 9);
  EXPECT_EQ(needs.of(1), 0u);
  EXPECT_EQ(needs.of(499'999), 9u);
  for (std::uint64_t i = 1; i < 10'000; ++i) needs.tell({i, 0}, 1);
  Need need{};
  int taken = 0;
  while (needs.take(need)) ++taken;
  EXPECT_LE(taken, 1000);
}

}  // namespace
}  // namespace tidemill::core
