/* MPI_Finalize while a task is suspended in a receive that nobody matches: a wrong program, which
 * must end with a message that names the call; that it does is checked from outside. */
#include <unistd.h>

#include "check.h"

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  volatile int started = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(started)
    {
      int never;
      started = 1;
      MPI_Recv(&never, 1, MPI_INT, my_rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    while (!started) {
#pragma omp taskyield
    }
    usleep(100000);
    MPI_Finalize();
  }
  return 0;
}
