/* MPI_Abort inside a task, while others wait: every rank ends, at once. */
#include <unistd.h>

#include "check.h"

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task
      {
        int value;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      }
    }
    if (my_rank == 1) {
#pragma omp task
      {
        fprintf(stderr, "abort_in_task: rank 1 aborts\n");
        usleep(300000); /* the launcher forwards the line before it hears of the abort */
        MPI_Abort(MPI_COMM_WORLD, 3);
      }
    }
  }
  return 0;
}
