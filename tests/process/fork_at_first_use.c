/* A thread forks while another is about to use OpenMP for the first time and finds out about
 * settings, machine and clock. The child finds out for itself; it waited for ever where the other
 * thread was half-way through a static variable. Each round is a process of its own that forks a
 * little later than the one before. */
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

#include "../regression/watchdog.h"
#include "check.h"
#include "work.h"

static int begins;

static void* use_openmp(void* unused) {
  (void)unused;
  while (!__atomic_load_n(&begins, __ATOMIC_ACQUIRE)) {
  }
  CHECK(count_members(2) >= 1);
  return NULL;
}

static long now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000L + now.tv_nsec;
}

static void expect_success(pid_t child) {
  int status = 0;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK_EQUAL(status, 0);
}

static void fork_after(long delay_ns) {
  pthread_t thread;
  CHECK_EQUAL(pthread_create(&thread, NULL, use_openmp, NULL), 0);
  usleep(500);
  const long start = now_ns();
  __atomic_store_n(&begins, 1, __ATOMIC_RELEASE);
  while (now_ns() - start < delay_ns) {
  }
  const pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    watchdog(10, "a child forked while another thread began to use OpenMP");
    CHECK(count_members(2) >= 1);
    _exit(0);
  }
  expect_success(child);
  CHECK_EQUAL(pthread_join(thread, NULL), 0);
}

int main(void) {
  const int rounds = 80;
  for (int i = 0; i < rounds; ++i) {
    const pid_t round = fork();
    CHECK(round >= 0);
    if (round == 0) {
      fork_after(i * 30000L);
      _exit(0);
    }
    expect_success(round);
  }
  return 0;
}
