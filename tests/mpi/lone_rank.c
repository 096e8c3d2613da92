/* Ranks that are not alike: rank 0 is task-aware, rank 1 is not, or has another
 * TIDEMILL_MPI_COLLECTIVES. With that set to `mpi` for those that are task-aware, messages between
 * tasks of the one and the other arrive; otherwise rank 0 says in MPI_Init_thread what it waits
 * for.
 *
 * usage: lone_rank [leave | barrier], on 2 ranks
 *   leave     rank 1 ends the program after 12 s
 *   barrier   before that it begins a collective operation, which rank 0 doesn't know of
 * Knows MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

int main(int argc, char** argv) {
  enum { kMessages = 1000 };
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Request request;
  if (argc > 1 && !strcmp(argv[1], "barrier")) MPI_Ibarrier(MPI_COMM_WORLD, &request);
  if (argc > 1) {
    sleep(12);
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMessages; ++i) {
#pragma omp task firstprivate(i)
    {
      int got = -1;
      if (my_rank == 0) MPI_Recv(&got, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(&i, 1, MPI_INT, 1 - my_rank, i, MPI_COMM_WORLD);
      if (my_rank == 1) MPI_Recv(&got, 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(got == i, "received %d, not %d", got, i);
    }
  }
  MPI_Finalize();
  printf("lone_rank: rank %d: %d OK\n", my_rank, kMessages);
  return 0;
}
