// What affinity is made of, by itself: the word in a task, the answers about pages, and on a
// machine of many nodes the ready set in virtual time (the UV2000 of paper 003: 24 nodes of 8
// cores).
#include "core/model/affinity.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <queue>
#include <random>
#include <tuple>
#include <vector>

#include "core/ready/ready_set.hpp"
#include "core/topo/page_nodes.hpp"
#include "core/topo/topology.hpp"

namespace tidemill::core {
namespace {

// ---- the word ----

TEST(ExtraWord, HoldsAnAffinityAlone) {
  for (const AffinityKind kind : {AffinityKind::thread, AffinityKind::node, AffinityKind::data})
    for (const bool strict : {false, true})
      for (const std::intptr_t value : {0L, 1L, -1L, -7L, 0x7fff'ffff'fff8L}) {
        ExtraWord word;
        EXPECT_TRUE(word.empty());
        EXPECT_EQ(word.affinity(), Affinity());
        word.set_affinity({kind, strict, value});
        EXPECT_EQ(word.affinity(), Affinity(kind, strict, value));
        EXPECT_EQ(word.affinity().kind(), kind);
        EXPECT_EQ(word.affinity().strict(), strict);
        EXPECT_EQ(word.affinity().value(), value);
        EXPECT_EQ(word.extras(), nullptr);
        EXPECT_FALSE(word.empty());
      }
}

TEST(ExtraWord, KeepsTheAffinityWithMoreBesideIt) {
  ExtraWord word;
  word.set_affinity({AffinityKind::node, true, 3});
  word.make_extras().next = {AffinityKind::thread, false, 1};
  EXPECT_EQ(word.affinity(), (Affinity{AffinityKind::node, true, 3}));
  EXPECT_EQ(&word.make_extras(), word.extras());
  EXPECT_EQ(word.extras()->next, (Affinity{AffinityKind::thread, false, 1}));
  word.drop();
  EXPECT_TRUE(word.empty());
}

TEST(Modulo, IsNeverNegative) {
  EXPECT_EQ(modulo(7, 3), 1);
  EXPECT_EQ(modulo(-1, 3), 2);
  EXPECT_EQ(modulo(-3, 3), 0);
  EXPECT_EQ(modulo(0, 1), 0);
}

// ---- pages ----

class PageNodesTest : public testing::Test {
 protected:
  int node_of(std::uintptr_t address, std::uint64_t now) {
    return pages_.node_of(reinterpret_cast<void*>(address), now, 10, [&](const void*) {
      ++asked_;
      return answer_;
    });
  }
  PageNodes pages_;
  int answer_ = 0;
  int asked_ = 0;
};

TEST_F(PageNodesTest, AnswersAreKeptForAWhileAndNoLonger) {
  answer_ = 2;
  EXPECT_EQ(node_of(0x10000, 100), 2);
  answer_ = 3;  // it has been moved
  EXPECT_EQ(node_of(0x10ff0, 109), 2);
  EXPECT_EQ(asked_, 1);
  EXPECT_EQ(node_of(0x10000, 110), 3);
  EXPECT_EQ(node_of(0x10000, 119), 3);
  EXPECT_EQ(asked_, 2);
}

TEST_F(PageNodesTest, NowhereYetIsNotKept) {
  answer_ = -1;
  EXPECT_EQ(node_of(0x10000, 100), -1);
  answer_ = 1;  // its first touch
  EXPECT_EQ(node_of(0x10000, 101), 1);
}

TEST_F(PageNodesTest, PagesThatShareAnEntryAreToldApart) {
  for (std::uintptr_t page = 1; page < 300; ++page) {
    answer_ = static_cast<int>(page % 5);
    EXPECT_EQ(node_of(page << 12, 1), answer_);
  }
}

// ---- the UV2000, in virtual time ----

enum class With { none, hint, strict };

/// Blocks that lie on nodes in turn, and in each iteration a task for each, after its neighbours'
/// of the iteration before: the paper's Jacobi. The queues and the search are the runtime's own.
class Uv2000 {
 public:
  static constexpr int kNodes = 24, kCores = 8, kBlocks = kNodes * kCores * 4, kIterations = 30;

  explicit Uv2000(With with) : with_(with), layout_(read_layout()), set_(layout_.members()) {
    const auto members = static_cast<std::size_t>(layout_.members());
    cores_ = std::make_unique<CoreDomain[]>(members);
    searches_.resize(members);
    for (std::size_t m = 0; m < members; ++m) {
      set_.add(cores_[m]);
      searches_[m].random += m;
    }
    set_.lay_out(layout_);
    missing_.assign(kBlocks * kIterations, 0);
    for (int t = 0; t < kBlocks * kIterations; ++t) {
      items_.push_back(std::make_unique<Runnable>(Runnable::Kind::task,
                                                  order_key(0, static_cast<std::uint64_t>(t))));
      if (t >= kBlocks) missing_[static_cast<std::size_t>(t)] = 3;
    }
    steals_.resize(3);
  }

  void run(double spread) {
    std::uniform_real_distribution<double> length(1 - spread, 1 + spread);
    for (int t = 0; t < kBlocks; ++t) push(t, 0);  // by one producer
    std::vector<bool> idle(static_cast<std::size_t>(layout_.members()), true);
    for (;;) {
      for (int m = 0; m < layout_.members(); ++m)
        if (idle[static_cast<std::size_t>(m)] && begin(m, length(random_)))
          idle[static_cast<std::size_t>(m)] = false;
      if (running_.empty()) return;
      const auto [end, member, task] = running_.top();
      running_.pop();
      now_ = end;
      idle[static_cast<std::size_t>(member)] = true;
      complete(task, member);
    }
  }

