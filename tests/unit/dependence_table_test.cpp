// DependenceTable against a brute-force model: for random sequences of tasks the edges must
// order every pair the specification serializes (OpenMP 5.2, 15.9.5), and no others.
#include "core/deps/dependence_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <random>
#include <set>
#include <vector>

#include "core/model/edges.hpp"

namespace tidemill::core {
namespace {

/// Tasks as the table sees them: named by the test as well, so that none is freed, completed as
/// task.cpp does it.
class DependenceTableTest : public testing::Test {
 protected:
  struct Node {
    Node() {
      task.named = true;
      task.names = 1;
    }
    Task task;
    std::set<const Task*> waits_for;
    bool tried = false, holds = false;  // to take, what it excludes others from
    bool complete = false;
  };
  ~DependenceTableTest() override {
    table_.clear();
    for (Node& node : nodes_) {
      EXPECT_EQ(node.task.names, 1u) << "the table must forget every name";
      if (is_exclusive(node.task) && !node.complete) delete node.task.more_edges->claim;
      while (SuccessorChunk* chunk = node.task.more_edges) {
        node.task.more_edges = chunk->next;
        chunk->destroy();
      }
    }
  }

  Node& add(const std::vector<Dependence>& dependences) {
    Node& node = nodes_.emplace_back();
    const auto [edges, marks] = table_.add(&node.task, dependences);
    node.task.pending.store(edges + marks);
    // Whoever gives it what it claims completes a wait that nobody is in.
    node.task.wakes = Task::Wakes::when_ready;
    std::int32_t found = 0;
    for (Node& other : nodes_)
      visit_edges(other, [&](const Task* successor) {
        if (successor != &node.task) return;
        node.waits_for.insert(&other.task);
        ++found;
      });
    EXPECT_EQ(found, edges) << "the count returned and the edges made";
    return node;
  }

  /// Waits for no predecessor and is excluded by nobody. One that wasn't made ready by who excluded
  /// it tries when it is asked for the first time.
  static bool ready(Node& node) {
    if (!is_exclusive(node.task)) return node.task.pending.load() == 0;
    if (node.task.pending.load() != kExclusive) return false;
    if (!node.tried) {
      node.tried = true;
      node.holds = take_exclusively(&node.task);
    }
    return node.holds || node.task.wait.done();
  }

  /// Completes a task: its body has run, its successors are released.
  void complete(Node& node) {
    ASSERT_TRUE(ready(node));
    ASSERT_FALSE(node.complete);
    visit_edges(node, [](Task* successor) { successor->pending.fetch_sub(1); });
    node.complete = true;
    close(node.task);
  }

  template <class Visit>
  static void visit_edges(Node& node, Visit&& visit) {
    if (!node.complete) visit_successors(&node.task, edges_of(node.task.successors.load()), visit);
  }

  /// The real completion of a task without family, group or successors left to release.
  static void close(Task& task) {
    static Task parent;
    parent.family.add_child();
    task.successors.store(0);
    task.parent = &parent;
    complete_task(nullptr, &task);
  }

  bool waits(const Node& later, const Node& earlier) const {
    return later.waits_for.count(&earlier.task) != 0;
  }

