/* A final task makes the tasks of its own constructs final; a region that it starts has implicit
 * tasks of its own, which aren't. Taken for final, this program's detached task was waited for by
 * the one that would have fulfilled its event. */
#include "check.h"
#include "watchdog.h"

int main(void) {
  watchdog(60, "region_in_final");
  int in_final = 0, in_region = 0, in_task = 0, over = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp task final(1) shared(in_final, in_region, in_task, over)
  {
    in_final = omp_in_final();
#pragma omp parallel num_threads(2)
#pragma omp single
    {
      omp_event_handle_t event;
      in_region = omp_in_final();
#pragma omp task detach(event) shared(in_task)
      in_task = omp_in_final();
      omp_fulfill_event(event);
#pragma omp taskwait
      over = 1;
    }
  }
  CHECK_EQUAL(in_final, 1);
  CHECK_EQUAL(in_region, 0);
  CHECK_EQUAL(in_task, 0);
  CHECK_EQUAL(over, 1);
  return 0;
}
