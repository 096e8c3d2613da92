/* The end of MPI while receivers tell what they need: nothing hangs, is lost, or is the program's,
 * whatever the communicator, and whichever ranks run tasks.
 *
 * usage: needs_end, on 4 ranks: 0, 1 and 2 send in tasks to each other on MPI_COMM_WORLD, to
 * themselves on communicators that come and go, and between two groups; 3 runs no task. Each rank
 * ends as soon as it can. Knows MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

enum { kIterations = 20, kBehind = 4 };

/* To the next of the first three ranks, from the one before. `to` and `from`: their numbers there.
 */
static void exchange(MPI_Comm comm, int to, int from, int tag) {
  static int sent[64], got[64];
#pragma omp task depend(inout : sent[tag]) firstprivate(tag)
  sent[tag] = tag;
#pragma omp task untied depend(in : sent[tag]) firstprivate(comm, to, tag)
  MPI_Send(&sent[tag], 1, MPI_INT, to, tag, comm);
#pragma omp task untied depend(out : got[tag]) firstprivate(comm, from, tag)
  {
    MPI_Recv(&got[tag], 1, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
    CHECK(from == MPI_PROC_NULL || got[tag] == tag, "received %d, not %d", got[tag], tag);
  }
  for (int i = 0; i < kBehind; ++i) {
#pragma omp task depend(inout : got[tag])
    usleep(100);
  }
}

/* An intercommunicator between ranks 0 and 2, and ranks 1 and 3. */
static MPI_Comm between(void) {
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, my_rank % 2, my_rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - my_rank % 2, 7, &both);
  MPI_Comm_free(&half);
  return both;
}

static void iterate(MPI_Comm both) {
  const int to = (my_rank + 1) % 3, from = (my_rank + 2) % 3;
  for (int i = 0; i < kIterations; ++i) {
    MPI_Comm again = MPI_COMM_NULL;
    exchange(MPI_COMM_WORLD, to, from, 0);
    MPI_Comm_dup(MPI_COMM_SELF, &again);
    exchange(again, 0, 0, 1);
    if (my_rank < 2) exchange(both, 0, 0, 2); /* the first of the other group */
    exchange(MPI_COMM_WORLD, MPI_PROC_NULL, MPI_PROC_NULL, 3);
#pragma omp taskwait
    MPI_Comm_free(&again); /* its handle may be another's soon */
  }
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm both = between();
  if (my_rank < 3) {
#pragma omp parallel
#pragma omp single
    iterate(both);
  }
  MPI_Comm_free(&both);
  MPI_Finalize();
  printf("needs_end: rank %d: OK\n", my_rank);
  return 0;
}