  DependenceTable table_;
  std::deque<Node> nodes_;
};

int x, y;

TEST_F(DependenceTableTest, WriterAfterWriter) {
  Node& a = add({{&x, Access::out}});
  Node& b = add({{&x, Access::out}});
  Node& c = add({{&y, Access::out}});
  EXPECT_TRUE(waits(b, a));
  EXPECT_TRUE(c.waits_for.empty());
}

TEST_F(DependenceTableTest, ReadersTogetherBetweenWriters) {
  Node& w = add({{&x, Access::out}});
  Node& r1 = add({{&x, Access::in}});
  Node& r2 = add({{&x, Access::in}});
  Node& after = add({{&x, Access::out}});
  EXPECT_TRUE(waits(r1, w));
  EXPECT_TRUE(waits(r2, w));
  EXPECT_FALSE(waits(r2, r1));
  EXPECT_TRUE(waits(after, r1));
  EXPECT_TRUE(waits(after, r2));
}

TEST_F(DependenceTableTest, InoutsetTogetherApartFromReaders) {
  Node& r = add({{&x, Access::in}});
  Node& s1 = add({{&x, Access::inoutset}});
  Node& s2 = add({{&x, Access::inoutset}});
  Node& r2 = add({{&x, Access::in}});
  EXPECT_TRUE(waits(s1, r));
  EXPECT_TRUE(waits(s2, r));
  EXPECT_FALSE(waits(s2, s1));
  EXPECT_TRUE(waits(r2, s1));
  EXPECT_TRUE(waits(r2, s2));
}

TEST_F(DependenceTableTest, MutexinoutsetExcludesItselfInNoOrder) {
  Node& m1 = add({{&x, Access::mutexinoutset}});
  Node& m2 = add({{&x, Access::mutexinoutset}});
  Node& r = add({{&x, Access::in}});
  EXPECT_FALSE(waits(m2, m1));
  EXPECT_TRUE(waits(r, m1));
  EXPECT_TRUE(waits(r, m2));
  EXPECT_TRUE(ready(m2));
  EXPECT_FALSE(ready(m1));
  complete(m2);
  EXPECT_TRUE(ready(m1));
  complete(m1);
  EXPECT_TRUE(ready(r));
}

TEST_F(DependenceTableTest, WhoWaitsForOneMutexKeepsNone) {
  Node& both = add({{&x, Access::mutexinoutset}});
  Node& waiter = add({{&y, Access::mutexinoutset}, {&x, Access::mutexinoutset}});
  Node& other = add({{&y, Access::mutexinoutset}, {&y, Access::mutexinoutset}});
  EXPECT_TRUE(ready(both));
  EXPECT_FALSE(ready(waiter));
  EXPECT_TRUE(ready(other));
  complete(both);
  EXPECT_FALSE(ready(waiter)) << "the other one is held";
  complete(other);
  EXPECT_TRUE(ready(waiter));
  table_.clear();  // its claim stays
  complete(waiter);
}

TEST_F(DependenceTableTest, AStreamOfMutexesKeepsItSmall) {
  static char once[6000];
  Exclusion exclusion;
  for (char& byte : once) {
    Node& node = nodes_.emplace_back();
    const Dependence dependence{&byte, Access::mutexinoutset};
    exclusion.make_claim(&node.task, {&dependence, 1});
    delete node.task.more_edges->claim;
    node.task.more_edges->claim = nullptr;
  }
  EXPECT_LE(exclusion.size(), 64u);
}

TEST_F(DependenceTableTest, NeverWaitsForItself) {
  for (Access first : {Access::in, Access::out, Access::mutexinoutset, Access::inoutset})
    for (Access second : {Access::in, Access::out, Access::mutexinoutset, Access::inoutset}) {
      Node& a = add({{&x, Access::out}});
      Node& twice = add({{&x, first}, {&x, second}, {&x, first}});
      Node& after = add({{&x, Access::out}});
      EXPECT_FALSE(waits(twice, twice));
      EXPECT_TRUE(waits(twice, a));
      EXPECT_TRUE(waits(after, twice));
    }
}

TEST_F(DependenceTableTest, NamedAsReaderAndWriterIsAWriter) {
  Node& both = add({{&x, Access::in}, {&x, Access::out}});
  Node& reader = add({{&x, Access::in}});
  Node& other = add({{&y, Access::out}, {&y, Access::in}});
  Node& other_reader = add({{&y, Access::in}});
  EXPECT_TRUE(waits(reader, both));
  EXPECT_TRUE(waits(other_reader, other));
}

TEST_F(DependenceTableTest, CompletedPredecessorsNeedNoEdge) {
  Node& w = add({{&x, Access::out}});
  complete(w);
  Node& r = add({{&x, Access::in}});
  EXPECT_EQ(r.task.pending.load(), 0);
}

TEST_F(DependenceTableTest, ManyReadersAndMoreEdgesThanRoom) {
  std::vector<Node*> readers;
  for (int i = 0; i < 500; ++i) readers.push_back(&add({{&x, Access::in}}));
  for (int i = 0; i < 500; i += 2) complete(*readers[static_cast<std::size_t>(i)]);
  Node& writer = add({{&x, Access::out}});
  EXPECT_EQ(writer.task.pending.load(), 250);
  for (int i = 1; i < 500; i += 2)
    EXPECT_TRUE(waits(writer, *readers[static_cast<std::size_t>(i)]));
}

TEST_F(DependenceTableTest, GrowsAndForgets) {
  static char bytes[1500];
  for (char& byte : bytes) add({{&byte, Access::out}});
  for (int i = 0; i < 1500; i += 97) {
    Node& again = add({{&bytes[i], Access::in}});
    EXPECT_TRUE(waits(again, nodes_[static_cast<std::size_t>(i)]));
    EXPECT_EQ(again.waits_for.size(), 1u);
  }
  table_.clear();
  EXPECT_TRUE(add({{&bytes[0], Access::out}}).waits_for.empty());
}

/// Must `later` come after `earlier`? By the words of the specification, for one address.
bool serialized(Access earlier, Access later) {
  if (earlier == Access::in && later == Access::in) return false;
  if (earlier == Access::inoutset && later == Access::inoutset) return false;
  if (earlier == Access::mutexinoutset && later == Access::mutexinoutset) return false;
  return true;
}

/// One access per task and address, as a model has to see it: the strongest it named.
using Accesses = std::vector<Dependence>;

/// Of tasks that may run now, no two have a mutexinoutset address in common.
template <class Tasks, class Nodes>
void expect_exclusion(const Tasks& tasks, const Nodes& free) {
  std::set<void*> held;
  for (const auto& [node, accesses] : tasks) {
    if (std::find(free.begin(), free.end(), node) == free.end()) continue;
    for (const Dependence& dependence : accesses) {
      const bool excludes = dependence.access == Access::mutexinoutset;
      EXPECT_TRUE(!excludes || held.insert(dependence.address).second);
    }
  }
}

TEST_F(DependenceTableTest, AStreamOfAddressesKeepsItSmall) {
  static char once[6000];
  for (char& byte : once) complete(add({{&byte, Access::out}}));
  EXPECT_LE(table_.size(), 1024u);
}

TEST_F(DependenceTableTest, KeepsWhatIsMetAgain) {
  static char cells[500];
  for (int round = 0; round < 3; ++round)
    for (char& cell : cells) complete(add({{&cell, Access::out}}));
  EXPECT_EQ(table_.size(), std::size(cells));
}

TEST_F(DependenceTableTest, RunOrdersRespectEveryPair) {
  std::mt19937 random(3);
  static int cells[5];
  constexpr Access kKinds[] = {Access::in, Access::in, Access::out, Access::mutexinoutset,
                               Access::inoutset};
  for (int sequence = 0; sequence < 150; ++sequence) {
    table_.clear();
    std::vector<std::pair<Node*, Accesses>> tasks;
    std::vector<Node*> finished;
    for (int t = 0; t < 25; ++t) {
      Accesses accesses;
      for (int& cell : cells)
        if (random() % 3 == 0) accesses.push_back({&cell, kKinds[random() % 5]});
      std::shuffle(accesses.begin(), accesses.end(), random);
      if (accesses.empty()) continue;
      tasks.emplace_back(&add(accesses), accesses);
      // Some that may run complete in between, in any order.
      for (auto& [node, mine] : tasks)
        if (!node->complete && ready(*node) && random() % 4 == 0) {
          complete(*node);
          finished.push_back(node);
        }
    }
    while (finished.size() < tasks.size()) {
      std::vector<Node*> free;
      for (auto& [node, mine] : tasks)
        if (!node->complete && ready(*node)) free.push_back(node);
      ASSERT_FALSE(free.empty()) << "a cycle: nobody can run";
      expect_exclusion(tasks, free);
      Node* next = free[random() % free.size()];
      complete(*next);
      finished.push_back(next);
    }
    // Any two that conflict ran in creation order.
    for (std::size_t i = 0; i < tasks.size(); ++i)
      for (std::size_t j = i + 1; j < tasks.size(); ++j)
        for (const Dependence& a : tasks[i].second)
          for (const Dependence& b : tasks[j].second) {
            if (a.address != b.address || !serialized(a.access, b.access)) continue;
            const auto first = std::find(finished.begin(), finished.end(), tasks[i].first);
            const auto second = std::find(finished.begin(), finished.end(), tasks[j].first);
            ASSERT_LT(first - finished.begin(), second - finished.begin());
          }
  }
}

/// No edges beyond what is needed: readers of one set never wait for each other.
TEST_F(DependenceTableTest, NoEdgeBetweenUnrelatedTasks) {
  std::mt19937 random(5);
  static int cells[8];
  std::vector<std::pair<Node*, Accesses>> tasks;
  for (int t = 0; t < 300; ++t) {
    Accesses accesses;
    accesses.push_back({&cells[random() % 8], random() % 2 == 0 ? Access::in : Access::inoutset});
    tasks.emplace_back(&add(accesses), accesses);
  }
  for (std::size_t j = 0; j < tasks.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      const Dependence& a = tasks[i].second.front();
      const Dependence& b = tasks[j].second.front();
      if (a.address == b.address && serialized(a.access, b.access)) continue;
      EXPECT_FALSE(waits(*tasks[j].first, *tasks[i].first));
    }
}

}  // namespace
}  // namespace tidemill::core
