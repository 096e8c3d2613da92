/* atomic compare capture: compare and swap, with the result, the old or the new value. */
#include "check.h"

int main(void) {
  int winners = 0;
  int owner = -1;
  long sum = 0;
#pragma omp parallel shared(winners, owner, sum)
  {
    const int me = omp_get_thread_num();
    int won;
#pragma omp atomic compare capture
    {
      won = owner == -1;
      if (won) {
        owner = me;
      }
    }
    if (won) {
#pragma omp atomic
      ++winners;
    }
    for (int i = 0; i < 100; ++i) { /* a counter by compare and swap */
      long old;
#pragma omp atomic read
      old = sum;
      for (;;) {
        const long expected = old;
        const long next = expected + 1;
#pragma omp atomic compare capture
        {
          old = sum;
          if (sum == expected) {
            sum = next;
          }
        }
        if (old == expected) break;
      }
    }
  }
  CHECK_EQUAL(winners, 1);
  CHECK_EQUAL(sum, 100 * omp_get_max_threads());
  int x = 4;
  int v;
#pragma omp atomic compare capture
  if (x == 5) {
    x = 6;
  } else {
    v = x;
  }
  CHECK(v == 4 && x == 4);
  return 0;
}
