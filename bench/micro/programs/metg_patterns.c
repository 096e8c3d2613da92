// The patterns of tm-bench metg: each creates the tasks of one step.
#include "metg.h"

void metg_stencil(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    const int left = (i + kWidth - 1) % kWidth, right = (i + 1) % kWidth;
#pragma omp task depend(in                                                                         \
                        : metg_cell[before][left], metg_cell[before][i], metg_cell[before][right]) \
    depend(out                                                                                     \
           : metg_cell[now][i]) firstprivate(i, left, right, now, before, step, iterations)
    {
      metg_expect_after(before, left, step - 1);
      metg_expect_after(before, i, step - 1);
      metg_expect_after(before, right, step - 1);
      metg_work(i, iterations);
      metg_stamp[now][i] = step;
    }
  }
}

void metg_fft(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    const int other = i ^ 1 << step % kLevels;
#pragma omp task depend(in                                                \
                        : metg_cell[before][i], metg_cell[before][other]) \
    depend(out                                                            \
           : metg_cell[now][i]) firstprivate(i, other, now, before, step, iterations)
    {
      metg_expect_after(before, i, step - 1);
      metg_expect_after(before, other, step - 1);
      metg_work(i, iterations);
      metg_stamp[now][i] = step;
    }
  }
}

// A step is a whole tree: a node after its parent of this step, and after itself of the step
// before.
void metg_tree(long step, long iterations) {
  for (int i = 1; i < kWidth; ++i) {
    const int parent = i / 2;
#pragma omp task depend(in                                                \
                        : metg_cell[0][parent]) depend(inout              \
                                                       : metg_cell[0][i]) \
    firstprivate(i, parent, step, iterations)
    {
      if (i > 1) metg_expect_after(0, parent, step);
      metg_expect_after(0, i, step - 1);
      metg_work(i, iterations);
      metg_stamp[0][i] = step;
    }
  }
}

// After itself and, of its nearest neighbours, each with a chance of one half.
void metg_nearest(long step, long iterations) {
  const int now = (int)(step % 2), before = 1 - now;
  for (int i = 0; i < kWidth; ++i) {
    struct {
      int column[2 * kRadius + 1];
    } reads;
    int count = 0;
    const uint64_t draw = bench_hash((uint64_t)(step * kWidth + i));
    for (int d = -kRadius; d <= kRadius; ++d)
      if (d == 0 || draw >> (d + kRadius) & 1) reads.column[count++] = (i + d + kWidth) % kWidth;
#pragma omp task depend(iterator(k = 0                                                    \
                                 : count),                                                \
                        in                                                                \
                        : metg_cell[before][reads.column[k]]) depend(out                  \
                                                                     : metg_cell[now][i]) \
    firstprivate(i, reads, count, now, before, step, iterations)
    {
      for (int k = 0; k < count; ++k) metg_expect_after(before, reads.column[k], step - 1);
      metg_work(i, iterations);
      metg_stamp[now][i] = step;
    }
  }
}
