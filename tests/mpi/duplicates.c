/* MPI_Comm_dup of an intercommunicator between two single ranks, while other tasks split
 * communicators of their own and the other rank comes to that late: MPICH's non-blocking form would
 * ask for a number inside one call for ever, and keep those from going on that have it.
 *
 * usage: duplicates, on 2 ranks. Knows MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

enum { kSplitters = 4, kRounds = 10 };

static MPI_Comm intercommunicator(void) {
  MPI_Comm alone, both;
  MPI_Comm_split(MPI_COMM_WORLD, my_rank, 0, &alone);
  MPI_Intercomm_create(alone, 0, MPI_COMM_WORLD, 1 - my_rank, 1, &both);
  MPI_Comm_free(&alone);
  return both;
}

static void check_duplicate(MPI_Comm comm, int with_info) {
  MPI_Comm duplicate;
  int inter = 0, got = -1;
  if (with_info)
    MPI_Comm_dup_with_info(comm, MPI_INFO_NULL, &duplicate);
  else
    MPI_Comm_dup(comm, &duplicate);
  MPI_Comm_test_inter(duplicate, &inter);
  CHECK(inter, "no intercommunicator");
  MPI_Sendrecv(&my_rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, duplicate, MPI_STATUS_IGNORE);
  CHECK(got == 1 - my_rank, "from the other group: %d", got);
  MPI_Comm_free(&duplicate);
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "%d ranks", rank_count);
  MPI_Comm of[kSplitters], inter = intercommunicator();
  for (int k = 0; k < kSplitters; ++k) MPI_Comm_dup(MPI_COMM_WORLD, &of[k]);
#pragma omp parallel
#pragma omp single
  {
    for (int k = 0; k < kSplitters; ++k) {
#pragma omp task firstprivate(k) shared(of)
      for (int i = 0; i < kRounds; ++i) {
        MPI_Comm part;
        if (my_rank == 1) usleep(1000);
        MPI_Comm_split(of[k], 0, my_rank, &part);
        MPI_Comm_free(&part);
      }
    }
#pragma omp task
    for (int i = 0; i < kRounds; ++i) check_duplicate(inter, i % 2);
  }
  for (int k = 0; k < kSplitters; ++k) MPI_Comm_free(&of[k]);
  MPI_Comm_free(&inter);
  finish_mpi("duplicates", kRounds);
  return 0;
}
