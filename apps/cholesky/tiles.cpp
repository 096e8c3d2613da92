#include "tiles.hpp"

namespace cholesky {
namespace {

constexpr int stamp = 1;

/// Calls `take(i, j, numbers)` for each tile that `rank` owns or needs.
template <class Take>
void for_each_tile(const Layout& layout, int rank, Take&& take) {
  for (int i = 0; i < layout.tiles(); ++i) {
    for (int j = 0; j <= i; ++j) {
      const std::vector<int> others = layout.destinations(i, j);
      if (layout.owner(i, j) == rank || std::binary_search(others.begin(), others.end(), rank)) {
        take(i, j, app::round_up(layout.cells(i, j) + stamp));
      }
    }
  }
}

std::size_t numbers_of(const Layout& layout, int rank) {
  std::ptrdiff_t sum = 0;
  for_each_tile(layout, rank, [&](int, int, std::ptrdiff_t numbers) { sum += numbers; });
  return static_cast<std::size_t>(sum);
}

}  // namespace

Tiles::Tiles(const Layout& layout, int rank)
    : layout_(layout),
      rank_(rank),
      numbers_(numbers_of(layout, rank)),
      tile_(layout.number_of_tiles(), nullptr) {
  double* place = numbers_.data();
  for_each_tile(layout, rank, [&](int i, int j, std::ptrdiff_t numbers) {
    tile_[layout.index(i, j)] = place;
    place += numbers;
  });
}

double Tiles::bytes(const Layout& layout, int rank) {
  return sizeof(double) * static_cast<double>(numbers_of(layout, rank));
}

void Tiles::fill(const Problem& problem) {
  for (const Entry& entry : problem.entries()) {
    const int i = entry.row / layout_.tile(), j = entry.col / layout_.tile();
    if (layout_.owner(i, j) != rank_) continue;
    const int row = entry.row - layout_.first(i), col = entry.col - layout_.first(j);
    at(i, j)[row + std::ptrdiff_t{col} * layout_.rows(i)] = entry.value;
  }
  if (!problem.generated()) return;
  for (int i = 0; i < layout_.tiles(); ++i) {
    for (int j = 0; j <= i; ++j) {
      if (layout_.owner(i, j) != rank_) continue;
      double* cell = at(i, j);
      for (int col = 0; col < layout_.rows(j); ++col) {
        for (int row = 0; row < layout_.rows(i); ++row, ++cell) {
          const bool lower = i > j || row >= col;
          if (lower)
            *cell = problem.generated_value(layout_.first(i) + row, layout_.first(j) + col);
        }
      }
    }
  }
}

}  // namespace cholesky
