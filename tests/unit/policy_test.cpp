// The policies as what they are: functions of numbers.
#include "core/policy/policy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/policy/immediate.hpp"

namespace tidemill::core {
namespace {

std::uint64_t key(const char* policy, std::uint64_t created, std::uint64_t number) {
  return ready_key(*find_policy(policy), {.created = created, .number = number});
}

TEST(Policies, AreFoundByNameInSmallOrLargeLetters) {
  for (const Policy* policy : all_policies()) EXPECT_EQ(find_policy(policy->name), policy);
  EXPECT_EQ(find_policy("LIFO"), find_policy("lifo"));
  EXPECT_EQ(find_policy("lif"), nullptr);
  EXPECT_EQ(find_policy("lifo "), nullptr);
  EXPECT_EQ(find_policy(""), nullptr);
  EXPECT_EQ(default_policy().name, "fifo");
}

TEST(Policies, FifoIsPriorityThenCreationWhateverBecameReadyWhen) {
  EXPECT_EQ(key("fifo", order_key(0, 7), 99), order_key(0, 7));
  EXPECT_LT(key("fifo", order_key(0, 7), 99), key("fifo", order_key(0, 8), 1));
  EXPECT_LT(key("fifo", order_key(1, 8), 99), key("fifo", order_key(0, 7), 1));
}

TEST(Policies, ReadyIsPriorityThenTheFirstReady) {
  EXPECT_LT(key("ready", order_key(0, 8), 1), key("ready", order_key(0, 7), 2));
  EXPECT_LT(key("ready", order_key(1, 8), 99), key("ready", order_key(0, 7), 1));
}

TEST(Policies, MessagesPassWhatWasCreatedALittleEarlier) {
  const auto key = [](std::uint64_t created, bool messages) {
    return ready_key(*find_policy("messages"),
                     {.created = created, .number = 0, .passes_messages = messages});
  };
  EXPECT_EQ(key(order_key(0, 7), true), order_key(0, 7));
  EXPECT_LT(key(order_key(0, 1'001'000), true), key(order_key(0, 1'000'000), false));
  EXPECT_LT(key(order_key(0, 1'000'000), true), key(order_key(0, 1'000'001), true));
  EXPECT_GT(key(order_key(0, 1'100'000), true), key(order_key(0, 1'000'000), false));
  EXPECT_GT(key(order_key(0, 8), true), key(order_key(1, 9), false)) << "within a priority";
  EXPECT_LT(key(order_key(0, 8), true), key(order_key(0, 7), false)) << "at the very beginning";
  EXPECT_EQ(default_policy(true).name, "fa");
}

TEST(Policies, FaPutsNothingOffForEver) {
  const auto key = [](std::uint64_t created, Urgency urgency, bool messages = false) {
    return ready_key(
        *find_policy("fa"),
        {.created = created, .number = 0, .passes_messages = messages, .urgency = urgency});
  };
  constexpr std::uint64_t kEpoch = 1 << 16;
  for (const std::uint64_t now : {std::uint64_t{9}, 3 * kEpoch - 1, 3 * kEpoch, 7 * kEpoch + 100}) {
    const std::uint64_t plain = key(order_key(0, now), 0);
    EXPECT_LT(key(order_key(0, now + kEpoch), kMostUrgency), plain) << "what sends";
    EXPECT_LT(key(order_key(0, now + kEpoch), kMostUrgency - 9), plain) << "what leads there";
    EXPECT_LT(key(order_key(0, now + kEpoch), 1), plain) << "far away";
    EXPECT_LT(key(order_key(0, now + kEpoch), 0, true), plain) << "another message";
    EXPECT_GT(key(order_key(0, now + 2 * kEpoch), kMostUrgency), plain) << "too late";
    EXPECT_GT(key(order_key(0, now + 1), 0), plain) << "in the order of creation";
    EXPECT_GT(plain, key(order_key(1, now + kEpoch), 0)) << "a priority counts more";
    EXPECT_GT(key(order_key(0, now), kMostUrgency), key(order_key(1, now), 0)) << "likewise";
  }
  EXPECT_LT(key(order_key(0, 9), kMostUrgency), key(order_key(0, 8), kMostUrgency - 1));
  EXPECT_GT(key(order_key(0, 8), kMostUrgency - 1), key(order_key(0, 9), 0, true)) << "a receive";
  EXPECT_LT(key(order_key(0, 8), 0, true), key(order_key(0, 9), kMostUrgency, true));
  EXPECT_LT(key(order_key(0, 8), kMostUrgency), key(order_key(0, 9), kMostUrgency));
  EXPECT_GE(key(order_key(0, kStampMask), 0), order_key(0, 0)) << "the class is as it was";
  EXPECT_LE(key(order_key(0, kStampMask), 0), order_key(0, kStampMask));
}

TEST(Policies, LifoIsPriorityThenTheLastReady) {
  EXPECT_LT(key("lifo", order_key(0, 7), 2), key("lifo", order_key(0, 8), 1));
  EXPECT_LT(key("lifo", order_key(1, 8), 1), key("lifo", order_key(0, 7), 99));
}

TEST(Policies, WhatResumesGoesFirstUnderAll) {
  for (const Policy* policy : all_policies()) {
    const std::uint64_t resumed = resumed_key(order_key(0, kStampMask));
    const std::uint64_t after = ready_key(*policy, {.created = resumed, .number = kStampMask});
    EXPECT_TRUE(is_resumed_key(after)) << policy->name;
    const std::uint64_t first =
        ready_key(*policy, {.created = order_key(kMostPriority, 0), .number = 0});
    EXPECT_LT(after, first) << policy->name;
    EXPECT_NE(first, kNoKey) << policy->name;
  }
}

TEST(Policies, RandomIsAnyOrderButTheSameEachTime) {
  EXPECT_EQ(key("random", order_key(3, 7), 5), key("random", order_key(3, 7), 5));
  std::vector<std::uint64_t> keys;
  int ascents = 0;
  constexpr std::uint64_t kTasks = 1000;
  for (std::uint64_t i = 0; i < kTasks; ++i) {
    keys.push_back(key("random", order_key(0, i), i));
    if (i != 0 && keys[i] > keys[i - 1]) ++ascents;
  }
  EXPECT_EQ(std::set(keys.begin(), keys.end()).size(), kTasks);
  EXPECT_GT(ascents, 400);
  EXPECT_LT(ascents, 600);
}

// ---- who runs immediately ----

TEST(RunsImmediately, NothingDoesBeforeWhatGoesFirst) {
  NewTaskFacts facts{.immediate_mark = ready_mark_of(4), .ready = 1'000'000};
  EXPECT_TRUE(runs_immediately(facts));
  facts.something_goes_first = true;
  EXPECT_FALSE(runs_immediately(facts));
}

TEST(RunsImmediately, InATeamWhatHasEnoughBeforeIt) {
  const int mark = immediate_mark_of(4, true, Priorities::none);
  EXPECT_EQ(mark, ready_mark_of(4));
  NewTaskFacts facts{.immediate_mark = mark, .ready = mark - 1};
  EXPECT_FALSE(runs_immediately(facts));
  ++facts.ready;
  EXPECT_TRUE(runs_immediately(facts));
  facts.side_calls = kMostSideCalls - 1;
  EXPECT_TRUE(runs_immediately(facts));
  ++facts.side_calls;
  EXPECT_FALSE(runs_immediately(facts));
}

TEST(RunsImmediately, InATeamOfOneEveryTaskUnlessPrioritiesCount) {
  EXPECT_EQ(immediate_mark_of(1, true, Priorities::none), 0);
  EXPECT_EQ(immediate_mark_of(1, true, Priorities::count), ready_mark_of(1));
  EXPECT_TRUE(runs_immediately({.immediate_mark = 0}));
}

TEST(RunsImmediately, OutsideRegionsEveryTask) {
  EXPECT_EQ(immediate_mark_of(1, false, Priorities::count), 0);
}

TEST(EntersLate, OnlyWhereNobodyElseWouldTakeIt) {
  EXPECT_TRUE(enters_late(0));
  EXPECT_FALSE(enters_late(ready_mark_of(4)));
  EXPECT_FALSE(enters_late(kNeverImmediate));
}

// ---- victims ----

std::vector<int> visited(const TeamLayout& layout, int self, VictimOrder order,
                         std::uint64_t random) {
  std::vector<int> all;
  VictimWalk walk(layout, self, order, random);
  for (int v = walk.next(); v >= 0; v = walk.next()) all.push_back(v);
  return all;
}

TEST(Victims, EverybodyElseOnceInACircle) {
  const TeamLayout layout(4);
  EXPECT_EQ(visited(layout, 1, VictimOrder::nearest_first, 2), (std::vector{2, 3, 0}));
  EXPECT_EQ(visited(layout, 1, VictimOrder::nearest_first, 5), (std::vector{2, 3, 0}));
  EXPECT_TRUE(visited(TeamLayout(1), 0, VictimOrder::nearest_first, 9).empty());
}

TEST(Victims, NodeByNodeTheNearestFirst) {
  // Two members a node; node 2 is nearer to node 0 than node 1 is.
  const std::vector<int> node_of{0, 0, 1, 1, 2, 2};
  const std::vector<int> distance{10, 30, 20, 30, 10, 20, 20, 20, 10};
  const TeamLayout layout(node_of, distance);
  EXPECT_EQ(layout.nodes(), 3);
  EXPECT_EQ(visited(layout, 0, VictimOrder::nearest_first, 0), (std::vector{1, 4, 5, 2, 3}));
  EXPECT_EQ(visited(layout, 0, VictimOrder::nearest_first, 1), (std::vector{1, 5, 4, 3, 2}));
  EXPECT_EQ(visited(layout, 0, VictimOrder::any, 3), (std::vector{3, 4, 5, 1, 2}));
}

TEST(Victims, OnManyNodesEverybodyElseOnceAndNoNodeLeftBeforeItIsThrough) {
  constexpr int kNodes = 24, kEach = 8;
  std::vector<int> node_of, distance;
  for (int m = 0; m < kNodes * kEach; ++m) node_of.push_back(m / kEach);
  for (int a = 0; a < kNodes; ++a)
    for (int b = 0; b < kNodes; ++b) distance.push_back(std::abs(a - b));
  const TeamLayout layout(node_of, distance);
  for (int self = 0; self < kNodes * kEach; self += 37) {
    const std::vector<int> order =
        visited(layout, self, VictimOrder::nearest_first, static_cast<std::uint64_t>(self) * 977);
    EXPECT_EQ(std::set(order.begin(), order.end()).size(), kNodes * kEach - 1u);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end(), [&](int a, int b) {
      const int home = node_of[static_cast<std::size_t>(self)];
      return std::abs(a / kEach - home) < std::abs(b / kEach - home);
    }));
  }
}

}  // namespace
}  // namespace tidemill::core
