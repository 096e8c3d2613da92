// The tiles in a rank's memory: its own, and a copy of each that it needs of another rank's.
// A tile lies column by column; its first number stands for it in dependences.
#pragma once

#include <vector>

#include "common/doubles.hpp"
#include "layout.hpp"
#include "problem.hpp"

namespace cholesky {

class Tiles {
 public:
  /// With room for the time of sending behind each copy. May throw std::bad_alloc.
  Tiles(const Layout& layout, int rank);
  Tiles(const Tiles&) = delete;
  Tiles& operator=(const Tiles&) = delete;

  static double bytes(const Layout& layout, int rank);

  /// This rank's own, or the copy.
  double* at(int i, int j) const { return tile_[layout_.index(i, j)]; }

  /// Puts the matrix into this rank's own tiles.
  void fill(const Problem& problem);

 private:
  const Layout& layout_;
  int rank_;
  app::Doubles numbers_;
  std::vector<double*> tile_;  ///< by Layout::index(); null: not needed here
};

}  // namespace cholesky
