// OrderedQueue, the keys it orders by, and who remembers a look in vain.
#include "core/ready/ordered_queue.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <vector>

#include "core/model/task.hpp"
#include "core/model/waiting_tasks.hpp"
#include "core/policy/key.hpp"

namespace tidemill::core {
namespace {

Runnable with_key(std::uint64_t key) {
  Runnable item(Runnable::Kind::task);
  item.key = key;
  return item;
}

TEST(OrderKey, OlderFirstAmongEqualPriorities) {
  EXPECT_LT(order_key(0, 1), order_key(0, 2));
  EXPECT_LT(order_key(5, 1), order_key(5, 2));
}

TEST(OrderKey, HigherPriorityFirstWhateverTheAge) {
  EXPECT_LT(order_key(1, kStampMask), order_key(0, 0));
  EXPECT_LT(order_key(100, kStampMask), order_key(99, 0));
  EXPECT_LT(order_key(kMostPriority, kStampMask), order_key(kMostPriority - 1, 0));
}

TEST(OrderKey, PrioritiesBeyondTheRangeAreClamped) {
  EXPECT_EQ(order_key(kMostPriority + 1, 7), order_key(kMostPriority, 7));
  EXPECT_EQ(order_key(0x7fffffff, 7), order_key(kMostPriority, 7));
  EXPECT_EQ(order_key(-1, 7), order_key(0, 7));
}

TEST(OrderKey, ResumedBeforeAllThatHaveNotBegun) {
  const std::uint64_t youngest = resumed_key(order_key(0, kStampMask));
  EXPECT_LT(youngest, order_key(kMostPriority, 0));
  EXPECT_LT(resumed_key(order_key(0, 1)), resumed_key(order_key(0, 2)));
  EXPECT_LT(resumed_key(order_key(9, 2)), resumed_key(order_key(0, 1))) << "a priority is kept";
}

TEST(OrderKey, UrgencyGoesBeforeEveryPriority) {
  EXPECT_LT(with_urgency(order_key(0, 9), 1), order_key(kMostPriority, 0));
  EXPECT_LT(with_urgency(order_key(0, 9), 2), with_urgency(order_key(5, 1), 1));
  EXPECT_EQ(with_urgency(order_key(5, 7), 0), order_key(5, 7));
  EXPECT_EQ(urgency_of_key(order_key(kMostPriority, 7)), 0);
  for (const int urgency : {1, 2, kMostUrgency}) {
    const std::uint64_t key = with_urgency(order_key(5, 7), urgency);
    EXPECT_EQ(urgency_of_key(key), urgency);
    EXPECT_EQ(urgency_of_key(resumed_key(key)), urgency) << "it is kept by what resumes";
    EXPECT_FALSE(is_resumed_key(key));
    EXPECT_EQ(stamp_of(key), 7u);
  }
}

TEST(OrderKey, NoTaskHasTheKeyThatMeansEmpty) {
  EXPECT_LT(order_key(0, kStampMask), kNoKey);
  EXPECT_EQ(stamp_of(order_key(3, 12345)), 12345u);
  EXPECT_EQ(stamp_of(resumed_key(order_key(3, 12345))), 12345u);
}

template <class Allowed>
Runnable* pop_allowed(OrderedQueue& queue, Allowed&& allowed) {
  const std::uint64_t before = queue.pushes();
  std::uint64_t seen = ~before;
  Runnable* item = queue.pop_slow(allowed, &seen);
  EXPECT_EQ(seen, before);
  return item;
}

TEST(OrderedQueue, IsEmptyAtFirst) {
  OrderedQueue queue;
  EXPECT_EQ(queue.pop(), nullptr);
  EXPECT_EQ(queue.smallest(), kNoKey);
  EXPECT_EQ(pop_allowed(queue, [](Runnable*) { return true; }), nullptr);
}

TEST(OrderedQueue, PublishesItsSmallestKeyAlways) {
  OrderedQueue queue;
  Runnable a = with_key(30);
  Runnable b = with_key(10);
  Runnable c = with_key(20);
  queue.push(&a, a.key);
  EXPECT_EQ(queue.smallest(), 30u);
  queue.push(&b, b.key);
  EXPECT_EQ(queue.smallest(), 10u);
  queue.push(&c, c.key);
  EXPECT_EQ(queue.pop(), &b);
  EXPECT_EQ(queue.smallest(), 20u);
  EXPECT_EQ(queue.pop(), &c);
  EXPECT_EQ(queue.pop(), &a);
  EXPECT_EQ(queue.smallest(), kNoKey);
}

TEST(OrderedQueue, TakesWhatIsAllowedAlone) {
  OrderedQueue queue;
  std::vector<Runnable> items;
  for (std::uint64_t key : {5u, 1u, 4u, 2u, 3u, 6u}) items.push_back(with_key(key));
  for (Runnable& item : items) queue.push(&item, item.key);
  auto even = [](Runnable* item) { return item->key % 2 == 0; };
  EXPECT_EQ(pop_allowed(queue, even)->key, 2u);
  EXPECT_EQ(queue.smallest(), 1u);
  // All are of one class: in which order the others come isn't promised.
  EXPECT_EQ(pop_allowed(queue, even)->key + pop_allowed(queue, even)->key, 4u + 6u);
  EXPECT_EQ(pop_allowed(queue, even), nullptr);
  for (std::uint64_t key : {1u, 3u, 5u}) EXPECT_EQ(queue.pop()->key, key);
}

TEST(OrderedQueue, TakesTheSmallestOfTheNewest) {
  constexpr std::uint64_t kItems = 40;
  for (std::uint64_t first = 0; first <= kItems; ++first) {
    OrderedQueue queue;
    std::vector<Runnable> items;
    for (std::uint64_t key = 0; key < kItems; ++key) items.push_back(with_key(key));
    for (Runnable& item : items) queue.push(&item, item.key);
    auto newer = [&](Runnable* item) { return item->key >= first; };
    for (std::uint64_t key = first; key < kItems; ++key)
      ASSERT_EQ(pop_allowed(queue, newer)->key, key);
    EXPECT_EQ(pop_allowed(queue, newer), nullptr);
    for (std::uint64_t key = 0; key < first; ++key) ASSERT_EQ(queue.pop()->key, key);
    EXPECT_EQ(queue.pop(), nullptr);
  }
}

// Thousands of ready siblings of a task that waits lie before its children: each child is found in
// few looks.
TEST(OrderedQueue, FindsTheNewestInFewLooks) {
  constexpr std::uint64_t kItems = 20'000;
  constexpr std::uint64_t kBefore = 10'000;
  OrderedQueue queue;
  std::vector<Runnable> items;
  for (std::uint64_t key = 0; key < kItems; ++key) items.push_back(with_key(order_key(0, key)));
  for (Runnable& item : items) queue.push(&item, item.key);
  std::uint64_t looks = 0;
  auto newer = [&](Runnable* item) {
    ++looks;
    return stamp_of(item->key) >= kBefore;
  };
  for (std::uint64_t key = kBefore; key < kItems; ++key)
    ASSERT_EQ(stamp_of(pop_allowed(queue, newer)->key), key);
  EXPECT_LT(looks, 20 * (kItems - kBefore));
}

TEST(SortedRun, AgreesWithAModelOnRandomOperations) {
  struct Entry {
    std::uint64_t key = 0;
  };
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    SortedRun<Entry> run;
    std::vector<std::uint64_t> model;
    std::size_t around = 0;  // entries are taken near there, or anywhere
    for (int step = 0; step < 300; ++step) {
      if (random() % 50 == 0) around = random() % 100;
      const std::uint64_t what = random() % 8;
      if (model.empty() || what < 3) {
        const bool last = model.empty() || random() % 3 != 0;
        const std::uint64_t key = model.empty() ? 1000
                                  : last        ? model.back() + 1
                                                : model.front() - 1;
        ASSERT_TRUE(run.push({key}));
        model.insert(last ? model.end() : model.begin(), key);
      } else if (what == 3) {
        run.pop_front();
        model.erase(model.begin());
      } else {
        const std::size_t i = (random() % 4 == 0 ? random() : around + random() % 3) % model.size();
        run.remove_slow(i);
        model.erase(model.begin() + static_cast<std::ptrdiff_t>(i));
      }
      ASSERT_EQ(run.size(), model.size());
      for (std::size_t i = 0; i < model.size(); ++i) ASSERT_EQ(run[i].key, model[i]);
    }
  }
}

TEST(OrderedQueue, AnEntryCanGetAnotherKeyWhereverItLies) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 200; ++round) {
    OrderedQueue queue;
    std::vector<Runnable> items(20, with_key(0));
    for (Runnable& item : items) queue.push(&item, item.key = random() % 100);
    Runnable& changed = items[random() % items.size()];
    changed.key = random() % 100;
    EXPECT_TRUE(queue.rekey_slow(&changed, changed.key));
    std::uint64_t last = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      ASSERT_GE(queue.smallest(), last);
      last = queue.smallest();
      ASSERT_EQ(queue.pop()->key, last);
    }
    EXPECT_FALSE(queue.rekey_slow(&changed, 1));
    EXPECT_EQ(queue.pop(), nullptr);
  }
}

