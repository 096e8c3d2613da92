/* A program that names another OpenMP runtime before the layer where it is linked: that one is
 * loaded before libtidemill, and tasks there can't be suspended. So it isn't told that they can,
 * and what MPI provides is right: a task may call MPI. Runs on one rank or more; one thread is
 * enough. */
#include "TAMPI.h"

#include "check.h"

int main(void) {
  int provided = -1, told = -1, sum = 0;
  MPI_Init_thread(NULL, NULL, MPI_TASK_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  CHECK(provided == MPI_THREAD_MULTIPLE, "provided %d", provided);
  MPI_Query_thread(&told);
  CHECK(told == provided, "MPI_Query_thread says %d", told);
#pragma omp parallel
#pragma omp single
#pragma omp task shared(sum)
  MPI_Allreduce(&rank_count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == rank_count * rank_count, "sum %d", sum);
  finish_mpi("other_openmp", 1);
  return 0;
}
