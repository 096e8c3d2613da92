/* Tasks that wait for children of theirs whose messages are bound, on every thread, before the
 * tasks that send have begun: these are no descendants of what waits, and yet they have to begin.
 *
 * usage: waits_over_bound wait|group|loop|undeferred, on 2 ranks or more. A program of TAMPI's. */
#include <TAMPI.h>
#include <omp.h>

#include "check.h"

enum { kMostMessages = 64 };

static int values[kMostMessages];

static void receive(int i, int from) {
  MPI_Request request;
  MPI_Irecv(&values[i], 1, MPI_INT, from, i, MPI_COMM_WORLD, &request);
  TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
}

static void receive_and_wait(const char* how, int i, int from) {
  if (strcmp(how, "wait") == 0) {
#pragma omp task
    receive(i, from);
#pragma omp taskwait
  } else if (strcmp(how, "group") == 0) {
#pragma omp taskgroup
#pragma omp task
    receive(i, from);
  } else if (strcmp(how, "loop") == 0) {
#pragma omp taskloop
    for (int k = i; k < i + 1; ++k) receive(k, from);
  } else {
#pragma omp task if (0)
    receive(i, from);
  }
  CHECK(values[i] == i, "message %d: %d", i, values[i]);
}

static void exchange(const char* how, int senders_first) {
  const int left = (my_rank + rank_count - 1) % rank_count, right = (my_rank + 1) % rank_count;
  const int messages = 4 * omp_get_max_threads();
  CHECK(messages <= kMostMessages, "%d messages", messages);
  for (int i = 0; i < messages; ++i) values[i] = -1;
#pragma omp parallel
#pragma omp single
  for (int part = 0; part < 2; ++part) {
    for (int i = 0; i < messages; ++i) {
      if (part == senders_first) {
#pragma omp task firstprivate(i)
        receive_and_wait(how, i, left);
      } else {
#pragma omp task firstprivate(i)
        MPI_Send(&i, 1, MPI_INT, right, i, MPI_COMM_WORLD);
      }
    }
  }
}

int main(int argc, char** argv) {
  start_mpi(MPI_TASK_MULTIPLE);
  CHECK(argc == 2, "usage: waits_over_bound wait|group|loop|undeferred");
  for (int round = 0; round < 20; ++round) {
    exchange(argv[1], 0);
    MPI_Barrier(MPI_COMM_WORLD);
    exchange(argv[1], 1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  finish_mpi("waits_over_bound", 40);
  return 0;
}
