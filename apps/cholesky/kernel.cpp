#include "kernel.hpp"

#include <cblas.h>
#include <f77blas.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "common/clock.hpp"

namespace cholesky {
namespace {

/// An OpenBLAS with threads of its own computes without them: the tasks are what runs side by side.
void forbid_threads() { openblas_set_num_threads(1); }

}  // namespace

Kernel::Kernel(double gemm_us)
    : gemm_ns_(1e3 * gemm_us), late_ns_(gemm_us > 0 ? app::wake_up_latency_ns() : 0) {
  forbid_threads();
}

void Kernel::sleep(Kind kind) const {
  app::sleep_precisely(std::max(0.0, gemm_ns_ * cost_of(kind) - late_ns_));
}

int potrf(int order, double* a) {
  char lower = 'L';
  blasint n = order, info = 0;
  dpotrf_(&lower, &n, a, &n, &info);
  // OpenBLAS calls a pivot that is not a number a success.
  const int done = info > 0 ? info - 1 : order;
  for (int k = 0; k < done; ++k) {
    const double pivot = a[k + std::ptrdiff_t{k} * order];
    if (!(pivot > 0) || std::isinf(pivot)) return k + 1;
  }
  return info;
}

void trsm(int rows, int cols, const double* l, double* a) {
  cblas_dtrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, rows, cols, 1, l,
              cols, a, rows);
}

void syrk(int order, int inner, const double* a, double* c) {
  cblas_dsyrk(CblasColMajor, CblasLower, CblasNoTrans, order, inner, -1, a, order, 1, c, order);
}

void gemm(int rows, int cols, int inner, const double* a, const double* b, double* c) {
  cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, rows, cols, inner, -1, a, rows, b, cols, 1,
              c, rows);
}

void multiply_symmetric(int order, const double* a, const double* x, double* y) {
  cblas_dsymv(CblasColMajor, CblasLower, order, 1, a, order, x, 1, 0, y, 1);
}

void solve(int order, const double* l, double* x) {
  cblas_dtrsv(CblasColMajor, CblasLower, CblasNoTrans, CblasNonUnit, order, l, order, x, 1);
  cblas_dtrsv(CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, order, l, order, x, 1);
}

}  // namespace cholesky