TEST(OrderedQueue, CountsPushesNotPops) {
  OrderedQueue queue;
  Runnable a = with_key(1);
  EXPECT_EQ(queue.pushes(), 0u);
  queue.push(&a, a.key);
  queue.pop();
  EXPECT_EQ(queue.pushes(), 1u);
  queue.push(&a, a.key);
  EXPECT_EQ(queue.pushes(), 2u);
}

TEST(WaitingTasks, RemembersALookInVainUntilSomethingChanges) {
  Task task;
  Task other;
  WaitingTasks waiting;
  waiting.add(&task, false);
  EXPECT_FALSE(waiting.in_vain(3, 10));
  waiting.looked_in_vain(3, 10);
  EXPECT_TRUE(waiting.in_vain(3, 10));
  EXPECT_FALSE(waiting.in_vain(3, 11));  // something was pushed
  EXPECT_FALSE(waiting.in_vain(2, 10));  // another queue
  waiting.add(&other, false);
  EXPECT_FALSE(waiting.in_vain(3, 10));
  waiting.remove(&other);
  EXPECT_FALSE(waiting.in_vain(3, 10));  // what was pushed under the other constraint isn't known
}

TEST(WaitingTasks, KnowsNothingWhileLifted) {
  Task task;
  Task other;
  WaitingTasks waiting;
  waiting.add(&other, false);
  waiting.add(&task, false);
  waiting.looked_in_vain(0, 1);
  waiting.lift(&task);
  EXPECT_EQ(waiting.size(), 1u);
  EXPECT_FALSE(waiting.in_vain(0, 1));  // `other` alone may allow more
  waiting.looked_in_vain(0, 2);
  waiting.put_back(&task, false);
  EXPECT_TRUE(waiting.in_vain(0, 1));
  EXPECT_FALSE(waiting.in_vain(0, 2));
}

