/* MPI_Finalize while a task is suspended in a receive that nobody matches, or with an argument, in
 * a barrier that the other rank doesn't come to, after so many that it came to: a wrong program,
 * which must end with a message that names the call; that it does is checked from outside. */
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  start_mpi(MPI_THREAD_MULTIPLE);
  const int barriers = argument(argc, argv, 1, -1);
  for (int i = 0; i < barriers; ++i) MPI_Barrier(MPI_COMM_WORLD);
  volatile int started = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(started)
    {
      int never;
      started = 1;
      if (barriers < 0)
        MPI_Recv(&never, 1, MPI_INT, my_rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      else if (my_rank == 0)
        MPI_Barrier(MPI_COMM_WORLD);
    }
    while (!started) {
#pragma omp taskyield
    }
    usleep(100000);
    MPI_Finalize();
  }
  return 0;
}
