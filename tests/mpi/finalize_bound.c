/* MPI_Finalize while operations bound to a task are in flight that nobody matches: a wrong program,
 * which must end with a message that names the calls, their ranks and tags; that it does is checked
 * from outside. */
#include <TAMPI.h>
#include <unistd.h>

#include "check.h"

int main(void) {
  static int never, posted;
  start_mpi(MPI_TASK_MULTIPLE);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      TAMPI_Irecv(&never, 1, MPI_INT, my_rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp atomic write
      posted = 1;
    }
    for (int seen = 0; !seen;) {
#pragma omp atomic read
      seen = posted;
#pragma omp taskyield
    }
    MPI_Finalize();
  }
  return 0;
}
