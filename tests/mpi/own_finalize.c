/* A program, or a profiler within it, that has an MPI_Finalize of its own: MPI ends by
 * PMPI_Finalize, which the layer doesn't take. Nothing of the layer's calls MPI afterwards.
 *
 * usage: own_finalize, on 2 ranks or more. Knows MPI_THREAD_MULTIPLE only. */
#include <time.h>

#include "check.h"

enum { kTasks = 8 };

static int finalized;

int MPI_Finalize(void) {
  ++finalized;
  return PMPI_Finalize();
}

int main(void) {
  int got[kTasks];
  start_mpi(MPI_THREAD_MULTIPLE);
  const int left = (my_rank + rank_count - 1) % rank_count, right = (my_rank + 1) % rank_count;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(got)
    MPI_Recv(&got[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp task
    {
      const int value = 10 * my_rank + i;
      MPI_Ssend(&value, 1, MPI_INT, right, i, MPI_COMM_WORLD);
    }
  }
  for (int i = 0; i < kTasks; ++i) CHECK(got[i] == 10 * left + i, "message %d: %d", i, got[i]);
  finish_mpi("own_finalize", kTasks);
  /* Threads without work look for what is to be polled. */
  const struct timespec pause = {0, 200000};
  for (int i = 0; i < 50; ++i) {
#pragma omp parallel
    {
#pragma omp task
      nanosleep(&pause, NULL);
    }
  }
  return finalized == 1 ? 0 : 1;
}
