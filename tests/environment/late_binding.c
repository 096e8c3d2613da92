/* The initial thread is bound with its first region, not with its first OpenMP call: threads that
 * the program makes until then may run where the process may. */
#include "../conformance/check.h"

#include <pthread.h>

static cpu_set_t whole;

static void* unbound(void* unused) {
  cpu_set_t mine;
  CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
  CHECK(CPU_EQUAL(&mine, &whole));
  return unused;
}

static void check_thread(void) {
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, unbound, NULL) == 0);
  CHECK(pthread_join(thread, NULL) == 0);
}

int main(void) {
  CHECK(sched_getaffinity(0, sizeof whole, &whole) == 0);
  CHECK_EQUAL(omp_get_max_threads(), 2);
  const double begin = omp_get_wtime();
  omp_lock_t lock;
  omp_init_lock(&lock);
  omp_set_lock(&lock);
#pragma omp critical
  check_thread();
  omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  CHECK(omp_get_wtime() >= begin);
  check_thread();
  int place = -1;
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    cpu_set_t mine;
    int cpus[1024];
    place = omp_get_place_num();
    omp_get_place_proc_ids(place, cpus);
    CHECK(sched_getaffinity(0, sizeof mine, &mine) == 0);
    CHECK_EQUAL(CPU_COUNT(&mine), omp_get_place_num_procs(place));
    CHECK(CPU_ISSET(cpus[0], &mine));
  }
  CHECK_EQUAL(place, 0);
  return 0;
}
