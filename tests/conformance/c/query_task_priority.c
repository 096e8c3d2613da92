/* omp_get_max_task_priority: what OMP_MAX_TASK_PRIORITY says. */
#include "check.h"

int main(void) {
  CHECK_EQUAL(omp_get_max_task_priority(), atoi(getenv("OMP_MAX_TASK_PRIORITY")));
  return 0;
}
