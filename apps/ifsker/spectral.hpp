// The zonal part of a step: rows are transformed, each coefficient moves on by the wind and decays
// by diffusion, which is the exact solution, and rows are transformed back.
//
// Transforms are FFTW's, of whole rows, planned without measuring (FFTW_ESTIMATE): every plan of a
// length is then the same, and so are its results to the bit, on whatever rank and thread.
#pragma once

#include <fftw3.h>

#include <vector>

#include "field.hpp"
#include "problem.hpp"

namespace ifsker {

/// What the rows of a step add up to.
struct Sums {
  double mass = 0;    ///< of the cells
  double energy = 0;  ///< of half the cells' squares
  /// The largest relative difference of the two sides of Parseval's equation, around a transform.
  double parseval_error = 0;

  void add(const Sums& other);
};

/// Rounding may leave this much of Parseval's equation.
constexpr double parseval_limit = 1e-12;

class Spectral {
 public:
  /// For rows first_row to first_row + rows - 1, by any of `threads` threads. To be made by one
  /// thread at a time, as FFTW's planner wants.
  Spectral(const Shape& shape, int first_row, int rows, int threads);
  ~Spectral();
  Spectral(const Spectral&) = delete;
  Spectral& operator=(const Spectral&) = delete;

  /// One step of row `row`, counted from first_row, of any level, in place. `cells` as in Field.
  Sums advance(double* cells, int row, int thread) const;

 private:
  double* coefficients(int thread) const { return scratch_.data() + thread * scratch_stride_; }

  int cols_;
  int waves_;  ///< coefficients of a row
  fftw_plan forward_, backward_;
  /// What a coefficient is multiplied with: waves_ complex numbers a row. The division by cols that
  /// the two transforms leave to do is in it.
  std::vector<double> factors_;
  std::ptrdiff_t scratch_stride_;
  mutable Doubles scratch_;  ///< a row's coefficients, for each thread
};

}  // namespace ifsker
