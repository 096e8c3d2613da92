/* single (nowait, copyprivate), master, masked (with filter), sections, barrier. */
#include "check.h"

enum { kRounds = 200 };

static void single_once(void) {
  int runs[kRounds] = {0};
#pragma omp parallel shared(runs)
  for (int i = 0; i < kRounds; ++i) {
    if (i % 2 == 0) {
#pragma omp single nowait
      ++runs[i];
    } else {
#pragma omp single
      ++runs[i];
      CHECK_EQUAL(runs[i], 1); /* the barrier at its end */
    }
  }
  for (int i = 0; i < kRounds; ++i) CHECK_EQUAL(runs[i], 1);
}

static void copyprivate(void) {
#pragma omp parallel
  for (int i = 0; i < kRounds; ++i) {
    int value = -1;
    double other = 0;
#pragma omp single copyprivate(value, other)
    {
      value = i;
      other = i * 0.5;
    }
    CHECK_EQUAL(value, i);
    CHECK(other == i * 0.5);
  }
}

static void master_and_masked(void) {
  int master = 0;
  int masked = 0;
  int filtered = 0;
#pragma omp parallel shared(master, masked, filtered)
  {
#pragma omp master
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      ++master;
    }
#pragma omp masked
    {
      CHECK_EQUAL(omp_get_thread_num(), 0);
      ++masked;
    }
    const int last = omp_get_num_threads() - 1;
#pragma omp masked filter(last)
    {
      CHECK_EQUAL(omp_get_thread_num(), last);
      ++filtered;
    }
  }
  CHECK_EQUAL(master, 1);
  CHECK_EQUAL(masked, 1);
  CHECK_EQUAL(filtered, 1);
}

static void sections(void) {
  int runs[5] = {0};
  int last = 0;
#pragma omp parallel shared(runs)
  for (int r = 0; r < 50; ++r) {
#pragma omp sections lastprivate(last) nowait
    {
#pragma omp section
#pragma omp atomic
      ++runs[0];
#pragma omp section
#pragma omp atomic
      ++runs[1];
#pragma omp section
#pragma omp atomic
      ++runs[2];
#pragma omp section
      {
        last = 3;
#pragma omp atomic
        ++runs[3];
      }
    }
#pragma omp barrier
    CHECK_EQUAL(last, 3);
#pragma omp barrier
  }
  for (int i = 0; i < 4; ++i) CHECK_EQUAL(runs[i], 50);
  int a = 0;
  int b = 0;
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    a = 1;
#pragma omp section
    b = 2;
  }
  CHECK_EQUAL(a + b, 3);
}

static void barriers(void) {
  int at[64] = {0};
#pragma omp parallel shared(at)
  {
    const int me = omp_get_thread_num();
    for (int r = 1; r <= kRounds; ++r) {
#pragma omp atomic write
      at[me] = r;
#pragma omp barrier
      for (int i = 0; i < omp_get_num_threads(); ++i) {
        int seen;
#pragma omp atomic read
        seen = at[i];
        CHECK(seen == r || seen == r + 1);
      }
    }
  }
}

int main(void) {
  single_once();
  copyprivate();
  master_and_masked();
  sections();
  barriers();
  return 0;
}
