// What only one worker takes: the order of its own entries, and the turn of what others gave it.
#include "core/ready/inbox.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace tidemill::core {
namespace {

struct Items {
  std::vector<Runnable> all;
  explicit Items(std::size_t count) : all(count, Runnable(Runnable::Kind::task)) {}
  Runnable* operator[](std::size_t i) { return &all[i]; }
};

TEST(Inbox, OwnEntriesFirstInFirstOutButForThoseAtTheFront) {
  Inbox queue;
  Items items(4);
  EXPECT_FALSE(queue.maybe_nonempty());
  EXPECT_EQ(queue.pop(), nullptr);
  queue.push_back_own(items[1]);
  queue.push_back_own(items[2]);
  queue.push_front_own(items[0]);
  EXPECT_TRUE(queue.maybe_nonempty());
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(queue.pop(), items[i]);
  EXPECT_EQ(queue.pop(), nullptr);
  queue.push_front_own(items[3]);  // also the last
  queue.push_back_own(items[0]);
  EXPECT_EQ(queue.pop(), items[3]);
  EXPECT_EQ(queue.pop(), items[0]);
  EXPECT_FALSE(queue.maybe_nonempty());
}

TEST(Inbox, OthersHaveTheirTurnHoweverManyEntriesTheOwnerMakes) {
  Inbox queue;
  Items items(2);
  queue.push_back(items[0]);
  int pops = 0;
  do {
    queue.push_back_own(items[1]);
    ASSERT_LT(++pops, 100);
  } while (queue.pop() != items[0]);
}

TEST(Inbox, ACallIsHeardUntilItIsTaken) {
  Inbox queue;
  Runnable given(Runnable::Kind::task);
  EXPECT_FALSE(queue.maybe_nonempty() || queue.is_called());
  queue.call();
  queue.push_back(&given);
  EXPECT_EQ(queue.pop(), &given);
  EXPECT_EQ(queue.pop(), nullptr);
  EXPECT_TRUE(queue.maybe_nonempty() && queue.is_called());
  queue.take_call();
  EXPECT_FALSE(queue.maybe_nonempty() || queue.is_called());
}

TEST(Inbox, NothingGivenIsLost) {
  constexpr std::size_t kEach = 20000;
  constexpr int kGivers = 3;
  Inbox queue;
  Items given(kEach * kGivers), own(kEach);
  std::vector<std::thread> givers;
  for (std::size_t g = 0; g < kGivers; ++g)
    givers.emplace_back([&, g] {
      for (std::size_t i = 0; i < kEach; ++i) queue.push_back(given[g * kEach + i]);
    });
  std::size_t next_own = 0, own_taken = 0, given_taken = 0;
  std::vector<std::size_t> next_of(kGivers, 0);
  while (own_taken < kEach || given_taken < kEach * kGivers) {
    if (next_own < kEach) queue.push_back_own(own[next_own++]);
    Runnable* const item = queue.pop();
    if (item == nullptr) continue;
    if (item >= own[0] && item <= own[kEach - 1]) {
      EXPECT_EQ(item, own[own_taken++]);
      continue;
    }
    const auto at = static_cast<std::size_t>(item - given[0]);
    EXPECT_EQ(at % kEach, next_of[at / kEach]++);  // each giver's in order
    ++given_taken;
  }
  for (std::thread& giver : givers) giver.join();
  EXPECT_EQ(queue.pop(), nullptr);
}

}  // namespace
}  // namespace tidemill::core
