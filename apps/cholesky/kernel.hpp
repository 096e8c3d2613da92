// What is done to tiles: OpenBLAS's four routines, or sleeps of their relative costs. A tile lies
// column by column; of those on the diagonal the lower triangle counts.
#pragma once

#include "layout.hpp"

namespace cholesky {

/// A kind's floating-point operations, of a gemm's.
constexpr double cost_of(Kind kind) {
  switch (kind) {
    case Kind::potrf:
      return 1.0 / 6;
    case Kind::trsm:
    case Kind::syrk:
      return 0.5;
    default:
      return 1;
  }
}

class Kernel {
 public:
  /// `gemm_us` 0: computes. Otherwise a gemm sleeps that long; what this machine wakes sleepers too
  /// late, measured here, is taken off.
  explicit Kernel(double gemm_us);

  bool sleeps() const { return gemm_ns_ > 0; }
  void sleep(Kind kind) const;

 private:
  double gemm_ns_;
  double late_ns_;
};

/// A = L L^T in place. Returns 0, or the order of the first leading minor that is not positive (the
/// pivot stays in its place) or not a number.
int potrf(int order, double* a);

/// A = A L^-T, A of rows x cols.
void trsm(int rows, int cols, const double* l, double* a);

/// C = C - A A^T, A of order x inner.
void syrk(int order, int inner, const double* a, double* c);

/// C = C - A B^T, C of rows x cols.
void gemm(int rows, int cols, int inner, const double* a, const double* b, double* c);

/// y = A x.
void multiply_symmetric(int order, const double* a, const double* x, double* y);

/// x = L^-T L^-1 x.
void solve(int order, const double* l, double* x);

}  // namespace cholesky
