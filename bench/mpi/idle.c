/* An idle process: all tasks wait for messages that come after some seconds. Prints the share of a
 * core that rank 0 used meanwhile. usage: idle SECONDS */
#define _DEFAULT_SOURCE
#include <TAMPI.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { kTasks = 100 };

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

int main(int argc, char** argv) {
  int provided, rank;
  MPI_Init_thread(&argc, &argv, MPI_TASK_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 2 || provided != MPI_TASK_MULTIPLE) MPI_Abort(MPI_COMM_WORLD, 1);
  char bytes[kTasks];
  if (rank == 1) {
    sleep((unsigned)atoi(argv[1]));
    for (int i = 0; i < kTasks; ++i) MPI_Send(&bytes[i], 1, MPI_BYTE, 0, i, MPI_COMM_WORLD);
  } else {
    const double start = MPI_Wtime(), before = cpu_seconds();
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task untied firstprivate(i) shared(bytes)
      MPI_Recv(&bytes[i], 1, MPI_BYTE, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    printf("idle %.6e\n", (cpu_seconds() - before) / (MPI_Wtime() - start));
    fflush(stdout);
  }
  MPI_Finalize();
  return 0;
}
