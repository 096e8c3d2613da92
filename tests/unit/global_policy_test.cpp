// `ga` as what it is: a function of the graph and of what receivers need. No thread, no runtime.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/policy/policy.hpp"
#include "policy_graph.hpp"

namespace tidemill::core {
namespace {

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
  EXPECT_GT(graph.of(first), graph.of(second));
  EXPECT_LT(graph.key(b), graph.key(a)) << "though it was created later";
  EXPECT_LT(graph.key(a), graph.key(alone)) << "it leads to no send";
}

TEST(Ga, TasksThatPassMessagesGoInTheOrderOfCreationBeforeAllOthers) {
  const Policy& ga = *find_policy("ga");
  const auto key_of = [&](std::uint64_t created, bool messages, Urgency urgency) {
    return ready_key(
        ga, {.created = created, .number = 0, .passes_messages = messages, .urgency = urgency});
  };
  const auto key = [&](std::uint64_t stamp, bool messages, Urgency urgency) {
    return key_of(order_key(0, stamp), messages, urgency);
  };
  constexpr Urgency kMore = Urgency{kStampMask} * 16, kLess = kMore / 2;
  EXPECT_LT(key(5, true, kLess), key(6, true, kMore));
  EXPECT_LT(key(5, true, 0), key(6, true, kMore));
  EXPECT_LT(key(7, true, kLess), key(6, false, kMore));
  EXPECT_LT(key(7, false, kMore), key(6, false, kLess));
  EXPECT_LT(key(7, false, kLess), key(6, false, 0));
  const std::uint64_t resumes = resumed_key(order_key(0, 8));
  EXPECT_LT(key_of(resumes, true, 0), key(1, true, kMore)) << "what was suspended goes on first";
  EXPECT_TRUE(is_resumed_key(key_of(resumes, false, 0)));
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

TEST(Ga, AReceiverTellsHowMuchShorterTheWayBehindItIs) {
  for (const int longest : {3, 30}) {  // it doesn't matter how many tasks exist
    TestGraph graph("ga");
    settle(graph);
    const int lone = graph.create({}, 0, 8), head = graph.create({}, 0, 9);
    const int other = graph.create({}, 0, 9);
    int behind_head = head, behind_other = other;
    for (int i = 0; i < longest; ++i) behind_head = graph.create({behind_head}, 0, kWork);
    for (int i = 0; i < longest - 2; ++i) behind_other = graph.create({behind_other}, 0, kWork);
    graph.create({head}, 0, kWork);
    graph.receive(lone, 41);
    graph.receive(head, 42);
    graph.receive(other, 43);
    graph.idle();
    EXPECT_EQ(graph.told.at(41), static_cast<unsigned>(longest) * kLevel) << "nothing is behind it";
    EXPECT_EQ(graph.told.at(42), 0u);
    EXPECT_EQ(graph.told.at(43), 2 * kLevel);
  }
}

TEST(Ga, WhatDiffersByLessThanATaskIsTheSameToReceivers) {
  TestGraph graph("ga");
  settle(graph);
  graph.durations[8] = kMs / 10;
  const int one = graph.create({}, 0, 9), other = graph.create({}, 0, 9);
  graph.create({graph.create({one}, 0, kWork)}, 0, 8);
  graph.create({other}, 0, kWork);
  graph.receive(one, 41);
  graph.receive(other, 42);
  graph.idle();
  EXPECT_EQ(graph.told.at(41), 0u);
  EXPECT_EQ(graph.told.at(42), 0u);
}

TEST(Ga, AReceiverOfSeveralMessagesTellsAllTheirSenders) {
  TestGraph graph("ga");
  settle(graph);
  const int head = graph.create({}, 0, 9);
  graph.create({head}, 0, kWork);
  graph.create({graph.create({}, 0, kWork)}, 0, kWork);
  graph.receive(head, 41);
  graph.receive(head, 42);
  graph.idle();
  EXPECT_EQ(graph.told.at(41), kLevel);
  EXPECT_EQ(graph.told.at(42), kLevel);
  graph.receive(head, 43);  // later, with no more behind it than before
  for (int i = 0; i < 4; ++i) graph.create({}, 0, kWork);  // until a walk is worth it again
  graph.idle();
  EXPECT_EQ(graph.told.at(43), kLevel);
  graph.told.clear();
  graph.receive(head, 42);  // as one that tests for it again and again
  for (int i = 0; i < 8; ++i) graph.create({}, 0, kWork);
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
  graph.needs.set(5, 0);
  const int work = graph.create({}, 0, kWork), sum = graph.create({work}, 0, kSend, kSum);
  for (int last = sum, i = 0; i < 2; ++i) last = graph.create({last}, 0, kWork);
  for (int last = graph.create({}, 0, kWork), i = 1; i < 8; ++i)
    last = graph.create({last}, 0, kWork);
  EXPECT_GT(graph.of(work), graph.of(sum));
  EXPECT_GT(graph.of(sum), 0);
  take_part(sum);
  graph.idle();
  EXPECT_EQ(graph.told.at(6), 4 * kLevel) << "6 by what is behind it here";
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
  graph.needs.set(5, 2 * kLevel);
  const int head = graph.create({}, 0, 9), work = graph.create({head}, 0, kWork);
  graph.create({work}, 0, kSend, 77);
  for (int last = graph.create({}, 0, kWork), i = 1; i < 8; ++i)
    last = graph.create({last}, 0, kWork);
  graph.receive(head, 42);
  graph.idle();
  EXPECT_EQ(graph.told.at(42), 8 * kLevel - kLevel - (8 - 2) / 2 * kLevel);
}

TEST(Ga, WhatLeadsToWhatIsNeededMostGoesFirstInTheNextIteration) {
  TestGraph graph("ga");
  settle(graph);
  for (const std::uint64_t task : {1, 2, 3})
    graph.send(graph.create({}, 0, kSend, task), 10 + task);
  graph.needs.set(11, 10 * kLevel);
  graph.needs.set(13, 20 * kLevel);
  int path[4];
  for (const std::uint64_t task : {1, 2, 3}) {
    path[task] = graph.create({}, 0, kWork);
    graph.create({path[task]}, 0, kSend, task);
  }
  EXPECT_LT(graph.key(path[2]), graph.key(path[1]));
  EXPECT_LT(graph.key(path[1]), graph.key(path[3]));
  // Of tasks that exist already, too, once somebody has time to look.
  graph.needs.set(13, 0);
  graph.match_all_again();
  graph.idle();
  EXPECT_LT(graph.key(path[3]), graph.key(path[1]));
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

TEST(Needs, OfATaskTheSmallestSlackOfItsChannels) {
  Needs needs;
  needs.sends_on(1, 100);
  needs.sends_on(1, 101);
  EXPECT_EQ(needs.slack_of(1), kUnknownSlack);
  EXPECT_TRUE(needs.set(100, 7));
  EXPECT_FALSE(needs.set(100, 7)) << "no news";
  EXPECT_TRUE(needs.set(101, 0)) << "it is known now";
  EXPECT_EQ(needs.slack_of(1), 0u);
  needs.set(101, 9);
  EXPECT_EQ(needs.slack_of(1), 7u);
  EXPECT_EQ(needs.slack_of(2), kUnknownSlack);
}

TEST(Needs, AreBounded) {
  Needs needs;
  for (std::uint64_t i = 1; i < 500'000; ++i) needs.sends_on(i, i), needs.set(i, 9);
  EXPECT_EQ(needs.slack_of(1), kUnknownSlack);
  EXPECT_EQ(needs.slack_of(499'999), 9u);
  for (std::uint64_t i = 1; i < 10'000; ++i) needs.tell({i, 0}, 1);
  Need need{};
  int taken = 0;
  while (needs.take(need)) ++taken;
  EXPECT_LE(taken, 1000);
  EXPECT_TRUE(needs.tell({10'000, 0}, 1));
}

TEST(Ga, WhatCouldNotBeToldIsToldWithTheNextWalk) {
  TestGraph graph("ga");
  settle(graph);
  const int head = graph.create({}, 0, 9);
  graph.receive(head, 41);
  graph.room_to_tell = false;
  graph.idle();
  EXPECT_TRUE(graph.told.empty());
  graph.room_to_tell = true;
  for (int i = 0; i < 4; ++i) graph.create({}, 0, kWork);
  graph.idle();
  EXPECT_EQ(graph.told.at(41), kLevel);
}

}  // namespace
}  // namespace tidemill::core
