/* task mergeable: with if(0) and final it may share its parent's data, or not. */
#include "check.h"

int main(void) {
  int x = 2;
#pragma omp parallel firstprivate(x)
  {
#pragma omp task mergeable if (0) firstprivate(x)
    ++x;
    CHECK(x == 2 || x == 3);
#pragma omp task mergeable shared(x) final(1)
    x = 10;
#pragma omp taskwait
    CHECK_EQUAL(x, 10);
  }
  return 0;
}
