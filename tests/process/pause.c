/* omp_pause_resource_all gives threads and memory back. Soft: what is private to a thread stays.
 * Hard: the threads that nobody uses end, and later regions start new ones; another root thread's
 * region goes on undisturbed. Inside a region it is refused. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

enum { kThreads = 4 };

static int own;
#pragma omp threadprivate(own)

static int thread_count(void) {
  DIR* folder = opendir("/proc/self/task");
  CHECK(folder != NULL);
  int count = -2; /* . and .. */
  while (readdir(folder) != NULL) ++count;
  closedir(folder);
  return count;
}

/* Threads that have left the runtime may be in the kernel for a moment. */
static void wait_for_threads(int most) {
  while (thread_count() > most) usleep(1000);
}

static long resident_kib(void) {
  FILE* status = fopen("/proc/self/status", "r");
  CHECK(status != NULL);
  long kib = 0;
  for (char line[256]; fgets(line, sizeof line, status) != NULL;)
    if (sscanf(line, "VmRSS: %ld", &kib) == 1) break;
  fclose(status);
  return kib;
}

static void soft_keeps_what_is_private(void) {
#pragma omp parallel num_threads(kThreads)
  own = 100 + omp_get_thread_num();
  const int before = thread_count();
  CHECK_EQUAL(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
  CHECK_EQUAL(thread_count(), before);
#pragma omp parallel num_threads(kThreads)
  CHECK_EQUAL(own, 100 + omp_get_thread_num());
}

static void hard_ends_the_threads(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    watchdog(30, "threads do not end after a hard pause");
    CHECK(work_is_right(2 + i % 7));
    CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
    wait_for_threads(1);
  }
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0); /* nothing left to do */
  CHECK(work_is_right(kThreads));
}

/* Many tasks suspended at once need a stack each. */
static void stacks_are_given_back(void) {
  enum { kTasks = 3000 };
  omp_lock_t lock;
  omp_init_lock(&lock);
  atomic_int passed = 0;
#pragma omp parallel num_threads(2) shared(lock, passed)
#pragma omp single
  {
    omp_set_lock(&lock);
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task untied shared(lock, passed)
      {
        omp_set_lock(&lock);
        atomic_fetch_add(&passed, 1);
        omp_unset_lock(&lock);
      }
    }
    for (int i = 0; i < 20000; ++i) {
#pragma omp taskyield
    }
    omp_unset_lock(&lock);
  }
  CHECK_EQUAL(passed, kTasks);
  omp_destroy_lock(&lock);
  const long before = resident_kib();
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_soft), 0);
  CHECK(resident_kib() < before);
  CHECK(work_is_right(kThreads));
}

static void refused_inside_a_region(void) {
#pragma omp parallel num_threads(2)
  {
    CHECK(omp_pause_resource_all(omp_pause_hard) != 0);
    CHECK(omp_pause_resource(omp_pause_soft, omp_get_initial_device()) != 0);
  }
  CHECK(omp_pause_resource_all((omp_pause_resource_t)77) != 0);
  CHECK(omp_pause_resource(omp_pause_hard, 12345) != 0);
}

static atomic_int go_on = 1;

static void* other_root(void* opaque) {
  while (atomic_load(&go_on)) CHECK(work_is_right(3));
  return opaque;
}

static void* pausing_root(void* opaque) {
  for (int i = 0; i < 100; ++i) {
    CHECK(work_is_right(2 + i % 3));
    CHECK_EQUAL(omp_pause_resource_all(i % 3 == 0 ? omp_pause_soft : omp_pause_hard), 0);
  }
  return opaque;
}

static void other_roots_go_on(void) {
  pthread_t others[4];
  watchdog(60, "a pause while other threads are in regions");
  for (int i = 0; i < 4; ++i)
    CHECK_EQUAL(pthread_create(&others[i], NULL, i < 2 ? other_root : pausing_root, NULL), 0);
  for (int i = 2; i < 4; ++i) CHECK_EQUAL(pthread_join(others[i], NULL), 0);
  atomic_store(&go_on, 0);
  for (int i = 0; i < 2; ++i) CHECK_EQUAL(pthread_join(others[i], NULL), 0);
}

int main(void) {
  watchdog(60, "a soft pause");
  soft_keeps_what_is_private();
  stacks_are_given_back();
  refused_inside_a_region();
  hard_ends_the_threads(50);
  other_roots_go_on();
  watchdog(30, "the last pause");
  CHECK_EQUAL(omp_pause_resource_all(omp_pause_hard), 0);
  wait_for_threads(1);
  return 0;
}
