/* task detach, fulfilled by itself: in its own body; and by the creator before the barrier. */
#include "check.h"

int main(void) {
  int runs = 0;
#pragma omp parallel shared(runs)
  {
#pragma omp single
    for (int i = 0; i < 50; ++i) {
      omp_event_handle_t event;
#pragma omp task detach(event) shared(runs)
      {
#pragma omp atomic
        ++runs;
        omp_fulfill_event(event);
      }
#pragma omp taskwait
    }
    omp_event_handle_t event;
#pragma omp task detach(event) shared(runs)
    {
#pragma omp atomic
      ++runs;
    }
    omp_fulfill_event(event);
#pragma omp barrier
    int now;
#pragma omp atomic read
    now = runs;
    CHECK_EQUAL(now, 50 + omp_get_num_threads());
  }
  return 0;
}
