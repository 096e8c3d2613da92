/* The end of a process from every place: exit, _exit, quick_exit and return from main, out of a
 * region, its other threads and tasks, with tasks still suspended or never begun. The status and
 * what was written before arrive; nothing hangs, nothing crashes. */
#include <pthread.h>
#include <sys/wait.h>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

enum { kStatus = 42 };

static void at_exit(void) { fputs("at exit; ", stdout); }
static void say_quick_exit(void) {
  fputs("at quick exit; ", stdout);
  fflush(stdout);
}

typedef void (*End)(int);

static void from_serial_part(End end) {
  CHECK(work_is_right(4));
  end(kStatus);
}

static void from_master(End end) {
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 0) end(kStatus);
#pragma omp barrier
  }
}

static void from_other_thread(End end) {
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 3) end(kStatus);
#pragma omp barrier
  }
}

static void from_task(End end) {
#pragma omp parallel num_threads(4)
#pragma omp single
  for (int i = 0; i < 100; ++i) {
#pragma omp task firstprivate(i)
    if (i == 50) end(kStatus);
  }
}

static void from_critical_section(End end) {
#pragma omp parallel num_threads(4)
#pragma omp critical
  end(kStatus);
}

static void from_nested_region(End end) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
#pragma omp parallel num_threads(2)
#pragma omp single
  if (omp_get_ancestor_thread_num(1) == 1) end(kStatus);
}

/* A region in another thread is under way, its tasks waiting for what will never come. */
static omp_lock_t never_unset;

static void* stay_suspended(void* opaque) {
  (void)opaque;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int i = 0; i < 20; ++i) {
#pragma omp task untied
    omp_set_lock(&never_unset);
  }
  return NULL;
}

static void with_suspended_tasks(End end) {
  pthread_t thread;
  omp_init_lock(&never_unset);
  omp_set_lock(&never_unset);
  CHECK_EQUAL(pthread_create(&thread, NULL, stay_suspended, NULL), 0);
  usleep(20000);
  CHECK(work_is_right(2));
  end(kStatus);
}

static void (*const places[])(End) = {
    from_serial_part,      from_master,        from_other_thread,    from_task,
    from_critical_section, from_nested_region, with_suspended_tasks,
};

static void run(void (*place)(End), End end, const char* expected) {
  int ends[2];
  char said[256] = "";
  CHECK_EQUAL(pipe(ends), 0);
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    watchdog(20, "a process does not come to its end");
    dup2(ends[1], STDOUT_FILENO);
    atexit(at_exit);
    at_quick_exit(say_quick_exit);
    place(end);
    _Exit(1); /* no place returns */
  }
  close(ends[1]);
  size_t used = 0;
  for (ssize_t got; (got = read(ends[0], said + used, sizeof said - 1 - used)) > 0;)
    used += (size_t)got;
  close(ends[0]);
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK(WIFEXITED(status));
  CHECK_EQUAL(WEXITSTATUS(status), kStatus);
  if (strcmp(said, expected) != 0) {
    fprintf(stderr, "a process said '%s' at its end instead of '%s'\n", said, expected);
    exit(1);
  }
}

int main(void) {
  watchdog(120, "the ends of processes");
  for (size_t i = 0; i < sizeof places / sizeof places[0]; ++i) {
    run(places[i], exit, "at exit; ");
    run(places[i], _exit, "");
    run(places[i], quick_exit, "at quick exit; ");
  }
  return 0;
}
