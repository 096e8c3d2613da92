// The parts of ifsker that know nothing of MPI: shapes, the analytic field, transforms, mixing, how
// blocks are cut, packing, input.
#include <gtest/gtest.h>
#include <netcdf.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <numbers>

#include "common/error.hpp"
#include "input.hpp"
#include "layout.hpp"
#include "mixing.hpp"
#include "problem.hpp"
#include "spectral.hpp"
#include "transposition.hpp"

namespace ifsker {
namespace {

/// The message of the UsageError that `action` throws.
template <class Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const app::UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Shape, ThePapersSizeCanBeSharedByManyNumbersOfRanks) {
  const Shape shape = shape_of(653184);
  EXPECT_EQ(shape.points(), 653184);
  for (const int ranks : {1, 2, 3, 4, 6, 12}) {
    EXPECT_EQ(shape.rows % ranks, 0);
    EXPECT_EQ(shape.cols % ranks, 0);
  }
  EXPECT_EQ(shape_of(653000).levels, 0);
  EXPECT_EQ(shape_of(12 * 7919).levels, 0);  // a prime: one row
}

TEST(Problem, TheAnalyticFieldHasTheTransformThatIsKnown) {
  const Shape shape{3, 8, 48};
  const Problem problem = make_problem(shape, 1, {});
  for (int level = 0; level < shape.levels; ++level) {
    for (int row = 0; row < shape.rows; ++row) {
      for (int m = 0; m <= shape.cols / 2; ++m) {
        std::complex<double> sum;
        for (int col = 0; col < shape.cols; ++col) {
          const double angle = -2 * std::numbers::pi * m * col / shape.cols;
          sum += problem.initial(level, row, col) * std::polar(1.0, angle);
        }
        const std::complex<double> known = analytic_coefficient(shape, level, row, m);
        EXPECT_NEAR(std::abs(sum - known), 0, 1e-9) << level << " " << row << " " << m;
      }
    }
  }
}

/// A row after a step, by its known transform: each wave a little further and lower.
TEST(Spectral, MovesEachWaveOfTheAnalyticFieldAsKnown) {
  const Shape shape{1, 8, 48};
  const Problem problem = make_problem(shape, 1, {});
  for (int row = 0; row < shape.rows; ++row) {
    const Spectral spectral(shape, row, 1, 1);
    Doubles cells(static_cast<std::size_t>(shape.cols));
    double energy = 0;
    for (int col = 0; col < shape.cols; ++col) cells.data()[col] = problem.initial(0, row, col);
    const Sums sums = spectral.advance(cells.data(), 0, 0);
    EXPECT_LT(sums.parseval_error, 1e-14);
    EXPECT_NEAR(sums.mass, analytic_coefficient(shape, 0, row, 0).real(), 1e-9);
    const double place = (row + 0.5) / shape.rows;
    const double wind = 0.02 * std::pow(std::sin(2 * std::numbers::pi * place), 2) -
                        0.008 * std::sin(std::numbers::pi * place);
    for (int col = 0; col < shape.cols; ++col) {
      std::complex<double> expected = analytic_coefficient(shape, 0, row, 0);
      for (int m = 1; m <= highest_wave; ++m) {
        const double angle = 2 * std::numbers::pi * m * col / shape.cols - m * wind;
        expected += 2.0 * analytic_coefficient(shape, 0, row, m) * std::polar(1.0, angle) *
                    std::exp(-2e-6 * m * m);
      }
      EXPECT_NEAR(cells.data()[col], expected.real() / shape.cols, 1e-10);
      energy += 0.5 * cells.data()[col] * cells.data()[col];
    }
    EXPECT_NEAR(sums.energy, energy, 1e-9 * energy);
  }
}

TEST(Spectral, ParsevalHoldsForAnyLengthAndNoticesWhatIsNotANumber) {
  for (const int cols : {1, 2, 3, 5, 8, 97, 360}) {
    const Spectral spectral({1, 1, cols}, 0, 1, 1);
    Doubles cells(static_cast<std::size_t>(cols));
    for (int j = 0; j < cols; ++j) cells.data()[j] = std::sin(j * j + 0.3);
    EXPECT_LE(spectral.advance(cells.data(), 0, 0).parseval_error, parseval_limit) << cols;
    cells.data()[0] = NAN;
    EXPECT_GT(spectral.advance(cells.data(), 0, 0).parseval_error, parseval_limit) << cols;
  }
}

TEST(Mixing, KeepsTheSumOfEachColumnAndLevelsItOut) {
  Field field(1, 40, 200);
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 200; ++j) field.row(0, i)[j] = std::cos(i * 0.9 + j);
  }
  const auto column = [&](int j, bool squared) {
    double sum = 0;
    for (int i = 0; i < 40; ++i) {
      const double x = field.row(0, i)[j];
      sum += squared ? x * x : x;
    }
    return sum;
  };
  for (const int j : {0, 127, 128, 199}) {
    const double sum = column(j, false), squares = column(j, true);
    mix_meridians(field.row(0, 0) + j, 40, 1, field.stride(), 1);
    EXPECT_NEAR(column(j, false), sum, 1e-12);
    EXPECT_LT(column(j, true), squares);
  }
}

