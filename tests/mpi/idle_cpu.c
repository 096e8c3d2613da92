/* A process whose tasks all wait for messages that come late uses hardly any processor time.
 *
 * usage: idle_cpu [SECONDS], on 2 ranks. Knows MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

enum { kTasks = 100, kMostPercent = 5 };

int main(int argc, char** argv) {
  const int seconds = argument(argc, argv, 1, 10);
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  MPI_Barrier(MPI_COMM_WORLD);
  const double before = cpu_seconds(), since = MPI_Wtime();
  if (my_rank == 0) sleep((unsigned)seconds);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i)
    {
      int value = i;
      if (my_rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD);
      else
        MPI_Recv(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(value == i, "received %d", value);
    }
  }
  const double waited = MPI_Wtime() - since, percent = 100 * (cpu_seconds() - before) / waited;
  if (my_rank == 1) {
    printf("idle_cpu: %.2f %% of a core in %.1f s\n", percent, waited);
    CHECK(waited > 0.9 * seconds, "the messages came after %g s", waited);
    CHECK(percent < kMostPercent, "%.2f %% of a core, at most %d %%", percent, kMostPercent);
  }
  finish_mpi("idle_cpu", kTasks);
  return 0;
}
