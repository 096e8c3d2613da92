// The ready set by itself, without workers, teams or tasks: what is taken from where.
#include "core/ready/ready_set.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace tidemill::core {

// Of policies that see the graph of tasks, or know what passes messages: none of these does.
Urgency urgency_when_ready(const Runnable&) noexcept { return 0; }
bool passes_messages(const Runnable&) noexcept { return false; }

namespace {

class ReadySetTest : public testing::Test {
 protected:
  void make(int members) {
    set_ = std::make_unique<ReadySet>(members);
    cores_ = std::make_unique<CoreDomain[]>(static_cast<std::size_t>(members));
    for (int i = 0; i < members; ++i) set_->add(core(i));
  }
  /// Two members on each node, nodes in a row.
  void make_nodes(int nodes) {
    make(2 * nodes);
    set_->lay_out(layout(nodes, 2));
  }
  static TeamLayout layout(int nodes, int each) {
    std::vector<int> node_of, distance;
    for (int m = 0; m < nodes * each; ++m) node_of.push_back(m / each);
    for (int a = 0; a < nodes; ++a)
      for (int b = 0; b < nodes; ++b) distance.push_back(std::abs(a - b));
    return TeamLayout(node_of, distance);
  }
  CoreDomain& core(int member) { return cores_[static_cast<std::size_t>(member)]; }
  Runnable* task(std::uint64_t stamp, int priority = 0) {
    return &*items_.emplace_back(
        std::make_unique<Runnable>(Runnable::Kind::task, order_key(priority, stamp)));
  }
  Runnable* pop(int self, PopRequest request = {}) { return set_->pop(self, search_, request); }

  std::unique_ptr<ReadySet> set_;
  std::unique_ptr<CoreDomain[]> cores_;
  std::vector<std::unique_ptr<Runnable>> items_;
  Search search_;
};

class Only final : public Filter {
 public:
  explicit Only(const Runnable* item) : item_(item) {}
  bool allows(const Runnable& task) noexcept override { return &task == item_; }

