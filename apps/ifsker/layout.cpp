#include "layout.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "common/error.hpp"

namespace ifsker {
namespace {

/// "1, 2, 3", the divisors of `number` that a user may think of.
std::string divisors(int number) {
  std::string text;
  int listed = 0;
  for (int d = 1; d <= number && listed < 8; ++d) {
    if (number % d != 0) continue;
    text += (listed++ ? ", " : "") + std::to_string(d);
  }
  return text;
}

/// Where part `i` of `parts` begins in `whole`.
int begin_of(int i, int parts, int whole) {
  return static_cast<int>(std::int64_t{i} * whole / parts);
}

/// The pieces a block is to be cut into.
std::int64_t pieces_wanted(const Shape& shape, int ranks, const Cut& cut, std::int64_t cells) {
  if (cut.messages > 0) {
    const std::int64_t ways = std::int64_t{2} * (ranks - 1);
    if (cut.messages > ways * cells) {
      throw app::UsageError("--messages " + std::to_string(cut.messages) + ": " +
                            std::to_string(ranks) + " ranks have " + std::to_string(ways * cells) +
                            " numbers to send in a step; use no more messages than that");
    }
    return std::max(std::int64_t{1}, (cut.messages + ways / 2) / ways);
  }
  if (cut.bytes > 0) {
    const std::int64_t cells_each = std::max(std::int64_t{1}, cut.bytes / 8);
    return (cells + cells_each - 1) / cells_each;
  }
  return shape.levels;
}

}  // namespace

Layout::Layout(const Shape& shape, int rank, int ranks, const Cut& cut)
    : rank_(rank), ranks_(ranks), rows_(shape.rows / ranks), cols_(shape.cols / ranks) {
  if (shape.rows % ranks != 0 || shape.cols % ranks != 0) {
    throw app::UsageError(std::to_string(ranks) + " ranks do not divide " +
                          std::to_string(shape.rows) + " rows and " + std::to_string(shape.cols) +
                          " columns: use mpirun -n " + divisors(std::gcd(shape.rows, shape.cols)) +
                          ", or --points LEVELSxROWSxCOLS with multiples of " +
                          std::to_string(ranks));
  }
  std::int64_t wanted = shape.levels;
  if (ranks > 1) {
    wanted = pieces_wanted(shape, ranks, cut, std::int64_t{shape.levels} * rows_ * cols_);
  }
  const int slabs = static_cast<int>(std::min<std::int64_t>(shape.levels, wanted));
  for (int s = 0; s < slabs; ++s) {
    const int level = begin_of(s, slabs, shape.levels);
    cut_slab(level, begin_of(s + 1, slabs, shape.levels) - level, wanted / slabs);
  }
}

void Layout::cut_slab(int level, int levels, std::int64_t pieces) {
  const int first = static_cast<int>(pieces_.size());
  const int across = static_cast<int>(std::min<std::int64_t>(pieces, rows_));
  // More pieces than rows: each row is cut as well.
  const int along = static_cast<int>(std::min<std::int64_t>((pieces + rows_ / 2) / rows_, cols_));
  for (int i = 0; ranks_ > 1 && i < across; ++i) {
    const int row = begin_of(i, across, rows_), rows = begin_of(i + 1, across, rows_) - row;
    const int parts = across < rows_ ? 1 : std::max(1, along);
    for (int j = 0; j < parts; ++j) {
      const int col = begin_of(j, parts, cols_);
      pieces_.push_back({level, levels, row, rows, col, begin_of(j + 1, parts, cols_) - col});
    }
  }
  slabs_.push_back({level, levels, first, static_cast<int>(pieces_.size()) - first});
}

std::int64_t Layout::bytes_per_message() const {
  std::int64_t cells = 0;
  for (const Piece& piece : pieces_) cells += piece.cells();
  return pieces_.empty() ? 0 : 8 * cells / static_cast<std::int64_t>(pieces_.size());
}

}  // namespace ifsker