TEST(Layout, CutsBlocksIntoTheMessagesAskedFor) {
  const Shape shape{12, 216, 252};
  for (const int messages : {16, 24, 100, 1000, 10000, 40000}) {
    const Layout layout(shape, 0, 2, {messages, 0});
    EXPECT_NEAR(static_cast<double>(layout.messages_per_step()), messages, 0.25 * messages);
    std::int64_t cells = 0;
    for (const Piece& piece : layout.pieces()) cells += piece.cells();
    EXPECT_EQ(cells, shape.points() / 4);
  }
  const Layout by_size(shape, 1, 4, {0, 1000});
  EXPECT_NEAR(static_cast<double>(by_size.bytes_per_message()), 1000, 150);
  EXPECT_NE(message_of([&] { Layout(shape, 0, 5, {}); }).find("5 ranks do not divide 216 rows"),
            std::string::npos);
}

/// What all ranks would do with MPI, done in one process.
TEST(Transposition, BringsEachCellWhereItBelongsAndBack) {
  const Shape shape{3, 12, 24};
  for (const int ranks : {1, 2, 3, 4}) {
    for (const int messages : {1, 30, 300}) {
      struct Rank {
        Rank(const Shape& shape, int rank, int ranks, const Cut& cut)
            : layout(shape, rank, ranks, cut),
              columns(shape.levels, shape.rows, layout.cols()),
              rows(shape.levels, layout.rows(), shape.cols),
              to_rows(Transposition::Way::to_rows, layout, columns, rows, true) {}
        Layout layout;
        Field columns, rows;
        Transposition to_rows;
      };
      std::vector<std::unique_ptr<Rank>> all;
      const auto value = [](int level, int row, int col) { return level * 1e4 + row * 100 + col; };
      for (int r = 0; r < ranks; ++r) {
        all.push_back(std::make_unique<Rank>(shape, r, ranks, Cut{messages, 0}));
        Rank& here = *all.back();
        for (int l = 0; l < shape.levels; ++l) {
          for (int i = 0; i < shape.rows; ++i) {
            for (int j = 0; j < here.layout.cols(); ++j) {
              here.columns.row(l, i)[j] = value(l, i, r * here.layout.cols() + j);
            }
          }
        }
      }
      for (const auto& sender : all) {
        for (const Message& message : sender->to_rows.messages()) {
          sender->to_rows.pack(message);
          for (const Message& there : all[message.to]->to_rows.messages()) {
            if (there.tag == message.tag && there.from == sender->layout.rank()) {
              std::memcpy(there.receive, message.send, sizeof(double) * message.count);
            }
          }
        }
      }
      for (const auto& here : all) {
        for (const Slab& slab : here->layout.slabs()) here->to_rows.unpack(slab);
        for (int l = 0; l < shape.levels; ++l) {
          for (int i = 0; i < here->layout.rows(); ++i) {
            for (int j = 0; j < shape.cols; ++j) {
              const int row = here->layout.rank() * here->layout.rows() + i;
              ASSERT_EQ(here->rows.row(l, i)[j], value(l, row, j)) << ranks << " " << messages;
            }
          }
        }
      }
    }
  }
}

TEST(Input, ReadsThePackedVariableOfANetcdfFile) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("ifsker_parts_" + std::to_string(getpid()) + ".nc");
  int file = 0, time = 0, lat = 0, lon = 0, temperature = 0;
  ASSERT_EQ(nc_create(path.c_str(), NC_CLOBBER, &file), NC_NOERR);
  nc_def_dim(file, "time", NC_UNLIMITED, &time);
  nc_def_dim(file, "lat", 2, &lat);
  nc_def_dim(file, "lon", 3, &lon);
  const int dimensions[] = {time, lat, lon};
  nc_def_var(file, "t", NC_SHORT, 3, dimensions, &temperature);
  const double scale = 0.5, offset = 100;
  const short fill = -32767;
  nc_put_att_double(file, temperature, "scale_factor", NC_DOUBLE, 1, &scale);
  nc_put_att_double(file, temperature, "add_offset", NC_DOUBLE, 1, &offset);
  nc_put_att_short(file, temperature, "_FillValue", NC_SHORT, 1, &fill);
  nc_enddef(file);
  const std::size_t start[] = {0, 0, 0}, count[] = {1, 2, 3};
  const short values[] = {1, 2, 3, 4, fill, 10};
  nc_put_vara_short(file, temperature, start, count, values);
  nc_close(file);
  const InputField field = read_input(path, "", std::nullopt);
  EXPECT_EQ(field.shape, (Shape{1, 2, 3}));
  EXPECT_EQ(field.values, (std::vector<double>{100.5, 101, 101.5, 102, 102, 105}));
  EXPECT_EQ(message_of([&] { read_input(path, "u", std::nullopt); }),
            path + ": no variable 'u'; use --variable t");
  std::filesystem::remove(path);
}

TEST(Input, ResamplingKeepsWhatFitsAndGoesAroundTheGlobe) {
  const std::vector<double> field{0, 1, 2, 3, 10, 11, 12, 13};
  EXPECT_EQ(resample(field, {1, 2, 4}, {1, 2, 4}), field);
  const std::vector<double> finer = resample(field, {1, 2, 4}, {2, 2, 8});
  EXPECT_EQ(finer.size(), 32u);
  EXPECT_EQ(finer[1], 0.5);
  EXPECT_EQ(finer[7], 1.5);  // between the last column and the first
  EXPECT_EQ(finer[16], 0);
}

}  // namespace
}  // namespace ifsker
