// The discrete-event driver: schedules known by hand, what a policy's hooks see and change, and
// steals by distance.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "driver.hpp"

namespace tidemill::simulate {
namespace {

using core::TaskName;

const core::Policy& fifo() { return core::default_policy(); }

/// One rank: a task of 1 before each of two chains, of which the second, created last, is longer.
TaskGraph two_chains() {
  TaskGraph graph;
  graph.add(0, 1);
  for (int i = 0; i < 3; ++i) graph.add(0, 1);  // 1, 2, 3: ready after 0, and independent
  for (int i = 0; i < 4; ++i) graph.add(0, 1);  // 4 to 7: a chain
  for (int i = 1; i <= 4; ++i) graph.add_edge(0, i);
  for (int i = 4; i < 7; ++i) graph.add_edge(i, i + 1);
  return graph;
}

TEST(Driver, FirstCreatedFirst) {
  // 0 | 1 2 | 3 4 | 5 | 6 | 7
  EXPECT_EQ(simulate(two_chains(), {.workers = 2}, fifo()).time, 6);
  EXPECT_EQ(simulate(two_chains(), {.workers = 2}, fifo()).busy, 8);
  EXPECT_EQ(simulate(two_chains(), {.workers = 1}, fifo()).time, 8);
}

TEST(Driver, LastReadyFirst) {
  // 0 | 4 3 | 5 2 | 6 1 | 7
  EXPECT_EQ(simulate(two_chains(), {.workers = 2}, *core::find_policy("lifo")).time, 5);
}

TEST(Driver, AHigherPriorityFirst) {
  TaskGraph graph = two_chains();
  for (int i = 4; i < 7; ++i) graph[i].priority = 1;
  EXPECT_EQ(simulate(graph, {.workers = 2}, fifo()).time, 5);
}

TEST(Driver, AMessageTakesItsLatencyAndWhoWaitsForItAWorkerOrNone) {
  for (const Needs needs : {Needs::worker, Needs::worker_until_message, Needs::nothing}) {
    TaskGraph graph;
    const int sender = graph.add(0, 2);
    const int receiver = graph.add(1, 0);
    const int other = graph.add(1, 1);
    graph.add_message(sender, receiver);
    graph[receiver].needs = needs;
    graph.add_edge(receiver, graph.add(1, 1));
    static_cast<void>(other);
    const double blocked = needs == Needs::worker_until_message ? 1 : 0;  // `other` comes later
    EXPECT_EQ(simulate(graph, {.workers = 1, .latency = 0.5}, fifo()).time, 3.5 + blocked);
  }
}

TEST(Driver, AGraphThatCantEndIsAnError) {
  TaskGraph graph;
  graph.add(0, 1);
  graph.add(0, 1);
  graph.add_edge(0, 1);
  graph.add_edge(1, 0);
  EXPECT_THROW(simulate(graph, {}, fifo()), std::runtime_error);
}

// ---- hooks ----

TEST(Hooks, AnEdgeCanChangeThePriorityOfWhatComesBefore) {
  TaskGraph graph = two_chains();
  graph[7].priority = 10;
  EXPECT_EQ(simulate(graph, {.workers = 2}, fifo()).time, 6) << "it is ready too late to matter";
  EXPECT_EQ(simulate(graph, {.workers = 2}, *core::find_policy("sa")).time, 5);
}

/// What sends tells of the task created two later, which is queued by then.
const core::Policy kTold{.name = "told",
                         .meaning = "for this test",
                         .key =
                             [](const core::ReadyFacts& facts) noexcept {
                               return core::with_urgency(facts.created, facts.urgency);
                             },
                         .sends =
                             [](core::Graph& graph, TaskName task) {
                               graph.raise(TaskName(static_cast<std::uintptr_t>(task) + 2), 9);
                             }};

TEST(Hooks, AQueuedTaskCanBeRekeyedWhenASendIsSeen) {
  TaskGraph graph;
  const int sender = graph.add(0, 1);
  graph.add(0, 5);                     // first by creation
  const int urgent = graph.add(0, 1);  // what the other rank waits for
  const int first = graph.add(1, 0);
  const int second = graph.add(1, 4);
  graph.add_message(sender, first);
  graph.add_message(urgent, second);
  EXPECT_EQ(simulate(graph, {.workers = 1}, fifo()).time, 7 + 4);
  EXPECT_EQ(simulate(graph, {.workers = 1}, kTold).time, 7);
}

// ---- what the policies are for ----

/// Pereira et al. 2021, figures 1 and 2: two ranks of two threads; a path of tasks on rank 1 (the
/// paper's L, M, N) leads to a message that rank 0 (its O) waits for, but was created after other
/// work. The paper prints the idle shares of rank 0 and how it comes to them, not the tasks'
/// durations: these are the smallest whole ones with those shares.
struct Figure {
  TaskGraph graph;
  std::vector<int> work, path, after;  // of rank 1 beside and on the path; of rank 0 behind it
  int receive = kNone;
};
constexpr int kBeside = 14;
Figure figure(int iterations = 1) {
  Figure f;
  constexpr int kWork = 1, kSend = 2, kReceive = 3;
  int joint0 = kNone, joint1 = kNone;  // of the last iteration
  const auto add = [&](int rank, double time, int kind, int before) {
    const int task = f.graph.add(rank, time);
    f.graph[task].kind = kind;
    if (before != kNone) f.graph.add_edge(before, task);
    return task;
  };
  for (int i = 0; i < iterations; ++i) {
    for (int t = 0; t < 4; ++t) add(0, 1, kWork, joint0);
    for (int t = 0; t < kBeside; ++t) f.work.push_back(add(1, 1, kWork, joint1));
    int last = joint1;
    for (int t = 0; t < 3; ++t) f.path.push_back(last = add(1, 2, t == 2 ? kSend : kWork, last));
    f.graph[last].priority = 1;
    f.receive = add(0, 0, kReceive, joint0);
    f.graph.add_message(last, f.receive);
    for (int t = 0; t < 10; ++t) f.after.push_back(add(0, 1, kWork, f.receive));
    const auto join = [&](int rank, std::size_t from) {
      const int joint = f.graph.add(rank, 0);
      for (std::size_t t = from; t < static_cast<std::size_t>(joint); ++t)
        if (f.graph[static_cast<int>(t)].rank == rank) f.graph.add_edge(static_cast<int>(t), joint);
      return joint;
    };
    const auto first = static_cast<std::size_t>(std::max(joint1 + 1, 0));
    joint0 = join(0, first);
    joint1 = join(1, first);
  }
  return f;
}
double idle_share_of_rank_0(const Figure& f, const Outcome& outcome) {
  double busy = 0;
  for (int t = 0; t < f.graph.size(); ++t)
    if (f.graph[t].rank == 0) busy += f.graph[t].time;
  return 1 - busy / (2 * outcome.time);
}

TEST(Figures, ByCreationRank0WaitsForWhatItsPathIsBehind) {
  const Figure f = figure();
  const Outcome o = simulate(f.graph, {.workers = 2}, fifo());
  EXPECT_NEAR(idle_share_of_rank_0(f, o), 0.61, 0.005);
  for (const int w : f.work) EXPECT_LT(o.begins[static_cast<std::size_t>(w)], 7);
  EXPECT_EQ(o.begins[static_cast<std::size_t>(f.path[0])], 7);
  EXPECT_EQ(o.begins[static_cast<std::size_t>(f.after[0])], 13);
}

TEST(Figures, WithTheMarkThePathGoesFirst) {
  const Figure f = figure();
  const Outcome o = simulate(f.graph, {.workers = 2}, *core::find_policy("sa"));
  EXPECT_NEAR(idle_share_of_rank_0(f, o), 0.36, 0.005);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(o.begins[static_cast<std::size_t>(f.path[i])], 2.0 * static_cast<double>(i));
  EXPECT_EQ(o.begins[static_cast<std::size_t>(f.after[0])], 6);
}

TEST(Figures, WithoutAMarkItTakesAMessageAndAnIdleWorker) {
  const core::Policy& fa = *core::find_policy("fa");
  EXPECT_EQ(simulate(figure().graph, {.workers = 2}, fa).time, 18);
  const Figure f = figure(3);
  const Outcome o = simulate(f.graph, {.workers = 2}, fa);
  const auto begin = [&](int task) { return o.begins[static_cast<std::size_t>(task)]; };
  EXPECT_GT(begin(f.path[0]), begin(f.work[kBeside - 1])) << "nothing has sent yet";
  // In the second iteration nobody is idle before its path has begun.
  for (std::size_t w = 2 * kBeside + 1; w < 3 * kBeside; ++w)
    EXPECT_LT(begin(f.path[6]), begin(f.work[w]));
}

/// Rank 0 has two messages for rank 1 in each iteration, and work before each. The first leads to
/// nothing; behind the second is a long way.
struct Needy {
  TaskGraph graph;
  std::vector<int> first, second;  // of rank 0: the work before the messages
};
Needy needy(int iterations) {
  Needy n;
  constexpr int kWork = 1, kSend = 2, kReceive = 3;
  int joint[2] = {kNone, kNone};
  const auto add = [&](int rank, double time, int kind, int before) {
    const int task = n.graph.add(rank, time);
    n.graph[task].kind = kind;
    if (before != kNone) n.graph.add_edge(before, task);
    return task;
  };
  for (int i = 0; i < iterations; ++i) {
    std::vector<int> ends[2];
    for (const int which : {1, 2}) {
      const int work = add(0, 5, kWork, joint[0]);
      const int send = add(0, 0, kSend, work), receive = add(1, 0, kReceive, joint[1]);
      n.graph[send].identity = n.graph[send].channel = static_cast<std::uint64_t>(which);
      n.graph[receive].channel = n.graph[send].channel;
      n.graph.add_message(send, receive);
      (which == 1 ? n.first : n.second).push_back(work);
      int last = receive;
      for (int t = 0; t < (which == 1 ? 1 : 10); ++t) last = add(1, 1, kWork, last);
      ends[0].push_back(send);
      ends[1].push_back(last);
    }
    for (const int rank : {0, 1}) {
      joint[rank] = n.graph.add(rank, 0);
      for (const int end : ends[rank]) n.graph.add_edge(end, joint[rank]);
    }
    // The next iteration of rank 0 is after this one of rank 1.
    const int send = add(1, 0, 4, joint[1]), receive = add(0, 0, 5, joint[0]);
    n.graph.add_message(send, receive);
    joint[0] = receive;
  }
  return n;
}

TEST(Needs, WhatTheReceiverHasMostBehindItIsSentFirst) {
  constexpr int kIterations = 12;
  const Needy n = needy(kIterations);
  const Outcome ga = simulate(n.graph, {.workers = 1}, *core::find_policy("ga"));
  const auto second_first = [&](const Outcome& o, std::size_t i) {
    return o.begins[static_cast<std::size_t>(n.second[i])] <
           o.begins[static_cast<std::size_t>(n.first[i])];
  };
  EXPECT_FALSE(second_first(ga, 0)) << "nobody has told anything yet";
  for (std::size_t i = 2; i < kIterations; ++i) EXPECT_TRUE(second_first(ga, i)) << i;
  for (const char* other : {"fifo", "ready", "fa"}) {
    const Outcome o = simulate(n.graph, {.workers = 1}, *core::find_policy(other));
    for (std::size_t i = 0; i < kIterations; ++i) EXPECT_FALSE(second_first(o, i)) << other;
    EXPECT_LT(ga.time, 0.85 * o.time) << other;
  }
}

// ---- domains ----

TEST(Domains, ThievesTakeFromTheNearestNodeFirst) {
  constexpr int kNodes = 24, kEach = 8;
  std::vector<int> node_of, distance;
  for (int m = 0; m < kNodes * kEach; ++m) node_of.push_back(m / kEach);
  for (int a = 0; a < kNodes; ++a)
    for (int b = 0; b < kNodes; ++b) distance.push_back(std::abs(a - b));
  const core::TeamLayout layout(node_of, distance);
  TaskGraph graph;
  constexpr int kPerWorker = 20;
  // Ready tasks lie with the worker of their number modulo the workers: long ones on every other.
  for (int i = 0; i < kNodes * kEach * kPerWorker; ++i) graph.add(0, i % 2 == 0 ? 1.5 : 0.5);
  const Machine machine{.workers = kNodes * kEach, .layout = &layout};
  const Outcome near = simulate(graph, machine, fifo());
  const Outcome any = simulate(graph, machine, *core::find_policy("random"));
  EXPECT_NEAR(near.time, kPerWorker, 2);
  long farther = 0;
  for (std::size_t i = 1; i < near.steals.size(); ++i) farther += near.steals[i];
  EXPECT_GT(near.steals[0], 20 * farther);
  EXPECT_LT(any.steals[0], near.steals[0] / 2);
}

}  // namespace
}  // namespace tidemill::simulate
