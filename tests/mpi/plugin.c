/* A plugin that uses MPI, in tasks that wait for each other, for itself: linked with the layer, and
 * opened by a program that knows nothing of MPI or OpenMP (plugin_host.c). */
#include <TAMPI.h>
#include "check.h"

int plugin_work(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  const int partner = my_rank ^ 1;
  int wrong = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; ++round) {
    int got[4] = {0};
    /* On one thread the receives come first, on both ranks. */
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(i) shared(got)
      MPI_Recv(&got[i], 1, MPI_INT, partner, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(i)
      {
        const int value = 10 * round + i;
        MPI_Ssend(&value, 1, MPI_INT, partner, i, MPI_COMM_WORLD);
      }
    }
#pragma omp taskwait
    for (int i = 0; i < 4; ++i) wrong += got[i] != 10 * round + i;
  }
  CHECK(wrong == 0, "%d wrong values", wrong);
  finish_mpi("plugin", 80);
  return 0;
}
