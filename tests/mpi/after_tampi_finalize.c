/* TAMPI_Finalize ends task-awareness, not MPI: threads go on calling that at once, and TAMPI_Init
 * begins anew. Linked with the layer; runs on 2 ranks. */
#include <TAMPI.h>
#include <omp.h>

#include "check.h"

enum { kThreads = 4, kRounds = 200, kTasks = 64 };

static void exchange(int tag) {
  int out = 10 * tag + my_rank, in = -1;
  MPI_Sendrecv(&out, 1, MPI_INT, 1 - my_rank, tag, &in, 1, MPI_INT, 1 - my_rank, tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(in == 10 * tag + 1 - my_rank, "tag %d: received %d", tag, in);
}

static void sum_up(void) {
  for (int i = 0; i < 8; ++i) {
    int sum = -1;
    MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    CHECK(sum == 2 * i, "the sum is %d", sum);
  }
}

/* Would not end, were the tasks not paused. */
static void check_tasks(void) {
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task
      exchange(my_rank ? kTasks - 1 - i : i);
    }
    sum_up();
  }
}

static void expect_level(int expected) {
  int told = -1;
  MPI_Query_thread(&told);
  CHECK(told == expected, "MPI_Query_thread says %d, expected %d", told, expected);
}

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  check_tasks();
  for (int round = 0; round < 2; ++round) {
    int provided = -1;
    CHECK(TAMPI_Finalize() == MPI_SUCCESS, "TAMPI_Finalize");
    expect_level(MPI_THREAD_MULTIPLE);
#pragma omp parallel num_threads(kThreads)
    for (int i = 0; i < kRounds; ++i) exchange(kThreads * i + omp_get_thread_num());
    sum_up();
    CHECK(TAMPI_Init(MPI_TASK_MULTIPLE, &provided) == MPI_SUCCESS, "TAMPI_Init");
    CHECK(provided == MPI_TASK_MULTIPLE, "TAMPI_Init provided %d", provided);
    expect_level(MPI_TASK_MULTIPLE);
    check_tasks();
  }
  finish_mpi("after_tampi_finalize", 2 * kThreads * kRounds + 3 * kTasks);
  return 0;
}
