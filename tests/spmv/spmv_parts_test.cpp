// spmv's parts: matrices, their partition, and the methods on one thread.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "check.hpp"
#include "common/error.hpp"
#include "methods.hpp"
#include "system.hpp"

namespace spmv {
namespace {

using Symmetry = app::MatrixEntries::Symmetry;

Step serially(const System& system) {
  return [&system](const PartWork& work) {
    for (int part = 0; part < system.parts(); ++part) work(part);
  };
}

TEST(Laplace, LosesThroughTheBorderAlone) {
  const Matrix matrix = laplace(5);
  EXPECT_EQ(matrix.rows, 25);
  EXPECT_EQ(matrix.nonzeros(), 25 + 4 * 20);
  std::vector<double> ones(25, 1.0), flow(25);
  multiply(matrix, ones.data(), flow.data());
  for (int cell = 0; cell < 25; ++cell) {
    const int i = cell / 5, j = cell % 5;
    EXPECT_EQ(flow[cell], 2.0 * ((i == 0) + (i == 4) + (j == 0) + (j == 4))) << cell;
  }
}

TEST(Matrix, AddsUpEntriesOfOnePlaceAndSortsColumns) {
  const app::MatrixEntries entries{2,           2, Symmetry::general, {1, 0, 1, 1}, {1, 1, 0, 1},
                                   {1, 2, 3, 4}};
  const Matrix matrix = make_matrix("a.mtx", entries);
  EXPECT_EQ(matrix.start, (std::vector<int>{0, 1, 3}));
  EXPECT_EQ(matrix.column, (std::vector<int>{1, 0, 1}));
  EXPECT_EQ(matrix.value, (std::vector<double>{2, 3, 5}));
}

TEST(Matrix, HasBothTrianglesOfASymmetricOne) {
  const app::MatrixEntries entries{3, 3, Symmetry::symmetric, {0, 2}, {0, 1}, {7, 8}};
  const Matrix matrix = make_matrix("a.mtx", entries);
  EXPECT_EQ(matrix.start, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(matrix.column, (std::vector<int>{0, 2, 1}));
}

Matrix read(const std::string& text) {
  return make_matrix("a.mtx", app::parse_matrix_market("a.mtx", "%%MatrixMarket matrix " + text));
}

TEST(Matrix, OfAPatternHasOnes) {
  const Matrix general = read("coordinate pattern general\n3 3 3\n1 1\n3 1\n2 3\n");
  EXPECT_EQ(general.start, (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(general.column, (std::vector<int>{0, 2, 0}));
  EXPECT_EQ(general.value, (std::vector<double>{1, 1, 1}));
  const Matrix symmetric = read("coordinate pattern symmetric\n3 3 2\n1 1\n3 2\n");
  EXPECT_EQ(symmetric.column, (std::vector<int>{0, 2, 1}));
  EXPECT_EQ(symmetric.value, (std::vector<double>{1, 1, 1}));
}

TEST(Matrix, HasTheOtherTriangleOfASkewSymmetricOneNegated) {
  for (const char* text : {"coordinate real skew-symmetric\n3 3 3\n2 1 2\n3 1 -3\n3 2 4\n",
                           "array real skew-symmetric\n3 3\n2\n-3\n4\n"}) {
    const Matrix matrix = read(text);
    EXPECT_EQ(matrix.start, (std::vector<int>{0, 2, 4, 6}));
    EXPECT_EQ(matrix.column, (std::vector<int>{1, 2, 0, 2, 0, 1}));
    EXPECT_EQ(matrix.value, (std::vector<double>{-2, 3, 2, -4, -3, 4}));
  }
}

TEST(Matrix, OfATriangleIsRefusedUnlessItIsOne) {
  for (const char* text :
       {"coordinate real skew-symmetric\n2 2 2\n1 1 1\n2 1 1\n",
        "coordinate pattern skew-symmetric\n2 2 1\n2 1\n",
        "array real skew-symmetric\n2 2\n1\n1\n1\n", "array real symmetric\n2 2\n1\n1\n",
        "array real symmetric\n2 3\n1\n1\n1\n1\n1\n1\n"}) {
    EXPECT_THROW(read(text), app::UsageError) << text;
  }
}

TEST(Matrix, IsRefusedUnlessSquare) {
  EXPECT_THROW(make_matrix("a.mtx", {2, 3, Symmetry::general, {}, {}, {}}), app::UsageError);
}

TEST(Partition, IsBalancedAndCutsLittle) {
  const Partition parts = partition(laplace(64), 8);
  std::map<int, int> rows;
  for (const int part : parts.part_of_row) ++rows[part];
  ASSERT_EQ(rows.size(), 8U);
  for (const auto& [part, count] : rows) EXPECT_LT(count, 64 * 64 / 8 * 1.1) << part;
  EXPECT_LT(parts.cut, 64 * 7);  // of seven straight lines
}

TEST(Partition, TakesAMatrixWithoutTies) {
  const Matrix alone =
      make_matrix("a.mtx", {3, 3, Symmetry::general, {0, 1, 2}, {0, 1, 2}, {1, 1, 1}});
  for (const int part : partition(alone, 3).part_of_row) EXPECT_LT(part, 3);
}

TEST(System, MultipliesToTheBitsOfTheMatrix) {
  const Matrix matrix = laplace(20);
  for (const int parts : {1, 2, 7, 64, 400}) {
    System system(matrix, partition(matrix, parts), parts, vectors_of_product);
    app::Progress silent(app::Progress::Style::none, "test", 1);
    touch_first(system, serially(system));
    multiply_often(system, silent, 2, serially(system));
    EXPECT_FALSE(first_difference(serial_product(matrix), system.gather(y))) << parts;
  }
}

TEST(BiCgStab, SolvesWhatItCan) {
  const Matrix matrix = laplace(30);
  System system(matrix, partition(matrix, 5), 5, vectors_of_bicgstab);
  app::Progress silent(app::Progress::Style::none, "test", 1);
  touch_first(system, serially(system));
  make_right_side(system, serially(system));
  const int done = solve_bicgstab(system, silent, 1000, serially(system));
  EXPECT_LT(done, 200);
  const std::vector<double> found = system.gather(x);
  EXPECT_LE(recomputed_residual(matrix, found), wanted_residual);
  for (int i = 0; i < matrix.rows; ++i) EXPECT_NEAR(found[i], start_value(i), 1e-7);
}

TEST(BiCgStab, StopsAtItsLimitAndWhereItBreaksDown) {
  app::Progress silent(app::Progress::Style::none, "test", 1);
  const Matrix turned = make_matrix("a.mtx", {2, 2, Symmetry::general, {0, 1}, {1, 0}, {1, -1}});
  System broken(turned, partition(turned, 1), 1, vectors_of_bicgstab);
  touch_first(broken, serially(broken));
  make_right_side(broken, serially(broken));
  EXPECT_EQ(solve_bicgstab(broken, silent, 1000, serially(broken)), 1);
  const Matrix matrix = laplace(30);
  System system(matrix, partition(matrix, 5), 5, vectors_of_bicgstab);
  touch_first(system, serially(system));
  make_right_side(system, serially(system));
  EXPECT_EQ(solve_bicgstab(system, silent, 3, serially(system)), 3);
}

}  // namespace
}  // namespace spmv
