#include "layout.hpp"

namespace cholesky {

RankGrid squarest_grid(int ranks) {
  RankGrid grid{1, ranks};
  for (int p = 2; p <= ranks / p; ++p) {
    if (ranks % p == 0) grid = {p, ranks / p};
  }
  return grid;
}

std::vector<int> Layout::destinations(int i, int j) const {
  std::vector<bool> needs(ranks(), false);
  // Once around the grid of ranks, all that own a tile of this row or column have been met.
  if (i == j) {
    for (int row = i + 1; row < std::min(tiles(), i + 1 + grid_.p); ++row) {
      needs[owner(row, j)] = true;
    }
  } else {
    for (int col = j + 1; col <= std::min(i, j + grid_.q); ++col) needs[owner(i, col)] = true;
    for (int row = i; row < std::min(tiles(), i + grid_.p); ++row) needs[owner(row, i)] = true;
  }
  needs[owner(i, j)] = false;
  std::vector<int> found;
  for (int rank = 0; rank < ranks(); ++rank) {
    if (needs[rank]) found.push_back(rank);
  }
  return found;
}

Counts Layout::counts() const {
  const std::int64_t n = tiles();
  Counts counts{n + n * (n - 1) + n * (n - 1) * (n - 2) / 6, 0};
  for (int i = 0; i < tiles(); ++i) {
    for (int j = 0; j <= i; ++j) {
      counts.communication += 2 * static_cast<std::int64_t>(destinations(i, j).size());
    }
  }
  return counts;
}

}  // namespace cholesky
