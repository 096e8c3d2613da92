/* Sala et al. 2019, section 5: one thread, two tasks, a synchronous send and the receive it
 * matches. Whichever starts first blocks until the other one runs on the same thread.
 *
 * Runs on any number of ranks: first within each rank, then between neighbours. */
#include <omp.h>

#include "check.h"

enum { kRounds = 20 };

static void receive(MPI_Comm comm, int from, int tag, int* value) {
  MPI_Status status;
  MPI_Recv(value, 1, MPI_INT, from, tag, comm, &status);
  check_status(&status, from, tag, MPI_INT, 1);
}

/* The tasks in both orders of creation. */
static void pair(MPI_Comm comm, int to, int from, int round, int send_first) {
  const int tag = round * 2 + send_first;
  int out = my_rank * 1000 + round, in = -1;
#pragma omp parallel num_threads(1) shared(out, in)
#pragma omp single
  {
    if (send_first) {
#pragma omp task shared(out)
      MPI_Ssend(&out, 1, MPI_INT, to, tag, comm);
    }
#pragma omp task shared(in)
    receive(comm, from, tag, &in);
    if (!send_first) {
#pragma omp task shared(out)
      MPI_Ssend(&out, 1, MPI_INT, to, tag, comm);
    }
#pragma omp taskwait
    const int sender = comm == MPI_COMM_SELF ? my_rank : from;
    CHECK(in == sender * 1000 + round, "round %d received %d", round, in);
  }
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  const int to = (my_rank + 1) % rank_count, from = (my_rank + rank_count - 1) % rank_count;
  long pairs = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (int send_first = 0; send_first < 2; ++send_first) {
      pair(MPI_COMM_SELF, 0, 0, round, send_first);
      pair(MPI_COMM_WORLD, to, from, round, send_first);
      pairs += 2;
    }
  }
  finish_mpi("one_thread_pair", pairs);
  return 0;
}
