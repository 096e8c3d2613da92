// Family: two counts and flags in one word, kept in two parts, which must not run into each other.
#include "core/model/family.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <vector>

namespace tidemill::core {
namespace {

constexpr std::uint64_t kBoth = Family::kChild + Family::kUnreleased;

TEST(Family, CountsItselfAsUnreleased) {
  Family family;
  EXPECT_EQ(Family::children(family.counts()), 0u);
  EXPECT_EQ(Family::unreleased(family.counts()), 1u);
}

TEST(Family, AChildCountsInBothWhoeverTakesItOff) {
  Family family;
  for (int i = 0; i < 6; ++i) family.add_child();
  EXPECT_EQ(Family::children(family.counts()), 6u);
  EXPECT_EQ(Family::unreleased(family.counts()), 7u);
  // Completed with descendants left, then released; and both at once; by another and the owner.
  EXPECT_EQ(family.subtract(Family::kChild) & Family::kMerged, 0u);
  EXPECT_EQ(Family::children(family.counts()), 5u);
  EXPECT_EQ(Family::unreleased(family.counts()), 7u);
  family.subtract(Family::kUnreleased);
  EXPECT_TRUE(family.subtract_own(kBoth));
  family.subtract(kBoth);
  EXPECT_EQ(Family::children(family.counts()), 3u);
  EXPECT_EQ(Family::unreleased(family.counts()), 4u);
}

TEST(Family, TheOwnerAsksForNone) {
  Family family;
  EXPECT_TRUE(family.is_alone());
  family.add_child();
  EXPECT_FALSE(family.is_alone());
  family.subtract(Family::kChild);  // complete, with descendants
  EXPECT_FALSE(family.is_alone());
  family.subtract(Family::kUnreleased);
  EXPECT_TRUE(family.is_alone());
  family.merge(Family::kTaskwaitArmed);
  EXPECT_FALSE(family.is_alone());
}

TEST(Family, MergedItTellsWhoeverTakesTheLastOne) {
  Family family;
  for (int i = 0; i < 3; ++i) family.add_child();
  family.subtract(kBoth);
  const std::uint64_t armed = family.merge(Family::kTaskwaitArmed | Family::kDrainArmed);
  EXPECT_EQ(Family::children(armed), 2u);
  EXPECT_EQ(Family::unreleased(armed), 3u);
  EXPECT_FALSE(family.subtract_own(kBoth));
  family.subtract(kBoth);
  const std::uint64_t last = family.subtract(kBoth);
  EXPECT_EQ(Family::children(last), 0u);
  EXPECT_EQ(Family::unreleased(last), 1u);
  const std::uint64_t flags = Family::kTaskwaitArmed | Family::kDrainArmed | Family::kMerged;
  EXPECT_EQ(last & flags, flags);
  family.disarm(Family::kTaskwaitArmed);
  EXPECT_EQ(family.load() & flags, Family::kDrainArmed | Family::kMerged);
  family.unmerge(Family::kDrainArmed);
  EXPECT_EQ(Family::children(family.counts()), 0u);
  EXPECT_EQ(Family::unreleased(family.counts()), 1u);
  EXPECT_TRUE((family.add_child(), family.subtract_own(kBoth)));
}

TEST(Family, UnmergedWithChildrenLeftTheyStillCount) {
  Family family;
  for (int i = 0; i < 10; ++i) family.add_child();
  family.merge(Family::kTaskwaitArmed);
  family.subtract(kBoth);
  family.unmerge(Family::kTaskwaitArmed);
  EXPECT_EQ(Family::children(family.counts()), 9u);
  for (int i = 0; i < 4; ++i) family.subtract(kBoth);
  family.fold();
  EXPECT_EQ(Family::children(family.counts()), 5u);
  EXPECT_EQ(family.add_child(), 6);
  EXPECT_EQ(Family::unreleased(family.counts()), 7u);
}

TEST(Family, OthersAddWhatTheOwnerTakesOff) {
  Family family;
  constexpr int kMany = 3'000'000;  // folds on the way
  for (int i = 0; i < kMany; ++i) {
    family.add_child_of_other();
    family.subtract_own(kBoth);
  }
  EXPECT_EQ(Family::children(family.counts()), 0u);
  EXPECT_EQ(Family::unreleased(family.counts()), 1u);
  for (int i = 0; i < kMany; ++i) {
    family.add_child();
    family.subtract(kBoth);
  }
  EXPECT_EQ(Family::children(family.counts()), 0u);
  EXPECT_EQ(Family::unreleased(family.counts()), 1u);
}

TEST(Family, HoldsAsManyChildrenAsAProgramCanMake) {
  Family family;
  constexpr std::int64_t kMany = 10'000'000;
  for (std::int64_t i = 1; i <= kMany; ++i) ASSERT_EQ(family.add_child(), i);
  const std::uint64_t word = family.merge(Family::kTaskwaitArmed);
  EXPECT_EQ(Family::children(word), static_cast<std::uint64_t>(kMany));
  EXPECT_EQ(Family::unreleased(word), static_cast<std::uint64_t>(kMany) + 1);
}

// The owner merges, unmerges and folds at random while others take children off: none is lost.
TEST(Family, OwnerAndOthersAtOnce) {
  Family family;
  std::atomic<int> to_take{0};
  std::atomic<bool> over{false};
  std::vector<std::thread> others;
  for (int t = 0; t < 3; ++t)
    others.emplace_back([&] {
      while (!over.load()) {
        int left = to_take.load();
        if (left > 0 && to_take.compare_exchange_strong(left, left - 1))
          family.subtract(kBoth);
        else
          std::this_thread::yield();
      }
    });
  std::mt19937 random(3);
  for (int step = 0; step < 200'000; ++step) {
    switch (random() % 8) {
      case 0:
        family.merge(Family::kTaskwaitArmed);
        family.unmerge(Family::kTaskwaitArmed);
        break;
      case 1:
        family.fold();
        break;
      case 2:
        family.add_child();
        family.subtract_own(kBoth);
        break;
      default:
        family.add_child();
        to_take.fetch_add(1);
    }
  }
  while (Family::children(family.counts()) != 0) std::this_thread::yield();
  over.store(true);
  for (std::thread& other : others) other.join();
  EXPECT_EQ(to_take.load(), 0);
  EXPECT_EQ(Family::unreleased(family.counts()), 1u);
}

}  // namespace
}  // namespace tidemill::core
