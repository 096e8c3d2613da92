/* task detach, fulfilled by other tasks: before or after the body ends; in a taskgroup. */
#include "check.h"

int main(void) {
  int complete = 0;
#pragma omp parallel shared(complete)
#pragma omp single
  for (int i = 0; i < 50; ++i) {
    omp_event_handle_t event;
    int fulfilled = 0;
#pragma omp taskgroup
    {
#pragma omp task detach(event) depend(out : complete) shared(complete)
      {
#pragma omp atomic
        ++complete;
      }
#pragma omp task firstprivate(event) shared(fulfilled)
      {
#pragma omp atomic write
        fulfilled = 1;
        omp_fulfill_event(event);
      }
#pragma omp task depend(in : complete) shared(fulfilled)
      {
        int seen;
#pragma omp atomic read
        seen = fulfilled;
        CHECK_EQUAL(seen, 1);
      }
    }
  }
  CHECK_EQUAL(complete, 50);
  return 0;
}
