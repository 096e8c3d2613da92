// Deque: what its owner and its thieves may rely on. Starts with 4 slots (CMakeLists.txt), so
// that every test grows and wraps it. Concurrency is tests/race/deque_storm.cpp's.
#include "core/ready/deque.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <vector>

namespace tidemill::core {
namespace {

struct Item {
  int number = 0;
};
static_assert(TIDEMILL_DEQUE_SLOTS == 4, "test builds start small");

class DequeTest : public testing::Test {
 protected:
  DequeTest() {
    for (int i = 0; i < 200; ++i) items_[static_cast<std::size_t>(i)].number = i;
  }
  Item* item(int i) { return &items_[static_cast<std::size_t>(i)]; }
  void push(int from, int to) {
    for (int i = from; i < to; ++i) deque_.push(item(i));
  }
  /// As a hungry thief and an owner that notices, or (every other time) one that doesn't.
  Item* steal() {
    if (++steals_ % 2 == 0) deque_.share();
    if (Item* item = steal_shared()) return item;
    return deque_.steal_private();
  }
  Item* steal_shared() {
    std::int64_t count = 0;
    return deque_.steal(own_, 1, &count);
  }
  int steals_ = 0;
  std::vector<Item> items_ = std::vector<Item>(200);
  Deque<Item> deque_;
  Deque<Item> own_;  // the thief's
};

TEST_F(DequeTest, IsEmptyAtFirst) {
  EXPECT_EQ(deque_.pop(), nullptr);
  EXPECT_EQ(steal(), nullptr);
  EXPECT_FALSE(deque_.maybe_nonempty());
  EXPECT_EQ(deque_.size(), 0);
}

TEST_F(DequeTest, OwnerTakesNewestThiefOldest) {
  push(0, 3);
  EXPECT_EQ(deque_.size(), 3);
  EXPECT_EQ(steal(), item(0));
  EXPECT_EQ(deque_.pop(), item(2));
  EXPECT_EQ(deque_.pop(), item(1));
  EXPECT_EQ(deque_.pop(), nullptr);
}

TEST_F(DequeTest, LastItemIsTakenOnceAndTheDequeUsableAfter) {
  for (int round = 0; round < 20; ++round) {
    push(0, 1);
    EXPECT_TRUE(deque_.maybe_nonempty());
    EXPECT_EQ(round % 2 == 0 ? deque_.pop() : steal(), item(0));
    EXPECT_EQ(deque_.pop(), nullptr);
    EXPECT_EQ(steal(), nullptr);
    EXPECT_EQ(deque_.size(), 0);
  }
}

TEST_F(DequeTest, KeepsToItselfWhatIsNotShared) {
  push(0, 4);
  EXPECT_FALSE(deque_.maybe_shared());
  EXPECT_EQ(steal_shared(), nullptr);
  deque_.share();  // the older half
  EXPECT_EQ(steal_shared(), item(0));
  EXPECT_EQ(steal_shared(), item(1));
  EXPECT_EQ(steal_shared(), nullptr);
  EXPECT_EQ(deque_.steal_private(), item(2));
  EXPECT_EQ(deque_.pop(), item(3));
  push(0, 1);
  deque_.share();  // a single one stays
  EXPECT_FALSE(deque_.maybe_shared());
  EXPECT_EQ(deque_.steal_private(), item(0));
  EXPECT_EQ(deque_.pop(), nullptr);
}

TEST_F(DequeTest, TheOwnerTakesBackWhatItHasShared) {
  push(0, 9);
  deque_.share();
  for (int i = 8; i >= 0; --i) EXPECT_EQ(deque_.pop(), item(i));
  EXPECT_EQ(deque_.pop(), nullptr);
  EXPECT_EQ(steal(), nullptr);
}

TEST_F(DequeTest, GrowsWithItemsAnywhereInTheRing) {
  push(0, 3);
  EXPECT_EQ(steal(), item(0));
  EXPECT_EQ(steal(), item(1));
  push(3, 200);  // 4 slots become 256, items wrapped around the end
  EXPECT_EQ(deque_.size(), 198);
  for (int i = 2; i < 100; ++i) ASSERT_EQ(steal(), item(i));
  for (int i = 199; i >= 100; --i) ASSERT_EQ(deque_.pop(), item(i));
  EXPECT_EQ(deque_.pop(), nullptr);
}

TEST_F(DequeTest, AgreesWithAModelOnRandomOperations) {
  std::mt19937 random(7);
  std::deque<Item*> model;
  for (int step = 0; step < 20000; ++step) {
    switch (random() % 4) {
      case 0:
      case 1:
        if (model.size() < 150) {
          Item* pushed = item(static_cast<int>(random() % 200));
          deque_.push(pushed);
          model.push_back(pushed);
        }
        break;
      case 2: {
        Item* expected = model.empty() ? nullptr : model.back();
        if (!model.empty()) model.pop_back();
        ASSERT_EQ(deque_.pop(), expected);
        break;
      }
      default: {
        Item* expected = model.empty() ? nullptr : model.front();
        if (!model.empty()) model.pop_front();
        ASSERT_EQ(steal(), expected);
      }
    }
    ASSERT_EQ(deque_.size(), static_cast<std::int64_t>(model.size()));
    ASSERT_EQ(deque_.maybe_nonempty(), !model.empty());
  }
}

}  // namespace
}  // namespace tidemill::core
