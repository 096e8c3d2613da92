// The discrete-event driver: schedules known by hand, what a policy's hooks see and change, and
// steals by distance.
#include <gtest/gtest.h>

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

/// Algorithm 1 of Pereira et al. 2021, as a policy: a marked task, here one created with a
/// priority, hands it to its predecessors, one less each step.
void propagate(core::Graph& graph, TaskName task) {
  const int above = graph.priority(task) - 1;
  for (const TaskName p : graph.predecessors(task)) {
    if (graph.priority(p) >= above) continue;
    graph.set_priority(p, above);
    propagate(graph, p);
  }
}
const core::Policy kMarked{
    .name = "marked",
    .meaning = "for this test",
    .edge_added = [](core::Graph& graph, TaskName, TaskName task) { propagate(graph, task); },
    .keeps_predecessors = true};

TEST(Hooks, AnEdgeCanChangeThePriorityOfWhatComesBefore) {
  TaskGraph graph = two_chains();
  graph[7].priority = 10;
  EXPECT_EQ(simulate(graph, {.workers = 2}, fifo()).time, 6) << "it is ready too late to matter";
  EXPECT_EQ(simulate(graph, {.workers = 2}, kMarked).time, 5);
}

/// What sends tells of the task created two later, which is queued by then.
const core::Policy kTold{
    .name = "told", .meaning = "for this test", .sends = [](core::Graph& graph, TaskName task) {
      graph.set_priority(TaskName(static_cast<std::uintptr_t>(task) + 2), 9);
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
