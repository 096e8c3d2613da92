/* Children forked in a region while another thread creates and completes tasks with dependences,
 * under a policy that keeps a graph of them: its lock may be held in the child for ever. The child
 * creates such tasks, too. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <tidemill/policy.h>
#include <tidemill/tasking.h>
#include <time.h>
#include <unistd.h>

#include "watchdog.h"

enum { kForks = 300, kAddresses = 8, kWorkNs = 25000 };

static void check(int holds, const char* what) {
  if (holds) return;
  printf("FAILED %s\n", what);
  exit(1);
}

static int addresses[kAddresses], own;

static long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000L + t.tv_nsec;
}

/* Not too short for the graph. */
static void work(void) {
  for (const long end = now() + kWorkNs; now() < end;) {
  }
}

static void create_until(const int* stop) {
  for (int now_stop = 0; !now_stop;) {
    for (int i = 0; i < kAddresses; ++i) {
#pragma omp task depend(inout : addresses[i])
      {
        tidemill_current_task_sends();
        work();
      }
    }
#pragma omp taskwait
#pragma omp atomic read
    now_stop = *stop;
  }
}

static void fork_once(void) {
  const pid_t child = fork();
  check(child >= 0, "fork()");
  if (child == 0) {
    int ran = 0;
    watchdog(20, "a child forked beside a graph of tasks");
    for (int i = 0; i < 3; ++i) {
#pragma omp task depend(inout : own) shared(ran)
      ++ran;
    }
#pragma omp taskwait
    _exit(ran == 3 ? 0 : 1);
  }
  int status = 0;
  check(waitpid(child, &status, 0) == child, "waitpid()");
  check(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child's tasks run");
}

/* In a team of one, whose tasks fill a queue until the graph wants no more of them. */
static void fork_alone(void) {
#pragma omp parallel num_threads(1)
  {
#pragma omp task depend(inout : own)
    work();
    fork_once();
  }
}

int main(void) {
  int stop = 0;
  watchdog(120, "fork_beside_graph");
  tidemill_expect_sends();
  check(tidemill_set_policy("fa") == 0, "the policy");
#pragma omp parallel num_threads(2) shared(stop)
  if (omp_get_thread_num() == 1) {
    create_until(&stop);
  } else {
    for (int i = 0; i < kForks; ++i) {
      work();
      fork_once();
    }
#pragma omp atomic write
    stop = 1;
  }
  for (int i = 0; i < 10; ++i) fork_alone();
  return 0;
}
