// Parts of apps/cholesky that need no MPI: who has which tile and task, the priorities of the
// manual annotations, the kernels' word on matrices without a factor, matrices of files.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "common/error.hpp"
#include "kernel.hpp"
#include "layout.hpp"
#include "priorities.hpp"
#include "problem.hpp"
#include "tiles.hpp"

namespace cholesky {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<Task> tasks_of(const Layout& layout, int rank) {
  std::vector<Task> tasks;
  for_each_task(layout, rank, [&](const Task& task) { tasks.push_back(task); });
  return tasks;
}

TEST(Grid, IsTheSquarest) {
  for (const auto& [ranks, p, q] :
       {std::tuple{1, 1, 1}, {2, 1, 2}, {8, 2, 4}, {12, 3, 4}, {16, 4, 4}, {7, 1, 7}}) {
    EXPECT_EQ(squarest_grid(ranks).p, p) << ranks;
    EXPECT_EQ(squarest_grid(ranks).q, q) << ranks;
  }
}

TEST(Layout, LastTilesMayBeSmaller) {
  const Layout layout(25, 10, {1, 1});
  EXPECT_EQ(layout.tiles(), 3);
  EXPECT_EQ(layout.rows(2), 5);
  EXPECT_EQ(layout.cells(2, 0), 50);
  EXPECT_EQ(layout.number_of_tiles(), 6);
}

/// Pereira et al., table 2.
TEST(Layout, CountsTasksAsThePaper) {
  for (const auto& [p, q, communication] :
       {std::tuple{4, 4, 388624}, {4, 8, 640632}, {8, 8, 892640}, {8, 16, 1372880}}) {
    const Counts counts = Layout(256, 1, {p, q}).counts();
    EXPECT_EQ(counts.compute, 2829056);
    EXPECT_EQ(counts.communication, communication) << p << "x" << q;
  }
}

TEST(Layout, EveryTaskHasOneRank) {
  for (const RankGrid grid : {RankGrid{1, 1}, {2, 2}, {3, 2}, {1, 5}, {7, 7}}) {
    const Layout layout(90, 10, grid);
    std::set<std::tuple<Kind, int, int, int>> seen;
    std::int64_t communication = 0;
    for (int rank = 0; rank < layout.ranks(); ++rank) {
      for (const Task& task : tasks_of(layout, rank)) {
        if (!computes(task.kind)) {
          ++communication;
          continue;
        }
        EXPECT_EQ(layout.owner(task.i, task.j), rank);
        EXPECT_TRUE(seen.insert({task.kind, task.i, task.j, task.k}).second);
      }
    }
    EXPECT_EQ(static_cast<std::int64_t>(seen.size()), layout.counts().compute);
    EXPECT_EQ(communication, layout.counts().communication);
  }
}

/// Each send has its receive, in one order of all ranks: what running them one by one stands on.
TEST(Layout, MessagesMeet) {
  const Layout layout(110, 10, {2, 3});
  std::map<std::pair<int, int>, std::vector<std::ptrdiff_t>> sent, received;
  for (int rank = 0; rank < layout.ranks(); ++rank) {
    for (const Task& task : tasks_of(layout, rank)) {
      const std::ptrdiff_t tile = layout.index(task.i, task.j);
      if (task.kind == Kind::send) sent[{rank, task.peer}].push_back(tile);
      if (task.kind == Kind::receive) received[{task.peer, rank}].push_back(tile);
    }
  }
  EXPECT_EQ(sent, received);
}

/// What a task needs lies in its rank's memory, and a copy has been received before.
TEST(Layout, TasksHaveTheirTiles) {
  const Layout layout(95, 10, {3, 2});
  for (int rank = 0; rank < layout.ranks(); ++rank) {
    const Tiles tiles(layout, rank);
    std::set<std::pair<int, int>> received;
    const auto there = [&](int i, int j) {
      EXPECT_NE(tiles.at(i, j), nullptr);
      EXPECT_TRUE(layout.owner(i, j) == rank || received.contains({i, j}));
    };
    for (const Task& task : tasks_of(layout, rank)) {
      if (task.kind == Kind::receive) received.insert({task.i, task.j});
      there(task.i, task.j);
      if (task.kind == Kind::trsm) there(task.k, task.k);
      if (task.kind == Kind::syrk || task.kind == Kind::gemm) there(task.i, task.k);
      if (task.kind == Kind::gemm) there(task.j, task.k);
    }
  }
}

/// Algorithm 1 as the paper writes it, on a graph with all its edges.
std::vector<int> algorithm_1(const Layout& layout, const std::vector<Task>& tasks, int highest) {
  const std::size_t count = tasks.size();
  std::vector<std::set<std::size_t>> successors(count);
  std::map<std::ptrdiff_t, std::size_t> writer;
  std::map<std::ptrdiff_t, std::vector<std::size_t>> readers;
  for (std::size_t n = 0; n < count; ++n) {
    const auto& [kind, i, j, k, peer] = tasks[n];
    std::vector<std::ptrdiff_t> reads;
    if (kind == Kind::trsm) reads = {layout.index(k, k)};
    if (kind == Kind::syrk) reads = {layout.index(i, k)};
    if (kind == Kind::gemm) reads = {layout.index(i, k), layout.index(j, k)};
    if (kind == Kind::send) reads = {layout.index(i, j)};
    for (const std::ptrdiff_t tile : reads) {
      if (writer.contains(tile)) successors[writer[tile]].insert(n);
      readers[tile].push_back(n);
    }
    if (kind == Kind::send) continue;
    const std::ptrdiff_t tile = layout.index(i, j);
    if (writer.contains(tile)) successors[writer[tile]].insert(n);
    for (const std::size_t reader : readers[tile]) successors[reader].insert(n);
    readers[tile].clear();
    writer[tile] = n;
  }
  std::vector<int> priority(count);
  for (std::size_t n = count; n-- > 0;) {
    int best = 0;
    for (const std::size_t next : successors[n]) best = std::max(best, priority[next]);
    priority[n] = tasks[n].kind == Kind::send ? highest : std::max(best - 1, 0);
  }
  return priority;
}

TEST(Priorities, AreThoseOfAlgorithm1) {
  for (const RankGrid grid : {RankGrid{1, 2}, {2, 2}, {3, 2}}) {
    const Layout layout(100, 10, grid);
    for (int rank = 0; rank < layout.ranks(); ++rank) {
      for (const int highest : {1, 3, 100}) {
        EXPECT_EQ(send_priorities(layout, rank, highest),
                  algorithm_1(layout, tasks_of(layout, rank), highest));
      }
    }
  }
}

TEST(Priorities, StepsKeepEveryTaskThatLeadsToASendAboveZero) {
  const Layout layout(100, 10, {2, 2});
  for (int rank = 0; rank < layout.ranks(); ++rank) {
    const int steps = steps_to_sends(layout, rank);
    const std::vector<int> ample = send_priorities(layout, rank, 1000);
    const std::vector<int> enough = send_priorities(layout, rank, steps);
    const std::vector<int> too_low = send_priorities(layout, rank, steps - 1);
    bool cut = false;
    for (std::size_t n = 0; n < ample.size(); ++n) {
      EXPECT_EQ(ample[n] > 0, enough[n] > 0);
      cut = cut || (ample[n] > 0 && too_low[n] == 0);
    }
    EXPECT_TRUE(cut);
  }
}

TEST(Potrf, NamesTheFirstMinor) {
  for (const int order : {1, 7, 64, 300}) {
    for (const double pivot : {-1.0, 0.0, nan, std::numeric_limits<double>::infinity()}) {
      for (const int at : {0, order / 2, order - 1}) {
        std::vector<double> a(static_cast<std::size_t>(order) * order);
        for (int k = 0; k < order; ++k)
          a[k + static_cast<std::size_t>(k) * order] = k == at ? pivot : 2;
        EXPECT_EQ(potrf(order, a.data()), at + 1) << order << ", " << pivot;
      }
    }
    std::vector<double> good(static_cast<std::size_t>(order) * order);
    for (int k = 0; k < order; ++k) good[k + static_cast<std::size_t>(k) * order] = 4;
    EXPECT_EQ(potrf(order, good.data()), 0);
    EXPECT_EQ(good.back(), 2);
  }
}

TEST(Problem, MadeUpValuesDominateOnTheDiagonal) {
  const Problem problem(40);
  for (int row = 0; row < 40; ++row) {
    double others = 0;
    for (int col = 0; col < 40; ++col) {
      if (col != row) {
        others += std::abs(problem.generated_value(std::max(row, col), std::min(row, col)));
      }
    }
    EXPECT_GT(problem.generated_value(row, row), others);
    EXPECT_GT(others, 5);
  }
}

app::MatrixEntries parse(const std::string& text) {
  return app::parse_matrix_market("m.mtx", text);
}

TEST(Problem, TakesTheLowerTriangle) {
  const std::string general =
      "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 4\n1 2 1\n2 1 1\n2 2 5\n";
  const std::string symmetric =
      "%%MatrixMarket matrix coordinate real symmetric\n2 2 3\n2 2 5\n1 1 4\n2 1 1\n";
  const std::string array = "%%MatrixMarket matrix array real symmetric\n2 2\n4\n1\n5\n";
  for (const std::string& text : {general, symmetric, array}) {
    const std::vector<Entry> lower = lower_triangle("m.mtx", parse(text));
    ASSERT_EQ(lower.size(), 3U) << text;
    for (const Entry& entry : lower) {
      EXPECT_EQ(entry.value, entry.row != entry.col ? 1 : entry.row == 0 ? 4 : 5);
      EXPECT_GE(entry.row, entry.col);
    }
  }
}

TEST(Problem, ZerosOfOneHalfNeedNoMirror) {
  const auto matrix =
      parse("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 4\n1 2 0\n2 2 5\n");
  EXPECT_EQ(lower_triangle("m.mtx", matrix).size(), 2U);
}

TEST(Problem, RefusesWhatIsNotSymmetric) {
  const auto matrix =
      parse("%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 4\n1 2 1\n2 2 5\n");
  EXPECT_THROW(lower_triangle("m.mtx", matrix), app::UsageError);
  for (const char* text :
       {"%%MatrixMarket matrix coordinate pattern general\n2 2 3\n1 1\n2 1\n2 2\n",
        "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 1 1\n",
        "%%MatrixMarket matrix array real skew-symmetric\n2 2\n1\n"})
    EXPECT_THROW(lower_triangle("m.mtx", parse(text)), app::UsageError) << text;
}

TEST(Problem, TakesASymmetricPatternAsOnes) {
  const std::vector<Entry> lower = lower_triangle(
      "m.mtx", parse("%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 2\n"));
  ASSERT_EQ(lower.size(), 2U);
  for (const Entry& entry : lower) EXPECT_EQ(entry.value, 1);
}

}  // namespace
}  // namespace cholesky
