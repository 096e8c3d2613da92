/* The one thread of a forked child ends: by returning from its function, or by pthread_exit(). It
 * was a worker in the parent, and the child waited there for the parent's other threads. */
#include <pthread.h>
#include <sys/wait.h>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

static void expect_success(pid_t child) {
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK_EQUAL(status, 0);
}

static pid_t fork_and_watch(void) {
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) watchdog(10, "the end of a forked child's only thread");
  return child;
}

/* What the argument points to: does the child use OpenMP before its end? */
static void* fork_and_return(void* uses) {
  CHECK(work_is_right(3));
  const pid_t child = fork_and_watch();
  if (child == 0) {
    if (*(const int*)uses) CHECK(work_is_right(2));
    return NULL;
  }
  expect_success(child);
  CHECK(work_is_right(3));
  return NULL;
}

int main(void) {
  watchdog(60, "a parent waits for its forked child");
  for (int uses = 0; uses < 2; ++uses) {
    pthread_t thread;
    CHECK_EQUAL(pthread_create(&thread, NULL, fork_and_return, &uses), 0);
    CHECK_EQUAL(pthread_join(thread, NULL), 0);
    CHECK(work_is_right(4));
    const pid_t child = fork_and_watch();
    if (child == 0) {
      if (uses) CHECK(work_is_right(2));
      pthread_exit(NULL);
    }
    expect_success(child);
  }
  return 0;
}
