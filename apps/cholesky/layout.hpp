// The lower triangle of a symmetric matrix as square tiles, spread block-cyclically over a grid of
// P x Q ranks, and the tasks that factorise it. Knows nothing of MPI, threads or values.
//
// Tile (i, j), i >= j, has the rows i * tile.. and the columns j * tile..; the last ones may be
// smaller. It belongs to rank (i mod P) * Q + (j mod Q).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cholesky {

struct RankGrid {
  int p = 1, q = 1;
};

/// The grid of `ranks` nearest to a square, with p <= q.
RankGrid squarest_grid(int ranks);

enum class Kind { potrf, trsm, syrk, gemm, send, receive };

constexpr bool computes(Kind kind) { return kind < Kind::send; }

/// `potrf`, `trsm`, `syrk` and `gemm` write tile (i, j), in step k: with tiles (k, k), or (i, k)
/// and (j, k). Messages carry tile (i, j) to or from `peer`.
struct Task {
  Kind kind;
  int i, j, k;
  int peer;
};

struct Counts {
  std::int64_t compute = 0, communication = 0;
};

class Layout {
 public:
  Layout(int order, int tile, RankGrid grid) : order_(order), tile_(tile), grid_(grid) {}

  int order() const { return order_; }
  int tile() const { return tile_; }
  RankGrid grid() const { return grid_; }
  int ranks() const { return grid_.p * grid_.q; }
  int tiles() const { return (order_ - 1) / tile_ + 1; }  ///< in a row or column of the matrix
  int first(int i) const { return i * tile_; }            ///< row of the matrix
  int rows(int i) const { return std::min(tile_, order_ - first(i)); }
  std::ptrdiff_t cells(int i, int j) const { return std::ptrdiff_t{rows(i)} * rows(j); }
  int owner(int i, int j) const { return i % grid_.p * grid_.q + j % grid_.q; }

  /// A number for each tile of the triangle, from 0 to number_of_tiles() - 1.
  std::ptrdiff_t index(int i, int j) const { return std::ptrdiff_t{i} * (i + 1) / 2 + j; }
  std::ptrdiff_t number_of_tiles() const { return index(tiles(), 0); }

  /// The ranks that need tile (i, j), but its owner; ascending.
  std::vector<int> destinations(int i, int j) const;

  /// Of all ranks together; each message is two tasks.
  Counts counts() const;

 private:
  int order_, tile_;
  RankGrid grid_;
};

/// Calls `visit(Task)` for each task of `rank`, in the order in which the program creates them:
/// that of the sequential factorisation, which is one order for all ranks.
template <class Visit>
void for_each_task(const Layout& layout, int rank, Visit&& visit) {
  const int tiles = layout.tiles();
  const auto compute = [&](Kind kind, int i, int j, int k) {
    if (layout.owner(i, j) == rank) visit(Task{kind, i, j, k, rank});
  };
  const auto broadcast = [&](int i, int j) {
    const int owner = layout.owner(i, j);
    for (const int to : layout.destinations(i, j)) {
      if (owner == rank) visit(Task{Kind::send, i, j, j, to});
      if (to == rank) visit(Task{Kind::receive, i, j, j, owner});
    }
  };
  for (int k = 0; k < tiles; ++k) {
    compute(Kind::potrf, k, k, k);
    broadcast(k, k);
    for (int i = k + 1; i < tiles; ++i) compute(Kind::trsm, i, k, k);
    for (int i = k + 1; i < tiles; ++i) broadcast(i, k);
    for (int i = k + 1; i < tiles; ++i) {
      for (int j = k + 1; j < i; ++j) compute(Kind::gemm, i, j, k);
      compute(Kind::syrk, i, i, k);
    }
  }
}

}  // namespace cholesky
