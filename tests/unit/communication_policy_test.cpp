// `sa` and `fa` as what they are: functions of the graph. No thread, no runtime.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/policy/policy.hpp"
#include "policy_graph.hpp"

namespace tidemill::core {
namespace {

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

}  // namespace
}  // namespace tidemill::core
