// jacobi's parts: who owns which block, and that blocks lie and compute as the points of one array.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "check.hpp"
#include "kernel.hpp"
#include "owners.hpp"

namespace jacobi {
namespace {

app::Team team_of(int threads, int nodes) {
  app::Team team{threads, nodes, {}};
  for (int t = 0; t < threads; ++t) team.node_of_thread.push_back(t * nodes / threads);
  return team;
}

std::map<int, int> blocks_of(const Owners& owners, int blocks) {
  std::map<int, int> count;
  for (int i = 0; i < blocks; ++i) {
    for (int j = 0; j < blocks; ++j) ++count[owners.of(i, j)];
  }
  return count;
}

TEST(Owners, AreSquareWhereTheirNumberIs) {
  EXPECT_EQ(split(16).rows, 4);
  EXPECT_EQ(split(16).cols, 4);
  EXPECT_EQ(split(6).rows, 2);
  EXPECT_EQ(split(6).cols, 3);
  EXPECT_EQ(split(7).rows, 1);
}

TEST(Owners, HaveAsManyBlocksEach) {
  for (const Shape shape : {Shape::rectangles, Shape::runs}) {
    const Owners owners(12, shape, team_of(4, 2), {});
    for (const auto& [owner, count] : blocks_of(owners, 12)) EXPECT_EQ(count, 36) << owner;
  }
}

TEST(Owners, OfRunsAreThoseOfAStaticLoop) {
  const Owners owners(3, Shape::runs, team_of(4, 1), {});  // 9 blocks: 3, 2, 2, 2
  const int expected[] = {0, 0, 0, 1, 1, 2, 2, 3, 3};
  for (int b = 0; b < 9; ++b) EXPECT_EQ(owners.of(b / 3, b % 3), expected[b]) << b;
}

TEST(Owners, MayOutnumberTheBlocks) {
  for (const Shape shape : {Shape::rectangles, Shape::runs}) {
    const Owners owners(2, shape, team_of(24, 3), {});
    for (const auto& [owner, count] : blocks_of(owners, 2)) {
      EXPECT_LT(owner, 24);
      EXPECT_EQ(count, 1);
    }
  }
}

TEST(Owners, AreTheNodesThatAreGiven) {
  const Owners owners(4, Shape::rectangles, team_of(8, 4), {3, 1});
  EXPECT_TRUE(owners.are_nodes());
  EXPECT_EQ(blocks_of(owners, 4), (std::map<int, int>{{1, 8}, {3, 8}}));
  EXPECT_EQ(owners.node_of(0, 0), 3);
}

TEST(Owners, LieOnTheirThreadsNode) {
  const Owners owners(4, Shape::runs, team_of(4, 2), {});
  EXPECT_EQ(owners.node_of(0, 0), 0);
  EXPECT_EQ(owners.node_of(3, 3), 1);
}

/// Blocks in another order than rows, which must not matter.
void sweep_backwards(const Problem& problem, Grid& grid) {
  const int last = grid.blocks() - 1;
  for (int i = 0; i <= last; ++i) {
    for (int j = 0; j <= last; ++j) touch_block(problem, grid, i, j);
  }
  for (int k = 0; k < problem.iterations; ++k) {
    for (int i = last; i >= 0; --i) {
      for (int j = last; j >= 0; --j) update_block(grid, k, i, j);
    }
  }
}

TEST(Grid, HasTheBitsOfAPlainArray) {
  for (const int block : {1, 2, 3, 7, 16, 20}) {
    const Problem problem{20, block, 5};
    Grid grid(problem);
    sweep_backwards(problem, grid);
    EXPECT_FALSE(compare_with_serial(problem, grid)) << block;
  }
}

TEST(Grid, ShowsAWrongPoint) {
  const Problem problem{20, 8, 4};
  Grid grid(problem);
  sweep_backwards(problem, grid);
  grid.points(4, 1, 2)[8 * 3 + 1] += 1e-15;
  const auto difference = compare_with_serial(problem, grid);
  ASSERT_TRUE(difference);
  EXPECT_EQ(difference->row, 11);
  EXPECT_EQ(difference->col, 17);
}

TEST(Grid, ComesToTheSolution) {
  const Problem problem{15, 4, 1000};
  Grid grid(problem);
  sweep_backwards(problem, grid);
  std::vector<double> row(15);
  for (int i = 0; i < 15; ++i) {
    grid.copy_row(problem.iterations, i, row.data());
    for (int j = 0; j < 15; ++j) EXPECT_NEAR(row[j], problem.solution(i, j), 1e-2);
  }
  EXPECT_LT(residual(problem, grid), 1e-18);
}

}  // namespace
}  // namespace jacobi
