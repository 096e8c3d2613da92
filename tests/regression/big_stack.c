/* Large automatic arrays. OMP_STACKSIZE governs the threads of the pool; the initial thread, and
 * what tasks it runs itself, have what `ulimit -s` says. With argument `all` all threads may have
 * as much; else only that one, OMP_STACKSIZE being small. */
#include "check.h"

#include <sys/resource.h>

enum { kTasks = 60 };
static long bytes = 12000 * 1024;

static __attribute__((noinline)) long use(void) {
  volatile char large[bytes];
  long sum = 0;
  for (long i = 0; i < bytes; i += 4096) large[i] = 1;
  for (long i = 0; i < bytes; i += 4096) sum += large[i];
  return sum;
}
static void check_use(void) { CHECK_EQUAL(use(), (bytes + 4095) / 4096); }

static void in_initial_thread(void) {
#pragma omp parallel
  if (omp_get_thread_num() == 0) check_use();
#pragma omp parallel num_threads(1)
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task
    {
#pragma omp taskyield
      check_use();
    }
  }
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task untied
    check_use();
  }
#pragma omp taskwait
}

static void in_all_threads(void) {
#pragma omp parallel
  check_use();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task
    {
#pragma omp taskyield
      check_use();
    }
  }
}

int main(int argc, char** argv) {
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (limit.rlim_cur != RLIM_INFINITY && (long)limit.rlim_cur / 4 * 3 < bytes)
    bytes = (long)limit.rlim_cur / 4 * 3;
  in_initial_thread();
  if (argc > 1 && strcmp(argv[1], "all") == 0) in_all_threads();
  in_initial_thread();
  return 0;
}
