/* Tasks that pass messages go before those created a little earlier: by default, once one of their
 * kind has passed one. By the order in which tasks run, on one thread.
 *
 * usage: messages_first first | created, on 2 ranks
 *   first     so it is
 *   created   no: in the order of creation
 * Knows MPI_THREAD_MULTIPLE only. */
#include <omp.h>

#include "check.h"

enum { kRounds = 20, kComputing = 8 };

static int gate, place; /* how many computing tasks had run when the message's task began */

static void pass(int round) {
  int value = round;
  if (my_rank == 0) {
    MPI_Send(&value, 1, MPI_INT, 1, round, MPI_COMM_WORLD);
  } else {
    MPI_Recv(&value, 1, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(value == round, "received %d, not %d", value, round);
  }
}

static void run(int round) {
  int computed = 0;
  omp_event_handle_t event;
  (void)gate;
#pragma omp taskgroup
  {
#pragma omp task detach(event) depend(out : gate)
    (void)event;
    for (int i = 0; i < kComputing; ++i) {
#pragma omp task depend(in : gate) shared(computed)
      ++computed;
    }
#pragma omp task depend(in : gate) firstprivate(round) shared(computed)
    {
      place = computed;
      pass(round);
    }
    omp_fulfill_event(event);
  }
  CHECK(computed == kComputing, "%d tasks ran, not %d", computed, kComputing);
}

int main(int argc, char** argv) {
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2 && argc == 2, "usage: on 2 ranks, with one word");
  const int late = strcmp(argv[1], "first") == 0 ? 0 : kComputing;
#pragma omp parallel num_threads(1)
  for (int round = 0; round < kRounds; ++round) {
    run(round);
    const int expected = round == 0 ? kComputing : late;
    CHECK(place == expected, "round %d: the message's task was number %d, not %d", round, place,
          expected);
  }
  finish_mpi("messages_first", kRounds);
  return 0;
}
