/* Every message in a task of its own: the receives first, and many more of them than threads. */
#include <TAMPI.h>
#include <stdio.h>
#include <stdlib.h>

enum { kBlocks = 64, kLength = 4096 };

static double outgoing[kBlocks][kLength];
static double incoming[kBlocks][kLength];

static void send_and_receive(int rank, int left, int right) {
  for (int b = 0; b < kBlocks; ++b) {
    /* Pauses the task until the message is there; the thread goes on with other tasks. */
#pragma omp task untied depend(out : incoming[b]) firstprivate(b)
    MPI_Recv(incoming[b], kLength, MPI_DOUBLE, left, b, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  for (int b = 0; b < kBlocks; ++b) {
#pragma omp task depend(out : outgoing[b]) firstprivate(b)
    for (int i = 0; i < kLength; ++i) outgoing[b][i] = rank + b;

#pragma omp task depend(in : outgoing[b]) firstprivate(b)
    {
      /* Returns at once; the task is complete, for those that depend on it, when the message is. */
      MPI_Request request;
      MPI_Isend(outgoing[b], kLength, MPI_DOUBLE, right, b, MPI_COMM_WORLD, &request);
      TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
    }
  }
}

static int count_wrong(int left) {
  int wrong = 0;
  for (int b = 0; b < kBlocks; ++b) {
#pragma omp task depend(in : incoming[b]) firstprivate(b) shared(wrong)
    for (int i = 0; i < kLength; ++i) {
      if (incoming[b][i] != left + b) {
#pragma omp atomic
        ++wrong;
      }
    }
  }
#pragma omp taskwait
  return wrong;
}

int main(int argc, char** argv) {
  int provided = 0, rank = 0, size = 0, wrong = 0;
  MPI_Init_thread(&argc, &argv, MPI_TASK_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (provided < MPI_TASK_MULTIPLE) {
    fprintf(stderr, "rank %d: MPI is not task-aware: is the Tidemill layer linked?\n", rank);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  const int left = (rank + size - 1) % size;
#pragma omp parallel
#pragma omp single
  {
    send_and_receive(rank, left, (rank + 1) % size);
    wrong = count_wrong(left);
  }
  MPI_Allreduce(MPI_IN_PLACE, &wrong, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d ranks, %d blocks each, %d wrong values\n", size, kBlocks, wrong);
  MPI_Finalize();
  return wrong == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
