/* The kernel's help with fences is gone in the middle of the program, as by a filter of system
 * calls that a library installs. Threads that sleep and are woken from then on fence themselves:
 * nobody is left asleep. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "../regression/watchdog.h"
#include "check.h"

enum { kThreads = 4, kRounds = 200, kTasks = 20 };

/* Tasks come one by one, so that threads fall asleep in between; and locks are waited for. */
static void sleep_and_wake(void) {
  int ran = 0;
#pragma omp parallel num_threads(kThreads)
#pragma omp single
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(ran)
      {
#pragma omp critical
        ++ran;
      }
    }
    usleep(1000);
#pragma omp taskwait
  }
  CHECK_EQUAL(ran, kRounds * kTasks);
}

static int refuse_membarrier(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_membarrier, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

int main(void) {
  watchdog(100, "threads that sleep without the kernel's fences");
  sleep_and_wake();
  if (refuse_membarrier() != 0) {
    printf("no filters of system calls here: nothing tested\n");
    return 0;
  }
  CHECK(syscall(__NR_membarrier, 0, 0, 0) == -1);
  for (int again = 0; again < 3; ++again) sleep_and_wake();
  return 0;
}
