/* MPI calls the program back, and the program calls MPI from there: an attribute's function that
 * sends and receives, waits, probes and makes collective calls, while other tasks are in calls of
 * theirs. (Error handlers of MPICH 4.0 must not call MPI at MPI_THREAD_MULTIPLE: it aborts.)
 *
 * usage: from_inside, on any number of ranks. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kRounds = 12 };
static MPI_Comm mine, other; /* of this rank; of all */
static int handled, calls;

static void wait_for_messages(void) {
  int out[3] = {1, 2, 3}, in[3] = {0}, index = -1, count = 0, indices[3];
  MPI_Request requests[6];
  MPI_Status status;
  for (int way = 0; way < 4; ++way) {
    for (int i = 0; i < 3; ++i) {
      MPI_Irecv(&in[i], 1, MPI_INT, 0, i, mine, &requests[i]);
      MPI_Isend(&out[i], 1, MPI_INT, 0, i, mine, &requests[3 + i]);
    }
    if (way == 0) MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3 && way == 1; ++i) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    for (int i = 0; i < 3 && way == 2; ++i) MPI_Waitany(3, requests, &index, MPI_STATUS_IGNORE);
    for (int left = 3; left > 0 && way == 3; left -= count)
      MPI_Waitsome(3, requests, &count, indices, MPI_STATUSES_IGNORE);
    MPI_Waitall(3, requests + 3, MPI_STATUSES_IGNORE);
    for (int i = 0; i < 3; ++i) {
      CHECK(in[i] == out[i], "way %d: received %d, not %d", way, in[i], out[i]);
      in[i] = 0;
    }
  }
  MPI_Sendrecv(&out[2], 1, MPI_INT, 0, 4, &in[0], 1, MPI_INT, 0, 4, mine, &status);
  CHECK(in[0] == out[2], "MPI_Sendrecv: %d", in[0]);
  check_status(&status, 0, 4, MPI_INT, 1);
  MPI_Isend(out, 2, MPI_INT, 0, 5, mine, requests);
  MPI_Probe(0, MPI_ANY_TAG, mine, &status);
  check_status(&status, 0, 5, MPI_INT, 2);
  MPI_Recv(in, 3, MPI_INT, 0, 5, mine, &status);
  check_status(&status, 0, 5, MPI_INT, 2);
  MPI_Wait(requests, MPI_STATUS_IGNORE);
}

static void make_collective_calls(void) {
  int in = my_rank + handled, out = -1;
  MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, other); /* the fourth begins to agree */
  CHECK(out == rank_count * (rank_count - 1) / 2 + rank_count * handled, "the sum is %d", out);
  MPI_Comm half;
  MPI_Comm_split(other, my_rank % 2, 0, &half); /* a helper's, elsewhere */
  MPI_Barrier(half);
  MPI_Comm_free(&half);
  if (handled % 4 == 3) MPI_Barrier(other);
}

static int deleted(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  wait_for_messages();
  make_collective_calls();
  ++handled;
  return MPI_SUCCESS;
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm busy;
  int key;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Comm_dup(MPI_COMM_SELF, &mine);
  MPI_Comm_dup(MPI_COMM_SELF, &busy);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &key, NULL);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    for (int round = 0; round < kRounds; ++round) {
      MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
      MPI_Comm_delete_attr(MPI_COMM_SELF, key);
      CHECK(handled == round + 1, "handled %d times", handled);
    }
    for (int i = 0; i < 100; ++i) {
#pragma omp task firstprivate(i)
      {
        int got = -1;
        if (i % 2)
          MPI_Send(&i, 1, MPI_INT, 0, i, busy);
        else
          MPI_Recv(&got, 1, MPI_INT, 0, i + 1, busy, MPI_STATUS_IGNORE);
        CHECK(i % 2 || got == i + 1, "received %d, not %d", got, i + 1);
#pragma omp atomic
        ++calls;
      }
    }
  }
  CHECK(calls == 100 && handled == kRounds, "%d calls, %d handled", calls, handled);
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free(&other);
  MPI_Comm_free(&mine);
  MPI_Comm_free(&busy);
  finish_mpi("from_inside", handled);
  return 0;
}
