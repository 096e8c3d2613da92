/* A program that names the layer alone where it is linked, and -fopenmp: the loader puts
 * libtidemill before the layer, and so before the library of the compiler's that the program asks
 * for, too. A task that receives is created before the one that sends to it: one thread ends only
 * where the first is suspended. Runs on one rank or more. */
#include "TAMPI.h"

#include "check.h"

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  enum { kMessages = 100 };
  int received[kMessages] = {0};
  const int next = (my_rank + 1) % rank_count, last = (my_rank + rank_count - 1) % rank_count;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMessages; ++i) {
#pragma omp task
    MPI_Recv(&received[i], 1, MPI_INT, last, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp task
    {
      const int value = 1000 * my_rank + i;
      MPI_Send(&value, 1, MPI_INT, next, i, MPI_COMM_WORLD);
    }
  }
  for (int i = 0; i < kMessages; ++i)
    CHECK(received[i] == 1000 * last + i, "message %d: %d", i, received[i]);
  finish_mpi("layer_alone", kMessages);
  return 0;
}
