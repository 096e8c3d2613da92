/* A rank dies while the tasks of all ranks are suspended in receives that nobody will ever match:
 * the launcher must end the program; that it does so, and in time, is checked from outside. */
#include <signal.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
#pragma omp parallel
#pragma omp single
  {
    for (int tag = 0; tag < 16; ++tag) {
#pragma omp task firstprivate(tag)
      {
        int never;
        MPI_Recv(&never, 1, MPI_INT, (my_rank + 1) % rank_count, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
      }
    }
#pragma omp task
    if (my_rank == rank_count - 1) {
      fprintf(stderr, "killed_rank: rank %d dies\n", my_rank);
      usleep(300000);
      raise(SIGKILL);
    }
  }
  fprintf(stderr, "killed_rank: rank %d went on\n", my_rank);
  return 0;
}
