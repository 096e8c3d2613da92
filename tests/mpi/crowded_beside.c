/* A ping-pong between ranks that have one core and more threads than that, and share it with a
 * process that computes all the time. Whoever offers the core to its own threads gives it to that
 * process for a time slice; where both ranks do so at each message, every one of them takes
 * milliseconds. MPI's own calls keep the core, and lose it now and then.
 *
 * usage: crowded_beside, on 2 ranks */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "check.h"

enum { kTurns = 7, kRoundTrips = 1000, kMostMs = 300 };

/* On the cores of the caller, until that ends. */
static void compute_beside(void) {
  const pid_t parent = getpid(), child = fork();
  CHECK(child >= 0, "no process");
  if (child != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  while (getppid() == parent) {
  }
  _exit(0);
}

static double milliseconds(void) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
#pragma omp parallel
#pragma omp single
#pragma omp task untied
  {
    const int peer = 1 - my_rank;
    for (int i = 0; i < kRoundTrips; ++i) {
      int value = i;
      if (my_rank == 0) MPI_Send(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(value == i, "received %d, not %d", value, i);
      if (my_rank == 1) MPI_Send(&value, 1, MPI_INT, peer, 0, MPI_COMM_WORLD);
    }
  }
  return 1e3 * (MPI_Wtime() - start);
}

static int by_time(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(void) {
  compute_beside(); /* before there are threads, and before MPI begins */
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  double ms[kTurns];
  for (int turn = 0; turn < kTurns; ++turn) ms[turn] = milliseconds();
  qsort(ms, kTurns, sizeof *ms, by_time);
  const double median = ms[kTurns / 2];
  if (my_rank == 0)
    printf("crowded_beside: %.1f ms (%.1f to %.1f)\n", median, ms[0], ms[kTurns - 1]);
  CHECK(median < kMostMs, "%d messages take %.1f ms (%.1f to %.1f), at most %d", 2 * kRoundTrips,
        median, ms[0], ms[kTurns - 1], kMostMs);
  finish_mpi("crowded_beside", kTurns);
  return 0;
}
