/* Blocking receives in tasks of a program that is not task-aware: on every thread of a team, for
 * some seconds. What they wait for comes in the end, so that the program ends in any case.
 *
 * usage: blocked_team [waiting | alone | free | slow | order], on 2 ranks.
 *   waiting  tasks that are ready wait for a thread
 *   alone    none does
 *   free     one does, and a thread more has no task but this one to run
 *   slow     tasks wait, and a thread is busy with a task that takes as long
 *   order    instead: each receive is created after the send of the other rank's that it waits for
 * Knows MPI_THREAD_MULTIPLE only. */
#include <omp.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { kSeconds = 4 };

static int partner, blocked, with_children, begun, children_run;

static void* send_late(void* unused) {
  (void)unused;
  sleep(kSeconds);
  for (int i = 0; i < blocked; ++i) MPI_Send(&i, 1, MPI_INT, partner, i, MPI_COMM_WORLD);
  return NULL;
}

static void run_child(void) {
#pragma omp atomic
  ++children_run;
}

/* All of them have begun before one goes on: each has a thread to itself. */
static void receive(int i, int together) {
  int got = -1, now;
#pragma omp atomic
  ++begun;
  do {
#pragma omp atomic read
    now = begun;
  } while (now < together);
  if (with_children) {
#pragma omp task
    run_child();
  }
  MPI_Recv(&got, 1, MPI_INT, partner, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == i, "message %d says %d", i, got);
}

static void compute(int together) {
#pragma omp atomic
  ++begun;
  struct timespec from, now;
  clock_gettime(CLOCK_MONOTONIC, &from);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - from.tv_sec < kSeconds);
  CHECK(begun >= together, "%d of %d tasks have begun", begun, together);
}

static void send_one(int i) { MPI_Send(&i, 1, MPI_INT, partner, i, MPI_COMM_WORLD); }

/* Where each task runs as soon as it is created, that is enough; else they have to be task-aware.
 */
static int exchange_in_order(void) {
  enum { kPairs = 10 };
  int received = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kPairs; ++i) {
#pragma omp task firstprivate(i)
    send_one(i);
#pragma omp task firstprivate(i) shared(received)
    {
      receive(i, 0);
#pragma omp atomic
      ++received;
    }
  }
  CHECK(received == kPairs, "%d messages", received);
  finish_mpi("blocked_team", received);
  return 0;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "waiting";
  const int slow = !strcmp(mode, "slow"), one_free = !strcmp(mode, "free");
  const int threads = omp_get_max_threads();
  pthread_t sender;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "%d ranks", rank_count);
  partner = 1 - my_rank;
  if (!strcmp(mode, "order")) return exchange_in_order();
  with_children = strcmp(mode, "alone") != 0;
  blocked = slow || one_free ? threads - 1 : threads;
  pthread_create(&sender, NULL, send_late, NULL);
#pragma omp parallel
#pragma omp single
  {
    const int together = blocked + slow;
    for (int i = 0; i < blocked; ++i) {
#pragma omp task firstprivate(i)
      receive(i, together);
    }
    if (slow) {
#pragma omp task
      compute(together);
    }
  }
  pthread_join(sender, NULL);
  CHECK(children_run == (with_children ? blocked : 0), "%d children", children_run);
  finish_mpi("blocked_team", 1 + blocked);
  return 0;
}
