/* OpenBLAS's own OpenMP use: products and a factorisation from the serial part, from two nested
 * levels, and from tasks, where OpenBLAS has to find out that it is inside a region. */
#include <cblas.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

/* LAPACK's LU factorisation, which OpenBLAS has with threads of its own. */
void dgetrf_(const int* rows, const int* columns, double* a, const int* lda, int* pivots,
             int* info);

enum { kSize = 500, kProducts = 12 };

static double* fill(int n, int seed) {
  double* a = malloc(sizeof *a * (size_t)n * (size_t)n);
  for (int i = 0; i < n * n; ++i) a[i] = sin(0.001 * (i + seed)) + (i % (n + 1) == 0 ? n : 0);
  return a;
}

static double product(int n, int seed) {
  double *a = fill(n, seed), *b = fill(n, seed + 1), *c = calloc((size_t)n * (size_t)n, sizeof *c);
  cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, n, n, n, 1, a, n, b, n, 0, c, n);
  const double norm = cblas_dnrm2(n * n, c, 1);
  free(a);
  free(b);
  free(c);
  return norm;
}

static double factorise(int n) {
  double* a = fill(n, 3);
  int* pivots = malloc(sizeof *pivots * (size_t)n);
  int info = 0;
  dgetrf_(&n, &n, a, &n, pivots, &info);
  if (info != 0) exit(1);
  double trace = 0;
  for (int i = 0; i < n; ++i) trace += log(fabs(a[i * n + i]));
  free(a);
  free(pivots);
  return trace;
}

int main(void) {
  double norms[kProducts];
  printf("product %.15e\n", product(kSize, 0));
  printf("factorised %.15e\n", factorise(kSize));
#pragma omp parallel for num_threads(3) schedule(dynamic)
  for (int i = 0; i < kProducts; ++i) norms[i] = product(kSize / 2, i);
  for (int i = 0; i < kProducts; ++i) printf("in a loop %.15e\n", norms[i]);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kProducts; ++i) {
#pragma omp task
    norms[i] = product(kSize / 2, 2 * i);
  }
  for (int i = 0; i < kProducts; ++i) printf("in a task %.15e\n", norms[i]);
  printf("product %.15e\n", product(kSize, 1));
  return 0;
}
