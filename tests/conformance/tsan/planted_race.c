/* Two tasks that nothing orders write one variable: ThreadSanitizer has to say so. The same pair
 * with a dependence between them is silent. The argument says which: unordered, depend, taskwait,
 * critical. Built and judged by planted_race.py. */
#include "check.h"

static long shared_value;

/* Each pair's tasks run on two threads if they can: the first waits a little for the second. */
static int begun;

static void meet(void) {
  __atomic_add_fetch(&begun, 1, __ATOMIC_RELAXED); /* relaxed: orders nothing by itself */
  for (int spin = 0; spin < 1000 && __atomic_load_n(&begun, __ATOMIC_RELAXED) < 2; ++spin)
    sched_yield();
}

static void unordered(void) {
#pragma omp task
  {
    meet();
    ++shared_value;
  }
#pragma omp task
  {
    meet();
    ++shared_value;
  }
}

static void depend(void) {
#pragma omp task depend(inout : shared_value)
  ++shared_value;
#pragma omp task depend(inout : shared_value)
  ++shared_value;
}

static void with_taskwait(void) {
#pragma omp task
  ++shared_value;
#pragma omp taskwait
#pragma omp task
  ++shared_value;
}

static void critical(void) {
  for (int i = 0; i < 2; ++i) {
#pragma omp task
#pragma omp critical
    ++shared_value;
  }
}

int main(int argc, char** argv) {
  const char* order = argc > 1 ? argv[1] : "";
  void (*pair)(void) = strcmp(order, "unordered") == 0  ? unordered
                       : strcmp(order, "depend") == 0   ? depend
                       : strcmp(order, "taskwait") == 0 ? with_taskwait
                       : strcmp(order, "critical") == 0 ? critical
                                                        : NULL;
  CHECK(pair != NULL);
  for (int round = 0; round < 50; ++round) {
    begun = 0;
#pragma omp parallel
#pragma omp single
    pair();
  }
  CHECK(shared_value <= 100);
  return 0;
}