  double local_share() const { return static_cast<double>(local_) / done_; }
  int done() const { return done_; }
  const std::vector<int>& steals() const { return steals_; }

 private:
  /// Two nodes each to a pair, as that machine has them.
  static TeamLayout read_layout() {
    const Topology machine = read_topology("group:12 pack:2 numa:1 core:8 pu:1");
    std::vector<int> node_of;
    for (const Processor& p : machine.processors) node_of.push_back(p.node);
    std::vector<int> distance;
    for (int a = 0; a < kNodes; ++a)
      for (int b = 0; b < kNodes; ++b) distance.push_back(hops(a, b));
    return TeamLayout(node_of, distance);
  }
  static int hops(int a, int b) { return a == b ? 0 : a / 2 == b / 2 ? 1 : 2; }
  static int home(int task) { return task % kNodes; }
  Runnable* item(int task) { return items_[static_cast<std::size_t>(task)].get(); }

  void push(int task, int worker) {
    CoreDomain& near = cores_[static_cast<std::size_t>(worker)];
    if (with_ == With::none) return set_.push(near, item(task));
    set_.push_to_node(home(task), near, item(task),
                      with_ == With::strict ? Reach::node_only : Reach::anywhere);
  }

  bool begin(int member, double length) {
    Search& search = searches_[static_cast<std::size_t>(member)];
    Runnable* const taken = set_.pop(member, search, {});
    if (taken == nullptr) return false;
    const int task = static_cast<int>(stamp_of(taken->key));
    const int at = layout_.node_of(member);
    local_ += at == home(task) ? 1 : 0;
    ++steals_[static_cast<std::size_t>(hops(at, home(task)))];
    running_.emplace(now_ + length, member, task);
    return true;
  }

  void complete(int task, int member) {
    ++done_;
    const int next = task - task % kBlocks + kBlocks;
    if (next >= kBlocks * kIterations) return;
    for (const int side : {-1, 0, 1}) {
      const int after = next + (task + side + kBlocks) % kBlocks;
      if (--missing_[static_cast<std::size_t>(after)] == 0) push(after, member);
    }
  }

  const With with_;
  const TeamLayout layout_;
  ReadySet set_;
  std::unique_ptr<CoreDomain[]> cores_;
  std::vector<Search> searches_;
  std::vector<std::unique_ptr<Runnable>> items_;
  std::vector<int> missing_;  // predecessors of each task
  using Running = std::tuple<double, int, int>;
  std::priority_queue<Running, std::vector<Running>, std::greater<>> running_;
  std::mt19937 random_{7};
  double now_ = 0;
  int local_ = 0;
  int done_ = 0;
  std::vector<int> steals_;  // tasks run so many hops from their data
};

void say(const char* what, const Uv2000& machine) {
  std::printf("%s: %.1f %% of the tasks where their data is; by hops: %d, %d, %d\n", what,
              100 * machine.local_share(), machine.steals()[0], machine.steals()[1],
              machine.steals()[2]);
}

TEST(Uv2000Test, StrictTasksRunWhereTheirDataIs) {
  Uv2000 machine(With::strict);
  machine.run(0.1);
  say("strict", machine);
  EXPECT_EQ(machine.done(), Uv2000::kBlocks * Uv2000::kIterations);
  EXPECT_EQ(machine.local_share(), 1);
}

TEST(Uv2000Test, HintsAreFollowedAtBalance) {
  Uv2000 machine(With::hint);
  machine.run(0.1);
  say("not strict", machine);
  EXPECT_EQ(machine.done(), Uv2000::kBlocks * Uv2000::kIterations);
  EXPECT_GE(machine.local_share(), 0.95);
}

TEST(Uv2000Test, StolenTasksComeFromNear) {
  Uv2000 machine(With::hint);
  machine.run(0.9);
  say("not strict, lengths from 0.1 to 1.9", machine);
  // One other node is one hop away, 22 are two.
  EXPECT_GT(machine.steals()[1] * 22, machine.steals()[2]);
}

TEST(Uv2000Test, WithoutAffinityChanceDecides) {
  Uv2000 machine(With::none);
  machine.run(0.1);
  say("none", machine);
  EXPECT_EQ(machine.done(), Uv2000::kBlocks * Uv2000::kIterations);
  EXPECT_NEAR(machine.local_share(), 1.0 / Uv2000::kNodes, 0.03);
}

// ---- distances ----

TEST(Distance, IsTheFirmwaresWhereItSaysSo) {
  const Topology machine = read_topology(TIDEMILL_FOUR_NODES);
  ASSERT_TRUE(machine.known);
  ASSERT_EQ(machine.processors.size(), 8u);
  const auto from_node_0 = [&](std::size_t node) {
    return distance(machine, machine.processors[0], machine.processors[2 * node]);
  };
  EXPECT_EQ(from_node_0(0), 0);
  EXPECT_EQ(from_node_0(1), 30);
  EXPECT_EQ(from_node_0(2), 15);
  EXPECT_EQ(from_node_0(3), 30);
}

TEST(Distance, IsByTheSocketsElse) {
  const Topology machine = read_topology("package:2 numa:2 core:1 pu:1");
  const auto from_node_0 = [&](std::size_t node) {
    return distance(machine, machine.processors[0], machine.processors[node]);
  };
  ASSERT_EQ(machine.processors.size(), 4u);
  EXPECT_EQ(from_node_0(0), 0);
  EXPECT_EQ(from_node_0(1), 1);
  EXPECT_EQ(from_node_0(2), 2);
}

}  // namespace
}  // namespace tidemill::core
