/* producer_ahead as a plain OpenMP program, to be run on libgomp as well: tasks spin around
 * taskyield until the last one, which its producer runs undeferred, has set a flag.
 *
 *   producer_ahead_spin TASKS completes|hangs
 *
 * runs it in a child process and expects that end of it. `hangs` wants more than a slow program:
 * the child is alive after the limit, and for the last second of it the producer has created
 * nothing, although it has not come to its last task: it is buried under one of the others. */
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

enum { kLimitMs = 5000, kStepMs = 10, kStillMs = 1000 };

static void produce(int tasks, atomic_int* created) {
  atomic_int flag = 0;
  atomic_int ended = 0;
#pragma omp parallel shared(flag, ended)
#pragma omp single
  {
    for (int i = 0; i < tasks - 1; ++i) {
#pragma omp task shared(flag, ended)
      {
        while (atomic_load(&flag) == 0) {
#pragma omp taskyield
        }
        atomic_fetch_add(&ended, 1);
      }
      atomic_store(created, i + 1);
    }
#pragma omp task if (0) shared(flag, ended)
    {
      atomic_store(&flag, 1);
      atomic_fetch_add(&ended, 1);
    }
    atomic_store(created, tasks);
  }
  CHECK_EQUAL(ended, tasks);
}

/* True if the child ends within the limit; kills it otherwise. */
static int ends_in_time(pid_t child, const atomic_int* created, int* still_ms) {
  int before = -1;
  for (int ms = 0; ms < kLimitMs; ms += kStepMs) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      CHECK(WIFEXITED(status));
      CHECK_EQUAL(WEXITSTATUS(status), 0);
      return 1;
    }
    const int now = atomic_load(created);
    *still_ms = now == before ? *still_ms + kStepMs : 0;
    before = now;
    usleep(kStepMs * 1000);
  }
  kill(child, SIGKILL);
  CHECK_EQUAL(waitpid(child, NULL, 0), child);
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 3 || atoi(argv[1]) < 1) {
    fprintf(stderr, "usage: producer_ahead_spin TASKS completes|hangs\n");
    return 2;
  }
  const int tasks = atoi(argv[1]);
  atomic_int* created =
      mmap(NULL, sizeof *created, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  CHECK(created != MAP_FAILED);
  const pid_t child = fork(); /* before any use of OpenMP */
  CHECK(child >= 0);
  if (child == 0) {
    produce(tasks, created);
    _exit(0);
  }
  int still_ms = 0;
  const int ended = ends_in_time(child, created, &still_ms);
  if (strcmp(argv[2], "hangs") == 0) {
    CHECK_EQUAL(ended, 0);
    CHECK(atomic_load(created) < tasks - 1);
    CHECK(still_ms >= kStillMs);
    return 0;
  }
  if (!ended) fprintf(stderr, "hangs after %d of %d tasks\n", atomic_load(created), tasks);
  return !ended;
}
