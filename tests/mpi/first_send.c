/* Ranks tell each other which kinds of tasks send ("fa", "ga"): rank 0's tasks send first, and on
 * the others what leads to a send goes first although none of their tasks has sent before.
 *
 * usage: first_send first|last     the place that what leads to the send has among the ready tasks
 */
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kOther = 3, kGo = 1, kData = 2, kPolls = 1000, kWorkUs = 500 };

static int is_ready_to_go; /* and so is the gate */

static void open_gate(void) {
  if (my_rank != 0)
    MPI_Recv(&is_ready_to_go, 1, MPI_INT, 0, kGo, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* Short tasks would run as they come. */
static int work(int place) {
  usleep(kWorkUs);
  return place;
}

/* Tasks that lead nowhere, and one that leads to a send; all are ready once the gate is open, and
 * one thread runs them. The place of the last among the others. */
static int place_of_leader(void) {
  static int gate, leads, others[kOther];
  int place = -1, next = 0, data = my_rank;
  (void)gate, (void)leads, (void)others; /* which GCC takes for unused */
#pragma omp parallel num_threads(1)
#pragma omp single
  {
#pragma omp task untied depend(out : gate)
    open_gate();
    for (int i = 0; i < kOther; ++i) {
#pragma omp task depend(in : gate) depend(inout : others[i]) shared(next)
      next = work(next + 1);
    }
#pragma omp task depend(in : gate) depend(out : leads) shared(place, next)
    place = work(next++);
#pragma omp task untied depend(in : leads) shared(data)
    MPI_Send(&data, 1, MPI_INT, (my_rank + 1) % rank_count, kData, MPI_COMM_WORLD);
  }
  CHECK(next == kOther + 1, "%d tasks ran, not %d", next, kOther + 1);
  return place;
}

/* The others have created their tasks meanwhile, and heard of rank 0's. */
static void let_others_go(void) {
  const int go = 1;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
#pragma omp task untied
    for (int i = 0; i < kPolls; ++i) {
      usleep(1000);
#pragma omp taskyield
    }
  }
  for (int rank = 1; rank < rank_count; ++rank)
    MPI_Send(&go, 1, MPI_INT, rank, kGo, MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int got = -1;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(argc == 2 && rank_count > 1, "usage: first_send first|last, on 2 ranks or more");
  const int place = place_of_leader();
  if (my_rank == 0) let_others_go();
  if (my_rank > 0) {
    const int expected = strcmp(argv[1], "first") == 0 ? 0 : kOther;
    CHECK(place == expected, "what leads to the send ran at place %d, not %d", place, expected);
  }
  MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, kData, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(got == (my_rank + rank_count - 1) % rank_count, "received %d", got);
  MPI_Finalize();
  printf("first_send: rank %d OK\n", my_rank);
  return 0;
}