TEST(OrderedQueue, AgreesWithAModelOnRandomOperations) {
  std::mt19937_64 random(11);
  OrderedQueue queue;
  std::multimap<std::uint64_t, Runnable*> model;
  std::vector<Runnable> items(300, with_key(0));
  std::vector<Runnable*> unused;
  for (Runnable& item : items) unused.push_back(&item);
  for (int step = 0; step < 30000; ++step) {
    if (random() % 2 == 0 && !unused.empty()) {
      Runnable* item = unused.back();
      unused.pop_back();
      // Bursts in order, either way, then none.
      const auto at = static_cast<std::uint64_t>(step % 1000);
      item->key = step / 1000 % 3 == 0 ? at : step / 1000 % 3 == 1 ? 999 - at : random() % 1000;
      item->key |= random() % 4 << kStampBits;
      queue.push(item, item->key);
      model.emplace(item->key, item);
    } else {
      const std::uint64_t residue = random() % 3;
      const bool filtered = random() % 3 == 0;
      auto allowed = [&](const Runnable* item) { return !filtered || item->key % 3 == residue; };
      Runnable* taken = filtered ? pop_allowed(queue, allowed) : queue.pop();
      auto expected = model.begin();
      while (expected != model.end() && !allowed(expected->second)) ++expected;
      ASSERT_EQ(taken == nullptr, expected == model.end());
      if (taken == nullptr) continue;
      // Equal keys may come in any order; of what is filtered out only the class counts.
      if (filtered) {
        ASSERT_TRUE(allowed(taken));
        ASSERT_EQ(taken->key >> kStampBits, expected->first >> kStampBits);
        while (expected->second != taken) ++expected;
      }
      ASSERT_EQ(taken->key, expected->first);
      while (expected->second != taken) ++expected;
      model.erase(expected);
      unused.push_back(taken);
    }
    ASSERT_EQ(queue.smallest(), model.empty() ? kNoKey : model.begin()->first);
  }
}

}  // namespace
}  // namespace tidemill::core
