/* A task that posts many sends lets MPI advance between them, if anything is in flight: MPI_Isend
 * alone takes nothing in, and the queues between two ranks that both post would fill.
 *
 * usage: many_sends, on 1 rank */
#define _GNU_SOURCE
#include <TAMPI.h>
#include <dlfcn.h>

#include "check.h"

enum { kSends = 320, kLeast = 64 };

/* By this thread: another one may poll, too. */
static __thread int tests;

/* The one that the layer calls. */
int PMPI_Testsome(int count, MPI_Request* requests, int* done, int* where, MPI_Status* statuses) {
  static int (*next)(int, MPI_Request*, int*, int*, MPI_Status*);
  if (!next) *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Testsome");
  ++tests;
  return next(count, requests, done, where, statuses);
}

int main(void) {
  static int late = -1, posted;
  start_mpi(MPI_TASK_MULTIPLE);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      TAMPI_Irecv(&late, 1, MPI_INT, my_rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#pragma omp atomic write
      posted = 1;
    }
    for (int seen = 0; !seen;) {
#pragma omp atomic read
      seen = posted;
#pragma omp taskyield
    }
#pragma omp task
    {
      MPI_Request requests[kSends];
      const int value = 5, before = tests;
      for (int i = 0; i < kSends; ++i)
        MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[i]);
      CHECK(tests - before >= kLeast, "%d tests beside %d sends", tests - before, kSends);
      MPI_Waitall(kSends, requests, MPI_STATUSES_IGNORE);
      MPI_Send(&value, 1, MPI_INT, my_rank, 77, MPI_COMM_WORLD);
    }
  }
  CHECK(late == 5, "received %d", late);
  finish_mpi("many_sends", kSends);
  return 0;
}
