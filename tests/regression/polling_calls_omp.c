/* A polling service that calls omp_* functions. Services run on whatever thread is idle, also on
 * one of the pool that is in no team just then, and on the helper thread: there the runtime read
 * the number of a team member that did not exist. */
#include <stdatomic.h>
#include <tidemill/tasking.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

static atomic_int calls;

static int ask_who_i_am(void* end) {
  const int number = omp_get_thread_num();
  CHECK(number >= 0 && number < omp_get_num_threads());
  CHECK(omp_get_level() >= 0 && omp_get_max_threads() >= 1);
  atomic_fetch_add(&calls, 1);
  return atomic_load((atomic_int*)end);
}

int main(void) {
  atomic_int end = 0;
  watchdog(15, "a polling service that calls omp_* functions is not called");
#pragma omp parallel num_threads(2)
  usleep(10); /* the pool has a thread */
  tidemill_register_polling_service("who", ask_who_i_am, &end);
#pragma omp parallel num_threads(1)
  usleep(10);
  for (int i = 0; i < 20; ++i) {
    const int before = atomic_load(&calls);
#pragma omp parallel num_threads(2)
    usleep(10);
    while (atomic_load(&calls) < before + 3) usleep(500); /* no task is running: helper, pool */
  }
  atomic_store(&end, 1);
  tidemill_unregister_polling_service("who", ask_who_i_am, &end);
  return 0;
}
