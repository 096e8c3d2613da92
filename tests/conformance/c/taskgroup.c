/* taskgroup: waits for all descendants created in it, nested groups too. */
#include "check.h"

static void tree(int depth, int* leaves) {
  if (depth == 0) {
#pragma omp atomic
    ++*leaves;
    return;
  }
  for (int i = 0; i < 3; ++i) {
#pragma omp task firstprivate(depth, leaves)
    tree(depth - 1, leaves);
  }
}

int main(void) {
  int leaves = 0;
#pragma omp parallel shared(leaves)
  {
#pragma omp single
    {
#pragma omp taskgroup
      {
        tree(5, &leaves);
#pragma omp taskgroup
        {
          int inner = 0;
#pragma omp taskgroup
          tree(3, &inner);
          CHECK_EQUAL(inner, 27);
        }
      }
      CHECK_EQUAL(leaves, 243);
    }
#pragma omp taskgroup
    {}
  }
  return 0;
}
