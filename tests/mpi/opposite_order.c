/* The program every hybrid code writes by accident: tasks of MPI_Ssend and MPI_Recv, created in
 * opposite order on the two ranks. With fewer threads than tasks all threads of both ranks end up
 * in calls whose partner has not started, and a runtime that can't suspend a task hangs.
 *
 * usage: opposite_order [TASKS], on 2 ranks. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

static int value_of(int task, int rank) { return task * 31 + rank * 7 + 1; }

int main(int argc, char** argv) {
  const int tasks = argument(argc, argv, 1, 64);
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  const int peer = 1 - my_rank;
  int* received = malloc(sizeof(int) * (size_t)tasks);
  for (int i = 0; i < tasks; ++i) received[i] = -1;
  if (my_rank == 0) fprintf(stderr, "opposite_order: %d tasks a rank\n", tasks);

#pragma omp parallel
#pragma omp single
  for (int i = 0; i < tasks; ++i) {
    const int task = my_rank == 0 ? i : tasks - 1 - i;
#pragma omp task firstprivate(task)
    {
      if (task % 2 == my_rank) {
        int value = value_of(task, my_rank);
        MPI_Ssend(&value, 1, MPI_INT, peer, task, MPI_COMM_WORLD);
      } else {
        MPI_Status status;
        MPI_Recv(&received[task], 1, MPI_INT, peer, task, MPI_COMM_WORLD, &status);
        check_status(&status, peer, task, MPI_INT, 1);
      }
    }
  }

  long values = 0;
  for (int task = 0; task < tasks; ++task) {
    if (task % 2 == my_rank) continue;
    CHECK(received[task] == value_of(task, peer), "task %d received %d", task, received[task]);
    ++values;
  }
  free(received);
  finish_mpi("opposite_order", values);
  return 0;
}
