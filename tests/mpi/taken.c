/* A program linked with a library that takes MPI_Recv, before or after the layer; which it is shows
 * in what the layer says, and that is checked from outside. */
#include <TAMPI.h>

#include "check.h"

int main(void) {
  int out, in = -1;
  start_mpi(MPI_TASK_MULTIPLE);
  out = my_rank;
  MPI_Request request;
  MPI_Isend(&out, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD, &request);
  MPI_Recv(&in, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(in == my_rank, "received %d", in);
  finish_mpi("taken", 1);
  return 0;
}