 private:
  const Runnable* item_;
};

TEST_F(ReadySetTest, WhatHasAKeyGoesBeforeTheDequeNewestFirstAfterThat) {
  make(1);
  Runnable* const a = task(1);
  Runnable* const b = task(2);
  Runnable* const late = task(9);
  Runnable* const urgent = task(10, 1);
  core(0).deque.push(a);
  core(0).deque.push(b);
  set_->push(core(0), late);
  set_->push(core(0), urgent);
  for (Runnable* expected : {urgent, late, b, a}) EXPECT_EQ(pop(0), expected);
  EXPECT_EQ(pop(0), nullptr);
}

TEST_F(ReadySetTest, ThePolicyGivesTheKeyWhenATaskBecomesReady) {
  make(1);
  set_->use(*find_policy("lifo"));
  Runnable* const first = task(1);
  Runnable* const second = task(2);
  Runnable* const third = task(3);
  set_->push(core(0), second);
  set_->push(core(0), first);
  set_->push(core(0), third);
  EXPECT_EQ(first->key, order_key(0, 1)) << "its own stays";
  for (Runnable* expected : {third, first, second}) EXPECT_EQ(pop(0), expected);
  set_->use(*find_policy("ready"));
  for (Runnable* item : {second, third, first}) set_->push(core(0), item);
  for (Runnable* expected : {second, third, first}) EXPECT_EQ(pop(0), expected);
}

TEST_F(ReadySetTest, AQueuedTaskCanGetAnotherKey) {
  make(2);
  Runnable* const a = task(1);
  Runnable* const b = task(2);
  Runnable* const c = task(3);
  for (Runnable* item : {a, b, c}) set_->push(core(1), item);
  EXPECT_TRUE(set_->rekey_slow(c, order_key(5, 3)));
  EXPECT_TRUE(set_->rekey_slow(a, order_key(0, 7)));
  for (Runnable* expected : {c, b, a}) EXPECT_EQ(pop(0), expected);
  EXPECT_FALSE(set_->rekey_slow(a, order_key(1, 1))) << "it is queued no more";
}

TEST_F(ReadySetTest, WhileTasksAreLongTheSmallestOfSeveralQueuesGoesFirst) {
  make(3);
  Runnable* const own = task(5);
  Runnable* const other = task(4);
  set_->push(core(0), own);
  set_->push(core(2), other);
  EXPECT_EQ(set_->smallest(0, search_), own->key);
  search_.long_tasks = true;
  EXPECT_EQ(set_->smallest(0, search_), other->key);
  EXPECT_EQ(pop(0), other);
  EXPECT_EQ(pop(0), own);
}

TEST_F(ReadySetTest, WhatTheFilterForbidsIsLeftToOthers) {
  make(2);
  Runnable* const allowed = task(2);
  Runnable* const forbidden = task(1);
  set_->push(core(0), forbidden);
  set_->push(core(0), allowed);
  Only filter(allowed);
  EXPECT_EQ(pop(0, {.filter = &filter}), allowed);
  EXPECT_EQ(pop(0, {.filter = &filter}), nullptr);
  EXPECT_EQ(pop(1), forbidden);
}

TEST_F(ReadySetTest, OfTheOwnDequeWhatIsForbiddenIsPutBackAndAtLastMovedToOthersReach) {
  make(2);
  Runnable* const forbidden = task(1);
  core(0).deque.push(forbidden);
  Only filter(nullptr);
  EXPECT_EQ(pop(0, {.filter = &filter}), nullptr);
  EXPECT_EQ(search_.moved, 1) << "a sleeper may have missed it";
  EXPECT_EQ(core(0).deque.size(), 1);
  EXPECT_EQ(pop(0, {.look = Look::thorough, .filter = &filter}), nullptr);
  EXPECT_EQ(core(0).deque.size(), 0);
  EXPECT_EQ(pop(1), forbidden);
}

TEST_F(ReadySetTest, InANestedRegionNothingBeginsButWhatResumesGoesOn) {
  make(1);
  Runnable* const plain = task(1);
  core(0).deque.push(plain);
  Runnable* const keyed = task(2, 7);
  set_->push(core(0), keyed);
  EXPECT_EQ(pop(0, {.begins = false}), nullptr);
  Runnable fiber(Runnable::Kind::task, resumed_key(order_key(0, 3)));  // by its key
  set_->push(core(0), &fiber);
  EXPECT_TRUE(set_->has_any(0, false));
  EXPECT_EQ(pop(0, {.begins = false}), &fiber);
  EXPECT_FALSE(set_->has_any(0, false));
  EXPECT_TRUE(set_->has_any(0, true));
  EXPECT_EQ(pop(0), keyed);
}

TEST_F(ReadySetTest, AThiefTakesTheOldest) {
  make(2);
  Runnable* const oldest = task(1);
  core(1).deque.push(oldest);
  core(1).deque.push(task(2));
  core(1).deque.share();
  EXPECT_TRUE(set_->may_find(0, Look::quick));
  EXPECT_EQ(pop(0), oldest);
}

TEST_F(ReadySetTest, WhatAnOwnerKeepsIsTakenByWhoInsists) {
  make(2);
  Runnable* const kept = task(1);
  core(1).deque.push(kept);
  EXPECT_FALSE(set_->may_find(0, Look::thorough));
  EXPECT_TRUE(set_->has_any(0, true));
  EXPECT_EQ(pop(0, {.look = Look::thorough}), nullptr);
  EXPECT_EQ(pop(0, {.look = Look::insistent}), kept);
}

// ---- nodes ----

TEST_F(ReadySetTest, OnOneNodeANodesQueueIsTheMembersOwn) {
  make(2);
  Runnable* const item = task(1);
  set_->push_to_node(5, core(1), item, Reach::node_only);
  EXPECT_EQ(core(1).ordered.smallest(), item->key);
  EXPECT_EQ(pop(0), item);
}

TEST_F(ReadySetTest, ANodesPrivateQueueIsNobodyElses) {
  make_nodes(3);
  Runnable* const item = task(1);
  set_->push_to_node(1, core(0), item, Reach::node_only);
  for (const int other : {0, 1, 4, 5}) {
    EXPECT_EQ(pop(other, {.look = Look::insistent}), nullptr) << other;
    EXPECT_FALSE(set_->has_any(other, true)) << other;
  }
  EXPECT_TRUE(set_->has_any(3, true));
  EXPECT_EQ(pop(3), item);
}

TEST_F(ReadySetTest, WhatIsBoundToACoreIsNobodyElsesAndGoesFirst) {
  make_nodes(2);
  Runnable* const first = task(1);
  Runnable* const late = task(9);
  Runnable* const urgent = task(8, 3);
  Runnable* const of_node = task(2);
  set_->push(core(0), first);
  set_->push_bound(core(0), late);
  set_->push_bound(core(0), urgent);
  set_->push_to_node(0, core(0), of_node, Reach::node_only);
  EXPECT_EQ(pop(2, {.look = Look::insistent}), first);
  for (const int other : {1, 2, 3}) EXPECT_EQ(core(other).bound.smallest(), kNoKey);
  EXPECT_EQ(pop(2, {.look = Look::insistent}), nullptr);
  EXPECT_FALSE(set_->has_any(2, true));
  EXPECT_TRUE(set_->may_find(0, Look::quick));
  EXPECT_FALSE(set_->may_find(3, Look::quick));
  set_->push(core(0), first);
  for (Runnable* expected : {urgent, late, of_node, first}) EXPECT_EQ(pop(0), expected);
  EXPECT_FALSE(set_->has_any(0, true));
}

TEST_F(ReadySetTest, WhatIsBoundGoesByAFilterOfItsOwn) {
  make(2);
  Runnable* const bound = task(1);
  Only none(nullptr);
  set_->push_bound(core(0), bound);
  EXPECT_EQ(pop(0, {.filter = &none, .private_filter = &none}), nullptr);
  EXPECT_EQ(pop(0, {.begins = false}), nullptr);
  EXPECT_FALSE(set_->has_any(0, false));
  EXPECT_EQ(pop(0, {.filter = &none}), bound);
}

TEST_F(ReadySetTest, ANodesOpenQueueIsItsMembersFirstThenTheNearest) {
  make_nodes(3);
  Runnable* const own = task(9);
  Runnable* const near = task(2);
  Runnable* const far = task(1);
  set_->push_to_node(0, core(5), own, Reach::anywhere);
  set_->push_to_node(4, core(5), near, Reach::anywhere);  // modulo: node 1
  set_->push_to_node(2, core(5), far, Reach::anywhere);
  for (Runnable* expected : {own, near, far}) EXPECT_EQ(pop(0), expected);
  EXPECT_EQ(pop(0), nullptr);
}

TEST_F(ReadySetTest, TheNearestVictimFirst) {
  make_nodes(3);
  Runnable* const near = task(9);
  Runnable* const next = task(5);
  Runnable* const far = task(1);
  set_->push(core(5), far);
  set_->push(core(2), next);
  set_->push(core(1), near);
  search_.long_tasks = true;  // who compares keys does so on its own node
  for (Runnable* expected : {near, next, far}) EXPECT_EQ(pop(0), expected);
}

TEST_F(ReadySetTest, ALayoutChangesWhileMembersAtRestLook) {
  make(6);
  const TeamLayout three = layout(3, 2);
  const TeamLayout two = layout(2, 3);
  std::atomic<bool> stop{false};
  std::thread rests([&] {
    Search search;
    while (!stop) {
      EXPECT_EQ(set_->pop(2, search, {}), nullptr);
      EXPECT_FALSE(set_->has_any(2, true));
      EXPECT_FALSE(set_->may_find(2, Look::insistent));
    }
  });
  for (int i = 0; i < 20000; ++i) {
    set_->lay_out(i % 3 == 0 ? three : i % 3 == 1 ? two : TeamLayout(6));
    set_->use(*find_policy(i % 2 == 0 ? "random" : "fifo"));
  }
  stop = true;
  rests.join();
}

}  // namespace
}  // namespace tidemill::core
