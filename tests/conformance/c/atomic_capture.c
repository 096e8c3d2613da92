/* atomic capture: value before or after, both statement orders, every form of 5.0. */
#include "check.h"

enum { kCount = 200 };

int main(void) {
  int before = 0;
  int after = 0;
  static int seen[kCount + 1];
  static int seen_after[kCount + 1];
#pragma omp parallel for
  for (int i = 0; i < kCount; ++i) {
    int v;
    int w;
#pragma omp atomic capture
    v = before++;
#pragma omp atomic capture
    w = ++after;
#pragma omp atomic
    ++seen[v];
#pragma omp atomic
    ++seen_after[w];
  }
  for (int i = 0; i < kCount; ++i) {
    CHECK_EQUAL(seen[i], 1);
    CHECK_EQUAL(seen_after[i + 1], 1);
  }
  int x = 5;
  int v;
#pragma omp atomic capture
  {
    v = x;
    x += 3;
  }
  CHECK(v == 5 && x == 8);
#pragma omp atomic capture
  {
    x -= 2;
    v = x;
  }
  CHECK(v == 6 && x == 6);
#pragma omp atomic capture
  {
    v = x;
    x = 100;
  }
  CHECK(v == 6 && x == 100);
#pragma omp atomic capture
  v = x *= 2;
  CHECK(v == 200 && x == 200);
#pragma omp atomic capture
  v = x = 3 - x;
  CHECK(v == -197 && x == -197);
#pragma omp atomic capture
  {
    v = x;
    x = x | 1;
  }
  CHECK(v == -197 && x == (-197 | 1));
  double d = 1.5;
  double e;
#pragma omp atomic capture
  e = d += 1;
  CHECK(e == 2.5);
#pragma omp atomic capture
  {
    e = d;
    d /= 2;
  }
  CHECK(e == 2.5 && d == 1.25);
  /* Exchange among threads: every value is taken once. */
  int slot = -1;
  int taken[kCount] = {0};
#pragma omp parallel for shared(slot, taken)
  for (int i = 0; i < kCount; ++i) {
    int old;
#pragma omp atomic capture
    {
      old = slot;
      slot = i;
    }
    if (old >= 0) {
#pragma omp atomic
      ++taken[old];
    }
  }
  int missing = 0;
  for (int i = 0; i < kCount; ++i) missing += 1 - taken[i];
  CHECK_EQUAL(missing, 1);
  CHECK_EQUAL(taken[slot], 0);
  return 0;
}
