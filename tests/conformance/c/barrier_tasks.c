/* barrier: all the team's tasks, and theirs, are complete after it. */
#include "check.h"

static void tree(int depth, int* leaves) {
  if (depth == 0) {
#pragma omp atomic
    ++*leaves;
    return;
  }
  for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(depth, leaves)
    tree(depth - 1, leaves);
  }
}

int main(void) {
  int leaves = 0;
#pragma omp parallel shared(leaves)
  for (int round = 1; round <= 10; ++round) {
    tree(4, &leaves);
#pragma omp barrier
    CHECK_EQUAL(leaves, 16 * round * omp_get_num_threads());
#pragma omp barrier
  }
  return 0;
}
