// The parts of heat that know nothing of MPI: kernel, division of the grid, input, output files.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>

#include "common/error.hpp"
#include "common/input_file.hpp"
#include "common/output_file.hpp"
#include "grid.hpp"
#include "input.hpp"
#include "kernel.hpp"

namespace heat {
namespace {

Problem warm_problem(int rows, int cols, int block) {
  Problem problem = default_problem();
  problem.rows = rows;
  problem.cols = cols;
  problem.block = block;
  problem.boundary = {1, 2, 3, 4};
  return problem;
}

/// Gauss-Seidel as a textbook writes it.
void textbook_sweep(Grid& grid) {
  for (int i = 1; i <= grid.rows(); ++i) {
    for (int j = 1; j <= grid.cols(); ++j) {
      grid.row(i)[j] = 0.25 * (grid.row(i - 1)[j] + grid.row(i + 1)[j] + grid.row(i)[j + 1] +
                               grid.row(i)[j - 1]);
    }
  }
}

void sweep_by_blocks(Grid& grid) {
  for (int i = 0; i < grid.block_rows(); ++i) {
    for (int j = 0; j < grid.block_cols(); ++j) gauss_seidel(grid, grid.block(i, j));
  }
}

bool same_bits(const Grid& a, const Grid& b) {
  const std::size_t bytes = sizeof(double) * (a.rows() + 2) * a.stride();
  return std::memcmp(a.row(0), b.row(0), bytes) == 0;
}

/// The message of the app::UsageError that `action` throws.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const app::UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Kernel, GivesTheTextbooksBitsForAnyShapeAndBlock) {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 9}, {9, 1}, {4, 4}, {7, 3}, {3, 8}, {21, 34}}) {
    for (const int block : {1, 2, 3, 4, 5, 8, 34}) {
      Grid expected(warm_problem(rows, cols, block), 0, 1);
      Grid grid = expected;
      for (int k = 0; k < 5; ++k) {
        textbook_sweep(expected);
        sweep_by_blocks(grid);
      }
      EXPECT_TRUE(same_bits(expected, grid)) << rows << "x" << cols << " block " << block;
    }
  }
}

TEST(Kernel, SleepsInProportionToTheCells) {
  Grid grid(warm_problem(8, 8, 4), 0, 1);
  const Grid before = grid;
  const Kernel kernel(5000, 4);
  double least = 1e9;  // beside other load a sleeper may be woken late, but not every time
  for (int i = 0; i < 10; ++i) {
    const auto begin = std::chrono::steady_clock::now();
    kernel.update(grid, {1, 1, 8, 8});
    const std::chrono::duration<double> slept = std::chrono::steady_clock::now() - begin;
    EXPECT_GE(slept.count(), 0.015);  // less what this machine is late in waking a sleeper
    least = std::min(least, slept.count());
  }
  EXPECT_LT(least, 0.040);
  EXPECT_TRUE(same_bits(before, grid));
}

TEST(Grid, RanksOwnEachRowOnceAndMeetAtTheirHalos) {
  for (const auto& [rows, ranks] : {std::pair{10, 1}, {10, 3}, {3, 3}, {17, 4}}) {
    const Problem problem = warm_problem(rows, 5, 2);
    const Grid whole(problem, 0, 1);
    int next = 0;
    for (int rank = 0; rank < ranks; ++rank) {
      const Grid part(problem, rank, ranks);
      EXPECT_EQ(part.first_row(), next);
      EXPECT_EQ(part.upper(), rank - 1);
      EXPECT_EQ(part.lower(), rank + 1 < ranks ? rank + 1 : Grid::nobody);
      for (int i = 0; i <= part.rows() + 1; ++i) {
        EXPECT_EQ(std::memcmp(part.row(i), whole.row(next + i), sizeof(double) * 7), 0);
      }
      next += part.rows();
    }
    EXPECT_EQ(next, rows);
  }
}

