/* A thread that idles while messages are bound to tasks of another, which then computes: it looks
 * for them ever more rarely, however much longer that has come to take than when nothing was in
 * flight.
 *
 * usage: idle_bound [RECEIVES], on one rank with 2 threads. A program of TAMPI's. */
#include <TAMPI.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { kSeconds = 1, kMostPercent = 15, kMost = 100000 };

int main(int argc, char** argv) {
  const int receives = argument(argc, argv, 1, 2000);
  CHECK(receives <= kMost, "at most %d receives", kMost);
  start_mpi(MPI_TASK_MULTIPLE);
  static int values[kMost];
  double percent = 0;
#pragma omp parallel shared(percent)
#pragma omp single
  {
    usleep(5000); /* the other thread idles */
    for (int i = 0; i < receives; ++i) {
#pragma omp task firstprivate(i)
      {
        MPI_Request request;
        MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, &request);
        TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
      }
    }
#pragma omp task shared(percent) if (0)
    {
      usleep(20000);
      const double before = cpu_seconds();
      const struct timespec pause = {kSeconds, 0};
      nanosleep(&pause, NULL);
      percent = 100 * (cpu_seconds() - before) / kSeconds;
    }
    for (int i = 0; i < receives; ++i) MPI_Send(&i, 1, MPI_INT, 0, i, MPI_COMM_SELF);
#pragma omp taskwait
  }
  for (int i = 0; i < receives; ++i) CHECK(values[i] == i, "received %d, not %d", values[i], i);
  printf("idle_bound: %.2f %% of a core\n", percent);
  CHECK(percent < kMostPercent, "%.2f %% of a core, at most %d %%", percent, kMostPercent);
  finish_mpi("idle_bound", receives);
  return 0;
}
