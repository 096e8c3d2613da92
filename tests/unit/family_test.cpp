// Family: two counts and two flags in one word, which must not run into each other.
#include <gtest/gtest.h>

#include "core/task/task.hpp"

namespace tidemill::core {
namespace {

TEST(Family, CountsItselfAsUnreleased) {
  Family family;
  EXPECT_EQ(Family::children(family.load()), 0u);
  EXPECT_EQ(Family::unreleased(family.load()), 1u);
}

TEST(Family, AChildCountsInBoth) {
  Family family;
  for (int i = 0; i < 5; ++i) family.add_child();
  EXPECT_EQ(Family::children(family.load()), 5u);
  EXPECT_EQ(Family::unreleased(family.load()), 6u);
  // Completed with descendants left, then released; and both at once.
  EXPECT_EQ(Family::children(family.subtract(Family::kChild)), 4u);
  EXPECT_EQ(Family::unreleased(family.load()), 6u);
  family.subtract(Family::kUnreleased);
  const std::uint64_t word = family.subtract(Family::kChild + Family::kUnreleased);
  EXPECT_EQ(Family::children(word), 3u);
  EXPECT_EQ(Family::unreleased(word), 4u);
}

TEST(Family, FlagsLeaveTheCountsAlone) {
  Family family;
  family.add_child();
  EXPECT_EQ(Family::children(family.arm(Family::kTaskwaitArmed)), 1u);
  EXPECT_EQ(Family::unreleased(family.arm(Family::kDrainArmed)), 2u);
  const std::uint64_t both = Family::kTaskwaitArmed | Family::kDrainArmed;
  EXPECT_EQ(family.load() & both, both);
  EXPECT_EQ(Family::children(family.load()), 1u);
  EXPECT_EQ(Family::unreleased(family.load()), 2u);
  // The flags stay when the counts run down to nothing, and borrow nothing from each other.
  family.subtract(Family::kChild + Family::kUnreleased);
  EXPECT_EQ(family.load() & both, both);
  EXPECT_EQ(Family::children(family.load()), 0u);
  EXPECT_EQ(Family::unreleased(family.load()), 1u);
  family.disarm(Family::kTaskwaitArmed);
  EXPECT_EQ(family.load() & both, Family::kDrainArmed);
  family.disarm(Family::kDrainArmed);
  EXPECT_EQ(family.load(), Family::kUnreleased);
}

TEST(Family, HoldsAsManyChildrenAsAProgramCanMake) {
  Family family;
  constexpr int kMany = 1'000'000;
  for (int i = 0; i < kMany; ++i) family.add_child();
  family.arm(Family::kTaskwaitArmed);
  EXPECT_EQ(Family::children(family.load()), static_cast<std::uint64_t>(kMany));
  EXPECT_EQ(Family::unreleased(family.load()), static_cast<std::uint64_t>(kMany) + 1);
}

}  // namespace
}  // namespace tidemill::core
