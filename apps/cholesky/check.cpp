#include "check.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

#include "common/ranks.hpp"
#include "kernel.hpp"

namespace cholesky {
namespace {

/// A whole matrix, column by column; the lower triangle counts, above it is 0.
class Whole {
 public:
  explicit Whole(int order) : order_(order), cells_(static_cast<std::size_t>(order) * order) {}
  double& at(int row, int col) { return cells_[row + static_cast<std::size_t>(col) * order_]; }
  double* data() { return cells_.data(); }

  /// Puts a tile's lower triangle, or all of it, in its place.
  void put(const Layout& layout, int i, int j, const double* tile) {
    for (int col = 0; col < layout.rows(j); ++col, tile += layout.rows(i)) {
      for (int row = i == j ? col : 0; row < layout.rows(i); ++row) {
        at(layout.first(i) + row, layout.first(j) + col) = tile[row];
      }
    }
  }

  /// Frobenius's, of the symmetric matrix.
  double norm() {
    double sum = 0;
    for (int col = 0; col < order_; ++col) {
      sum += at(col, col) * at(col, col);
      for (int row = col + 1; row < order_; ++row) sum += 2 * at(row, col) * at(row, col);
    }
    return std::sqrt(sum);
  }

 private:
  int order_;
  std::vector<double> cells_;
};

void fill(const Problem& problem, Whole& a) {
  for (const Entry& entry : problem.entries()) a.at(entry.row, entry.col) = entry.value;
  if (!problem.generated()) return;
  for (int col = 0; col < problem.order(); ++col) {
    for (int row = col; row < problem.order(); ++row) {
      a.at(row, col) = problem.generated_value(row, col);
    }
  }
}

/// Rank 0 takes the tiles of all ranks, which send them in the same order.
void gather(MPI_Comm comm, const Layout& layout, const Tiles& tiles, int rank, Whole* l) {
  std::vector<double> received(static_cast<std::size_t>(layout.tile()) * layout.tile());
  for (int i = 0; i < layout.tiles(); ++i) {
    for (int j = 0; j <= i; ++j) {
      const int owner = layout.owner(i, j), count = static_cast<int>(layout.cells(i, j));
      if (rank == 0 && owner == 0) {
        l->put(layout, i, j, tiles.at(i, j));
      } else if (rank == 0) {
        MPI_Recv(received.data(), count, MPI_DOUBLE, owner, 0, comm, MPI_STATUS_IGNORE);
        l->put(layout, i, j, received.data());
      } else if (rank == owner) {
        MPI_Send(tiles.at(i, j), count, MPI_DOUBLE, 0, 0, comm);
      }
    }
  }
}

double norm(const std::vector<double>& x) {
  double sum = 0;
  for (const double each : x) sum += each * each;
  return std::sqrt(sum);
}

/// `a` is room for the matrix.
Residuals residuals_of(const Problem& problem, Whole& l, Whole& a) {
  const int order = problem.order();
  fill(problem, a);
  const double size = a.norm();
  std::vector<double> known(order), b(order), rest(order);
  for (int row = 0; row < order; ++row) known[row] = 1 + row % 7;
  multiply_symmetric(order, a.data(), known.data(), b.data());
  std::vector<double> y = b;
  solve(order, l.data(), y.data());
  multiply_symmetric(order, a.data(), y.data(), rest.data());
  for (int row = 0; row < order; ++row) rest[row] -= b[row];
  syrk(order, order, l.data(), a.data());
  return {a.norm() / size, norm(rest) / (size * norm(y))};
}

}  // namespace

Residuals check_factor(MPI_Comm comm, const Problem& problem, const Layout& layout,
                       const Tiles& tiles) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  std::vector<Whole> whole;  // the factor, and the matrix
  const double order = layout.order();
  app::allocate(comm, rank == 0 ? 2 * sizeof(double) * order * order : 0,
                "--check: rank 0 has no memory for two matrices of order " +
                    std::to_string(layout.order()) + "; use a smaller --size or leave --check out",
                [&] {
                  if (rank != 0) return;
                  whole.emplace_back(layout.order());
                  whole.emplace_back(layout.order());
                });
  gather(comm, layout, tiles, rank, rank == 0 ? &whole[0] : nullptr);
  Residuals residuals{};
  app::on_rank_0(comm, [&] { residuals = residuals_of(problem, whole[0], whole[1]); });
  MPI_Bcast(&residuals, sizeof residuals, MPI_BYTE, 0, comm);
  return residuals;
}

}  // namespace cholesky
