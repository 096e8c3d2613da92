/* Ranks that know where their threads' time goes: a task waits for a message that is late, in the
 * task-aware mode suspended, else in its body; see known_times.c.
 *
 * usage: known_ranks [die] */
#define _GNU_SOURCE
#include <mpi.h>
#include <omp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void sleep_ms(int ms) {
  struct timespec time = {ms / 1000, ms % 1000 * 1000000L};
  nanosleep(&time, NULL);
}

static _Atomic double in_bodies;
static void add(double seconds) {
  double before = in_bodies;
  while (!atomic_compare_exchange_weak(&in_bodies, &before, before + seconds)) continue;
}

static void stay(int ms) {
  const double begin = now();
  sleep_ms(ms);
  add(now() - begin);
}

int main(int argc, char** argv) {
  int rank = 0, level = 0, word = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc > 1 && rank == 1) raise(SIGKILL);
  const int is_suspended = getenv("TIDEMILL_TASK_AWARE") != NULL;
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = now();
#pragma omp parallel num_threads(2)
#pragma omp master
  {
#pragma omp task untied shared(word)
    {
      stay(rank == 0 ? 600 : 100);
      const double waits = now();
      if (rank == 0)
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
      else
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      if (!is_suspended) add(now() - waits);
    }
#pragma omp task
    stay(300);
  }
  const double wall = now() - begin, in_task = in_bodies;
  printf(
      "rank %d: {\"threads\": 2, \"wall\": %.9f, \"in_task\": %.9f, \"idle\": %.9f, "
      "\"overhead\": 0, \"tasks\": 2}\n",
      rank, wall, in_task, 2 * wall - in_task);
  MPI_Finalize();
  return 0;
}
