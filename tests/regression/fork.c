/* OpenMP in a forked child, before and after use in the parent. The child inherits a pool of
 * threads that do not exist there: libgomp waits for them for ever, and so did the first version
 * of this runtime. What the forking thread has set by omp_set_* holds in the child. */
#include <stdatomic.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "watchdog.h"

static int members(void) {
  int count = 0;
#pragma omp parallel reduction(+ : count)
  count += 1;
  return count;
}

static int tasks(int count) {
  int ran = 0;
#pragma omp parallel shared(ran)
#pragma omp single
  for (int i = 0; i < count; ++i) {
#pragma omp task shared(ran)
    {
#pragma omp atomic
      ++ran;
    }
  }
  return ran;
}

static void use(int threads) {
  CHECK_EQUAL(members(), threads);
  CHECK_EQUAL(tasks(100), 100);
#pragma omp parallel num_threads(2)
  CHECK_EQUAL(omp_get_num_threads(), 2);
}

static void expect_success(pid_t child) {
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), 0);
}

/* The child uses OpenMP, and so does a child of its own. */
static void fork_and_use(int threads, int generations) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    watchdog(10, "a forked child waits for threads of its parent"); /* fork() clears alarms */
    use(threads);
    if (generations > 1) fork_and_use(threads, generations - 1);
    _exit(0);
  }
  expect_success(child);
  use(threads);
}

/* The child is outside the construct's end, too. */
static void fork_in_taskgroup(int threads) {
  pid_t child;
#pragma omp taskgroup
  child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    watchdog(10, "a child forked in a taskgroup");
    use(threads);
    _exit(0);
  }
  expect_success(child);
}

/* A task outside any region stands on a stack of its own, and the child goes on there. */
static void fork_in_task(int threads) {
  pid_t child = -1;
#pragma omp task shared(child)
  {
    child = fork();
    if (child == 0) {
      watchdog(10, "a child forked in a task outside any region");
      use(threads);
    }
  }
#pragma omp taskwait
  CHECK(child >= 0);
  if (child == 0) {
    use(threads); /* on the thread's own stack again */
    fork_and_use(threads, 1);
    _exit(0);
  }
  expect_success(child);
  use(threads);
}

/* A region of one thread, and in one of several the threads below it. */
static void fork_in_region(int threads, int outer) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(outer)
#pragma omp masked
  {
    CHECK_EQUAL(members(), threads);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
      watchdog(10, "a child forked in a region");
      CHECK_EQUAL(members(), threads);
      CHECK_EQUAL(tasks(100), 100);
      _exit(0);
    }
    expect_success(child);
    CHECK_EQUAL(members(), threads);
  }
}

static int is_asleep(int thread) {
  char name[64], state = 0;
  snprintf(name, sizeof name, "/proc/self/task/%d/stat", thread);
  FILE* const file = fopen(name, "r");
  CHECK(file != NULL);
  CHECK_EQUAL(fscanf(file, "%*d (%*[^)]) %c", &state), 1);
  fclose(file);
  return state == 'S';
}

/* Forked when the others had come to a region's end, where they sleep, the child goes on past it:
 * the team was kept for its next region, which waited for them. */
static void fork_at_the_end(int threads) {
  pid_t child = -1;
  atomic_int other = 0;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) {
      atomic_store(&other, (int)syscall(SYS_gettid));
    } else {
      while (atomic_load(&other) == 0 || !is_asleep(atomic_load(&other))) usleep(100);
      child = fork();
      if (child == 0) watchdog(10, "a child goes on past the region it was forked in");
    }
  }
  CHECK(child >= 0);
  if (child == 0) {
    use(threads);
    _exit(0);
  }
  expect_success(child);
  use(threads);
}

int main(void) {
  watchdog(15, "a parent waits for its forked child");
  fork_and_use(omp_get_max_threads(), 1); /* nothing to inherit yet */
  for (int round = 0; round < 5; ++round) {
    omp_set_num_threads(2 + round % 3);
    use(2 + round % 3);
    fork_and_use(2 + round % 3, 2);
    fork_in_taskgroup(2 + round % 3);
    fork_in_task(2 + round % 3);
    fork_in_region(2 + round % 3, 1 + round % 2);
    fork_at_the_end(2 + round % 3);
  }
  return 0;
}
