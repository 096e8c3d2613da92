/* A program linked with a library that takes MPI_Recv, before or after the layer; which it is shows
 * in what the layer says, and that is checked from outside. With
 * -DWANTED=MPI_THREAD_MULTIPLE it may be MPI's own library that comes first. */
#include <TAMPI.h>

#include "check.h"

#ifndef WANTED
#define WANTED MPI_TASK_MULTIPLE
#endif

int main(void) {
  int out, in = -1;
  start_mpi(WANTED);
  out = my_rank;
  MPI_Request request;
  MPI_Isend(&out, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD, &request);
  MPI_Recv(&in, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  CHECK(in == my_rank, "received %d", in);
  finish_mpi("taken", 1);
  return 0;
}
