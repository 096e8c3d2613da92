// The problem every variant solves: tracers on a channel around a planet, each level with one of
// its own, carried along by a wind that the levels share. Knows nothing of ranks, threads or MPI.
//
// A step has two parts, which want the field laid out in two ways. Grid-point physics mixes along
// each meridian (a column of cells), which has to be in one place for it (mixing.hpp). The zonal
// part, wind and diffusion along a circle of latitude (a row of cells), is solved exactly between
// two Fourier transforms of the whole row (spectral.hpp). Both parts keep the mass; the energy
// decays.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ifsker {

struct Shape {
  int levels = 0;
  int rows = 0;  ///< circles of latitude, from north to south
  int cols = 0;  ///< cells of each

  std::int64_t points() const { return std::int64_t{levels} * rows * cols; }
  std::string text() const;  ///< "LEVELSxROWSxCOLS"
  bool operator==(const Shape&) const = default;
};

/// The shape that `points` points get: default_levels levels, rows to which there are one to four
/// times as many columns. Of these the one that most numbers of ranks can share, then the one next
/// to twice as many columns as rows. No levels if there is none.
Shape shape_of(std::int64_t points);
constexpr int default_levels = 12;

struct Problem {
  Shape shape;
  int steps = 200;
  /// levels x rows x cols values at the start; empty: the analytic field.
  std::vector<double> input;
  /// Differences between neighbouring cells far above this are mixed little: fronts stay.
  double front = 1;

  /// The field at the start. Depends on nothing but its arguments: every rank fills its own part,
  /// and gets what the serial program gets.
  double initial(int level, int row, int col) const;
};

/// The problem with its `front` filled in. `input` as in Problem.
Problem make_problem(Shape shape, int steps, std::vector<double> input);

/// The transform of a row of the analytic field, known without one: sum over the row's cells j of
/// u[j] exp(-2 pi i m j / cols). For rows of more than 2 * highest_wave cells.
std::complex<double> analytic_coefficient(const Shape& shape, int level, int row, int m);
constexpr int highest_wave = 9;

/// Bilinear, around the globe in the direction of columns.
std::vector<double> resample(const std::vector<double>& field, const Shape& from, const Shape& to);

}  // namespace ifsker
