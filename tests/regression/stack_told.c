/* A task that uses up its stack is told by name, with what to raise, and ends the process by
 * SIGSEGV as ever; other faults, and a program's own handler, stay what they are. Each in a process
 * of its own, which is forked before this one uses OpenMP. OMP_STACKSIZE=256K. */
#include "check.h"

#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__((noinline)) int deeper(int n) {
  volatile char frame[512];
  for (int i = 0; i < 512; ++i) frame[i] = (char)n;
  return n == 0 ? 0 : deeper(n - 1) + frame[n % 512];
}
static void use_up(void) { deeper(1 << 18); }

static void in_worker(void) {
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num() == 3) use_up();
}
static void in_primary(void) {
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num() == 0) use_up();
}
static void in_suspended_task(void) { /* which is on a stack of its own: another one ran before */
#pragma omp parallel num_threads(1)
#pragma omp single
  {
#pragma omp task
    {
#pragma omp taskyield
      use_up();
    }
#pragma omp task
    {
#pragma omp taskyield
    }
  }
}
static void in_task(void) {
#pragma omp parallel num_threads(4)
#pragma omp for
  for (int i = 0; i < 64; ++i) {
#pragma omp task
    if (i == 60 && omp_get_thread_num() >= 0) use_up();
  }
}
static void elsewhere(void) {
#pragma omp parallel num_threads(4)
  if (omp_get_thread_num() == 3) *(volatile int*)16 = 1;
}
static void leave(int number) {
  (void)number;
  _exit(7);
}
static void own_handler_before(void) {
  signal(SIGSEGV, leave);
  in_worker();
}
static void own_handler_after(void) {
#pragma omp parallel num_threads(4)
  {}
  signal(SIGSEGV, leave);
  elsewhere();
}

struct outcome {
  int status;
  char said[2000];
};

static struct outcome run(void (*body)(void)) {
  struct outcome outcome = {0};
  int ends[2];
  CHECK(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    struct rlimit limit = {0, 0};
    setrlimit(RLIMIT_CORE, &limit);
    getrlimit(RLIMIT_STACK, &limit);
    limit.rlim_cur = 8 << 20; /* it may be unlimited */
    setrlimit(RLIMIT_STACK, &limit);
    dup2(ends[1], 2);
    body();
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  for (ssize_t got = 1; got > 0; length += (size_t)got) {
    got = read(ends[0], outcome.said + length, sizeof outcome.said - 1 - length);
    if (got < 0) break;
  }
  close(ends[0]);
  CHECK(waitpid(child, &outcome.status, 0) == child);
  return outcome;
}

static void expect(const char* name, void (*body)(void), const char* remedy) {
  const struct outcome got = run(body);
  const bool told = strstr(got.said, "has used up its stack of") != NULL;
  const bool right = WIFSIGNALED(got.status) && WTERMSIG(got.status) == SIGSEGV &&
                     (remedy != NULL ? told && strstr(got.said, remedy) != NULL : got.said[0] == 0);
  if (right) return;
  fprintf(stderr, "%s: status %#x, said: %s\n", name, (unsigned)got.status, got.said);
  exit(1);
}

int main(void) {
  expect("worker", in_worker, "raise OMP_STACKSIZE");
  expect("primary", in_primary, "(ulimit -s)");
  expect("task", in_task, "raise ");
  expect("suspended task", in_suspended_task, "raise OMP_STACKSIZE or ulimit -s");
  expect("elsewhere", elsewhere, NULL);
  const struct outcome after = run(own_handler_after);
  CHECK(WIFEXITED(after.status) && WEXITSTATUS(after.status) == 7 && after.said[0] == 0);
  const struct outcome before = run(own_handler_before); /* which has no stack to run on */
  CHECK(WIFSIGNALED(before.status) && before.said[0] == 0);
  return 0;
}
