/* FFTW's own OpenMP use: plans of several sizes with as many threads as OpenMP would use, executed
 * from the serial part and from two threads of a region at once. */
#include <complex.h>
#include <fftw3.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>

static double transform(int rows, int columns, int threads) {
  const size_t n = (size_t)rows * (size_t)columns;
  fftw_complex *in = fftw_alloc_complex(n), *out = fftw_alloc_complex(n);
  fftw_plan plan;
#pragma omp critical(planner) /* FFTW's planner is not reentrant; execution is */
  {
    fftw_plan_with_nthreads(threads);
    plan = fftw_plan_dft_2d(rows, columns, in, out, FFTW_FORWARD, FFTW_ESTIMATE);
  }
  for (size_t i = 0; i < n; ++i) in[i] = sin(0.01 * (double)i) + I * cos(0.02 * (double)i);
  fftw_execute(plan);
  double norm = 0;
  for (size_t i = 0; i < n; ++i) norm += cabs(out[i]) * (double)(i % 7);
#pragma omp critical(planner)
  fftw_destroy_plan(plan);
  fftw_free(in);
  fftw_free(out);
  return norm;
}

int main(void) {
  double norms[6];
  fftw_init_threads();
  printf("one %.15e\n", transform(256, 256, omp_get_max_threads()));
  printf("two %.15e\n", transform(1000, 300, omp_get_max_threads()));
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 6; ++i) norms[i] = transform(128 + 16 * i, 200, 2);
  for (int i = 0; i < 6; ++i) printf("inside %.15e\n", norms[i]);
  fftw_cleanup_threads();
  return 0;
}
