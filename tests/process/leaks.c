/* To be built with -fsanitize=address: everything this program allocates it frees, and what the
 * runtime keeps for later it can still reach, so LeakSanitizer finds nothing at the end. */
#include <pthread.h>

#include "check.h"
#include "work.h"

static int counter;
#pragma omp threadprivate(counter)

static void* root(void* opaque) {
  CHECK(work_is_right(3));
  return opaque;
}

static void locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock(&lock);
  omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(4)
  {
    omp_set_lock(&lock);
    omp_unset_lock(&lock);
    omp_set_nest_lock(&nest);
    omp_set_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
  }
  omp_destroy_lock(&lock);
  omp_destroy_nest_lock(&nest);
}

/* A chain of tasks through memory of their own, freed by the last. */
static long chain(int length) {
  long result = 0;
#pragma omp parallel num_threads(4) shared(result)
#pragma omp single
  {
    long* cell = malloc(sizeof *cell);
    *cell = 0;
    for (int i = 0; i < length; ++i) {
#pragma omp task depend(inout : cell[0]) firstprivate(cell)
      *cell += 1;
    }
#pragma omp task depend(inout : cell[0]) firstprivate(cell) shared(result)
    {
      result = *cell;
      free(cell);
    }
#pragma omp taskwait
  }
  return result;
}

int main(void) {
  for (int round = 0; round < 5; ++round) {
    CHECK(work_is_right(2 + round));
    CHECK_EQUAL(chain(200), 200);
    locks();
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) copyin(counter)
    {
      counter += 1;
      CHECK(work_is_right(2));
    }
    omp_set_num_threads(3);
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, root, NULL), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
  }
#pragma omp parallel num_threads(4)
#pragma omp single
  exit(0); /* the others are in the region, on the runtime's stacks */
}
