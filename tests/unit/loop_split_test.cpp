#include "abi/loop_split.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tidemill::abi {
namespace {

using By = LoopSplit::By;

std::vector<std::uint64_t> lengths(std::uint64_t iterations, By by, std::uint64_t number,
                                   bool strict, int threads = 4) {
  const LoopSplit split(iterations, by, number, strict, threads);
  std::vector<std::uint64_t> found;
  std::uint64_t done = 0;
  for (std::uint64_t i = 0; i < split.tasks; ++i) {
    found.push_back(split.length(i, done, iterations));
    done += found.back();
  }
  EXPECT_EQ(done, iterations);
  return found;
}

using Lengths = std::vector<std::uint64_t>;

TEST(LoopSplit, NumberOfTasksIsMetByBalancedSizesStrictOrNot) {
  for (const bool strict : {false, true}) {
    EXPECT_EQ(lengths(10, By::num_tasks, 7, strict), (Lengths{2, 2, 2, 1, 1, 1, 1}));
    EXPECT_EQ(lengths(10, By::num_tasks, 4, strict), (Lengths{3, 3, 2, 2}));
    EXPECT_EQ(lengths(3, By::num_tasks, 9, strict), (Lengths{1, 1, 1}));
  }
}

TEST(LoopSplit, StrictGrainIsMetByAllButTheLast) {
  EXPECT_EQ(lengths(23, By::grainsize, 10, true), (Lengths{10, 10, 3}));
  EXPECT_EQ(lengths(20, By::grainsize, 10, true), (Lengths{10, 10}));
  EXPECT_EQ(lengths(5, By::grainsize, 10, true), (Lengths{5}));
}

TEST(LoopSplit, GrainIsTheLeastAndLessThanTwiceAsMany) {
  for (std::uint64_t n = 10; n < 400; ++n)
    for (const std::uint64_t length : lengths(n, By::grainsize, 10, false)) {
      EXPECT_GE(length, 10u) << n;
      EXPECT_LT(length, 20u) << n;
    }
  EXPECT_EQ(lengths(5, By::grainsize, 10, false), (Lengths{5}));
}

TEST(LoopSplit, WithoutAClauseATaskForEachThread) {
  EXPECT_EQ(lengths(10, By::default_, 0, false, 4), (Lengths{3, 3, 2, 2}));
  EXPECT_EQ(lengths(10, By::num_tasks, 0, false, 4), (Lengths{3, 3, 2, 2}));
  EXPECT_TRUE(lengths(0, By::default_, 0, false).empty());
  EXPECT_TRUE(lengths(0, By::grainsize, 3, true).empty());
}

TEST(LoopSplit, AGrainMakesSoManyTasksAtMost) {
  for (const bool strict : {false, true}) {
    const std::uint64_t wrapped = ~std::uint64_t{0} / 2;
    const LoopSplit split(wrapped, By::grainsize, 4, strict, 2);
    EXPECT_EQ(split.tasks, LoopSplit::kMost);
    EXPECT_FALSE(split.exact);
    EXPECT_EQ(split.each * split.tasks + split.longer, wrapped);
    EXPECT_EQ(LoopSplit(LoopSplit::kMost, By::grainsize, 1, strict, 2).each, 1u);
    EXPECT_EQ(LoopSplit(LoopSplit::kMost, By::grainsize, 1, strict, 2).tasks, LoopSplit::kMost);
  }
}

TEST(LoopSplit, LoopsAsLongAsTheyCanBe) {
  const std::uint64_t all = ~std::uint64_t{0};
  EXPECT_EQ(LoopSplit(all, By::grainsize, all, true, 2).tasks, 1u);
  EXPECT_EQ(LoopSplit(all, By::num_tasks, 3, true, 2).each, all / 3);
}

}  // namespace
}  // namespace tidemill::abi
