// The problem every variant solves: a rectangle of cells whose border keeps its temperature, and
// what the temperature is at the start. Knows nothing of ranks, threads or MPI.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace heat {

/// Warms the cells around a point: by `temperature` there, less further away, nothing beyond
/// `range`. On the border it heats for ever, since the border keeps its temperature.
struct Source {
  double x;            ///< 0: left border, 1: right border
  double y;            ///< 0: upper border, 1: lower border
  double range;        ///< in lengths of the grid's longer side
  double temperature;  ///< degrees
};

struct Sides {
  double top = 0, bottom = 0, left = 0, right = 0;
};

/// A grey picture as temperature field: black is 0 degrees, white is 100.
struct Image {
  int rows = 0;
  int cols = 0;
  std::vector<std::uint8_t> grey;  ///< rows x cols
};

struct Problem {
  int rows = 0;
  int cols = 0;
  int iterations = 100;
  int block = 0;  ///< rows and columns of a block
  double background = 0;
  Sides boundary;
  std::vector<Source> sources;
  std::optional<Image> image;

  /// The temperature of a cell before the first sweep. Rows -1 and `rows`, columns -1 and `cols`
  /// are the border, which keeps it. Depends on nothing but its arguments: every rank fills its
  /// own rows, and gets what the serial program gets.
  double initial_temperature(int row, int col) const;
};

/// What --size without --input solves: two heated spots on the border and a warm one inside.
Problem default_problem();

}  // namespace heat