TEST(Grid, BlocksCoverEachCellOnceAndHaveDistinctRepresentatives) {
  Grid grid(warm_problem(11, 7, 4), 0, 1);
  std::multiset<std::pair<int, int>> cells;
  std::set<double*> representatives;
  for (int i = 0; i < grid.block_rows(); ++i) {
    for (int j = 0; j < grid.block_cols(); ++j) {
      const Block b = grid.block(i, j);
      for (int r = b.row; r < b.row + b.rows; ++r) {
        for (int c = b.col; c < b.col + b.cols; ++c) cells.emplace(r, c);
      }
    }
  }
  EXPECT_EQ(cells.size(), 77u);
  EXPECT_EQ(std::set(cells.begin(), cells.end()).size(), 77u);
  for (int i = -1; i <= grid.block_rows(); ++i) {
    for (int j = -1; j <= grid.block_cols(); ++j) {
      representatives.insert(grid.representative(i, j));
    }
  }
  EXPECT_EQ(representatives.size(), 5u * 4u);
}

TEST(Input, ReadsAProblemFile) {
  const Problem problem = parse_input(
      "x",
      "# a plate\ngrid 12 34  # rows, columns\r\niterations 5\nblock 6\nbackground 7.5\n"
      "boundary 1\nboundary left -2\nsource 0.25 1 0.5 1e2\nsource 1 0 0.1 -3\n");
  EXPECT_EQ(problem.rows, 12);
  EXPECT_EQ(problem.cols, 34);
  EXPECT_EQ(problem.iterations, 5);
  EXPECT_EQ(problem.block, 6);
  EXPECT_EQ(problem.background, 7.5);
  EXPECT_EQ(problem.boundary.top, 1);
  EXPECT_EQ(problem.boundary.left, -2);
  ASSERT_EQ(problem.sources.size(), 2u);
  EXPECT_EQ(problem.sources[0].x, 0.25);
  EXPECT_EQ(problem.sources[0].y, 1);
  EXPECT_EQ(problem.sources[1].temperature, -3);
}

TEST(Input, SourcesWarmTheirSurroundings) {
  Problem problem = parse_input("x", "grid 100 200\nbackground 10\nsource 0.5 0.5 0.1 40\n");
  EXPECT_NEAR(problem.initial_temperature(50, 100), 50, 2);
  EXPECT_NEAR(problem.initial_temperature(50, 110), 30, 2);
  EXPECT_NEAR(problem.initial_temperature(60, 100), 30, 2);
  EXPECT_EQ(problem.initial_temperature(50, 121), 10);
  EXPECT_EQ(problem.initial_temperature(-1, 0), 0);
}

TEST(Input, ReadsAPngAsTemperature) {
  const std::string path = std::string(HEAT_DATA) + "/circuit_board.png";
  const Problem problem = parse_input(path, app::read_file(path, "file"));
  EXPECT_EQ(problem.rows, 360);
  EXPECT_EQ(problem.cols, 480);
  // The processor in the middle is hot, the corner is not; the border goes on from the edge.
  EXPECT_GT(problem.initial_temperature(172, 212), 70);
  EXPECT_LT(problem.initial_temperature(3, 3), 15);
  EXPECT_EQ(problem.initial_temperature(-1, 9), problem.initial_temperature(0, 9));
}

TEST(Input, MessageNamesFileLineAndValue) {
  const std::string message =
      message_of([] { parse_input("plate.heat", "grid 8 8\n\nsource 0 0 1\n"); });
  EXPECT_EQ(message, "plate.heat:3: 'source' has 3 values; write: source X Y RANGE TEMPERATURE");
}

TEST(Input, OptionsPrevailAndDefaultsFit) {
  Options options;
  options.size = Size{40, 30};
  options.iterations = 9;
  Problem problem = parse_input("x", "grid 8 8\niterations 2\n");
  complete_problem(problem, options, 4);
  EXPECT_EQ(problem.rows, 40);
  EXPECT_EQ(problem.cols, 30);
  EXPECT_EQ(problem.iterations, 9);
  EXPECT_EQ(problem.block, 30);
}

TEST(OutputFile, AppearsWholeOrNotAtAll) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("heat_parts_" + std::to_string(getpid()));
  std::filesystem::create_directory(folder);
  const std::string path = folder / "out";
  const auto write = [&](const char* failure) {
    app::write_whole("--json", path, [&](std::FILE* file) {
      std::fputs("half", file);
      return failure;
    });
  };
  EXPECT_NE(message_of([&] { write("disk full"); }).find("disk full"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  write("");
  EXPECT_EQ(app::read_file(path, "file"), "half");
  app::write_whole("--json", path, [](std::FILE*) { return ""; });
  EXPECT_EQ(app::read_file(path, "file"), "");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace heat
