/* Every blocking call of the layer, in every place a program may stand: an explicit tied task, an
 * untied one, an implicit task, and outside any parallel region. Values, statuses and order are
 * checked. Runs on an even number of ranks; knows MPI_THREAD_MULTIPLE only. */
#include <omp.h>
#include <time.h>
#include <unistd.h>

#include "check.h"

enum { kTasks = 6, kImplicit = 8, kLong = 20000, kMany = 100 };

typedef int SendCall(const void*, int, MPI_Datatype, int, int, MPI_Comm);

static int even(void) { return my_rank % 2 == 0; }
static int peer(void) { return my_rank ^ 1; }

/* The even rank sends `count` integers by `call`, the odd one receives and checks them. */
static void check_one_way(MPI_Comm comm, SendCall* call, int count, int tag) {
  int* data = malloc(sizeof(int) * (size_t)(count + 1));
  if (even()) {
    for (int i = 0; i < count; ++i) data[i] = tag * 1000 + i;
    CHECK(call(data, count, MPI_INT, peer(), tag, comm) == MPI_SUCCESS, "tag %d", tag);
  } else {
    MPI_Status status;
    for (int i = 0; i <= count; ++i) data[i] = -1;
    CHECK(MPI_Recv(data, count + 1, MPI_INT, peer(), tag, comm, &status) == MPI_SUCCESS, "Recv");
    check_status(&status, peer(), tag, MPI_INT, count);
    for (int i = 0; i < count; ++i) {
      CHECK(data[i] == tag * 1000 + i, "tag %d element %d is %d", tag, i, data[i]);
    }
    CHECK(data[count] == -1, "tag %d: wrote past the message", tag);
  }
  free(data);
}

/* A ready send may start only when its receive is posted: a message says so. */
static void check_ready_send(MPI_Comm comm) {
  int value = 42, posted = 1;
  if (even()) {
    MPI_Recv(&posted, 1, MPI_INT, peer(), 21, comm, MPI_STATUS_IGNORE);
    MPI_Rsend(&value, 1, MPI_INT, peer(), 20, comm);
  } else {
    MPI_Request request;
    MPI_Status status;
    value = -1;
    MPI_Irecv(&value, 1, MPI_INT, peer(), 20, comm, &request);
    MPI_Ssend(&posted, 1, MPI_INT, peer(), 21, comm);
    MPI_Wait(&request, &status);
    CHECK(request == MPI_REQUEST_NULL, "the request is still there");
    CHECK(value == 42, "received %d", value);
    check_status(&status, peer(), 20, MPI_INT, 1);
  }
}

/* Messages between two ranks with one tag arrive in the order they were sent. */
static void check_order(MPI_Comm comm) {
  for (int i = 0; i < 16; ++i) {
    int value = i;
    if (even()) {
      MPI_Send(&value, 1, MPI_INT, peer(), 30, comm);
    } else {
      MPI_Status status;
      MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
      CHECK(value == i, "message %d arrived as number %d", value, i);
      check_status(&status, peer(), 30, MPI_INT, 1);
    }
  }
}

static void check_sendrecv(MPI_Comm comm) {
  const int to = (my_rank + 1) % rank_count, from = (my_rank + rank_count - 1) % rank_count;
  int out[2] = {my_rank, my_rank * 10}, in[4] = {-1, -1, -1, -1};
  MPI_Status status;
  MPI_Sendrecv(out, 2, MPI_INT, to, 40, in, 4, MPI_INT, from, 40, comm, &status);
  check_status(&status, from, 40, MPI_INT, 2);
  CHECK(in[0] == from && in[1] == from * 10 && in[2] == -1, "received %d %d %d", in[0], in[1],
        in[2]);

  int *big_out = malloc(sizeof(int) * kLong), *big_in = malloc(sizeof(int) * kLong);
  for (int i = 0; i < kLong; ++i) big_out[i] = my_rank + i;
  MPI_Sendrecv(big_out, kLong, MPI_INT, to, 41, big_in, kLong, MPI_INT, from, MPI_ANY_TAG, comm,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < kLong; ++i) CHECK(big_in[i] == from + i, "element %d is %d", i, big_in[i]);
  free(big_out);
  free(big_in);

  in[0] = -1;
  MPI_Sendrecv(out, 2, MPI_INT, MPI_PROC_NULL, 42, in, 4, MPI_INT, MPI_PROC_NULL, 42, comm,
               &status);
  check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
  CHECK(in[0] == -1, "MPI_PROC_NULL sent %d", in[0]);
}

static void check_proc_null(MPI_Comm comm) {
  int value = -1;
  MPI_Status status;
  MPI_Ssend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
  MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &status);
  check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
}

/* Null, persistent and inactive requests: a persistent one stays, inactive; the others vanish. */
static void check_wait(MPI_Comm comm) {
  MPI_Status status;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Wait(&request, &status);
  check_status(&status, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);

  int value = -1;
  if (even()) {
    MPI_Send_init(&value, 1, MPI_INT, peer(), 50, comm, &request);
  } else {
    MPI_Recv_init(&value, 1, MPI_INT, peer(), 50, comm, &request);
  }
  for (int round = 0; round < 3; ++round) {
    value = even() ? 500 + round : -1;
    MPI_Start(&request);
    MPI_Wait(&request, &status);
    CHECK(request != MPI_REQUEST_NULL, "a persistent request is gone after MPI_Wait");
    CHECK(value == 500 + round, "round %d received %d", round, value);
    if (!even()) check_status(&status, peer(), 50, MPI_INT, 1);
  }
  MPI_Wait(&request, &status); /* inactive: returns at once */
  check_status(&status, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
  CHECK(request != MPI_REQUEST_NULL, "an inactive request is gone after MPI_Wait");
  MPI_Request_free(&request);
}

/* kMany messages, with a null request, an inactive and an active persistent one among them. */
static void check_waitall(MPI_Comm comm) {
  enum { kNull = kMany, kInactive, kActive, kAll };
  int values[kAll];
  MPI_Request requests[kAll];
  MPI_Status statuses[kAll];
  requests[kNull] = MPI_REQUEST_NULL;
  MPI_Recv_init(&values[kInactive], 1, MPI_INT, peer(), 999, comm, &requests[kInactive]);
  if (even()) {
    MPI_Ssend_init(&values[kActive], 1, MPI_INT, peer(), kActive, comm, &requests[kActive]);
  } else {
    MPI_Recv_init(&values[kActive], 1, MPI_INT, peer(), kActive, comm, &requests[kActive]);
  }
  const MPI_Request inactive = requests[kInactive], active = requests[kActive];
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < kAll; ++i) values[i] = even() ? round * 1000 + i : -1;
    for (int i = 0; i < kMany; ++i) {
      if (even()) {
        MPI_Issend(&values[i], 1, MPI_INT, peer(), i, comm, &requests[i]);
      } else {
        const int reversed = kMany - 1 - i;
        MPI_Irecv(&values[reversed], 1, MPI_INT, peer(), reversed, comm, &requests[reversed]);
      }
    }
    MPI_Start(&requests[kActive]);
    const int code = MPI_Waitall(kAll, requests, round == 0 ? statuses : MPI_STATUSES_IGNORE);
    CHECK(code == MPI_SUCCESS, "code %d", code);
    for (int i = 0; i < kMany; ++i) CHECK(requests[i] == MPI_REQUEST_NULL, "request %d", i);
    CHECK(requests[kInactive] == inactive && requests[kActive] == active, "persistent requests");
    for (int i = 0; i < kAll && !even(); ++i) {
      if (i == kNull || i == kInactive) continue;
      CHECK(values[i] == round * 1000 + i, "message %d is %d", i, values[i]);
      if (round == 0) check_status(&statuses[i], peer(), i, MPI_INT, 1);
    }
    if (round > 0) continue;
    check_status(&statuses[kNull], MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
    check_status(&statuses[kInactive], MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
  }
  MPI_Request_free(&requests[kInactive]);
  MPI_Request_free(&requests[kActive]);
  MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE);
}

static double monotonic_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Nobody leaves a barrier before the last one came. All ranks are on this machine: one clock. */
static void check_barrier(MPI_Comm comm) {
  for (int late = 0; late < rank_count; ++late) {
    if (my_rank == late) usleep(1000);
    double arrived = monotonic_seconds();
    MPI_Barrier(comm);
    const double left = monotonic_seconds();
    MPI_Bcast(&arrived, 1, MPI_DOUBLE, late, comm);
    CHECK(left >= arrived, "left the barrier %g s before rank %d came", arrived - left, late);
  }
}

static void check_bcast_and_allreduce(MPI_Comm comm) {
  int *data = malloc(sizeof(int) * kLong), *sum = malloc(sizeof(int) * kLong);
  for (int root = 0; root < rank_count; ++root) {
    const int count = root % 2 ? 1 : kLong;
    for (int i = 0; i < count; ++i) data[i] = my_rank == root ? root + i : -1;
    MPI_Bcast(data, count, MPI_INT, root, comm);
    for (int i = 0; i < count; ++i) CHECK(data[i] == root + i, "element %d is %d", i, data[i]);
  }
  const int ranks = rank_count * (rank_count - 1) / 2;
  for (int i = 0; i < kLong; ++i) data[i] = my_rank + i;
  MPI_Allreduce(data, sum, kLong, MPI_INT, MPI_SUM, comm);
  for (int i = 0; i < kLong; ++i) {
    CHECK(sum[i] == ranks + rank_count * i, "element %d is %d", i, sum[i]);
  }
  MPI_Allreduce(MPI_IN_PLACE, data, kLong, MPI_INT, MPI_MAX, comm);
  for (int i = 0; i < kLong; ++i) CHECK(data[i] == rank_count - 1 + i, "element %d", i);
  free(data);
  free(sum);
}

static void check_all(MPI_Comm comm) {
  static const int counts[] = {0, 1, 1000, kLong};
  for (int i = 0; i < 4; ++i) {
    check_one_way(comm, MPI_Send, counts[i], 10 + i);
    check_one_way(comm, MPI_Ssend, counts[i], 14 + i);
    check_one_way(comm, MPI_Bsend, counts[i], 18 + i);
  }
  check_ready_send(comm);
  check_order(comm);
  check_sendrecv(comm);
  check_proc_null(comm);
  check_wait(comm);
  check_waitall(comm);
  check_barrier(comm);
  check_bcast_and_allreduce(comm);
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count % 2 == 0, "runs on an even number of ranks, not %d", rank_count);
  /* A communicator for each place, so that concurrent places don't meet. */
  MPI_Comm comms[2 * kTasks + kImplicit];
  for (int i = 0; i < 2 * kTasks + kImplicit; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  const int buffer_bytes = (2 * kTasks + kImplicit) * 4 * (kLong + 1000) * (int)sizeof(int);
  void* buffer = malloc((size_t)buffer_bytes);
  MPI_Buffer_attach(buffer, buffer_bytes);
  long places = 0;

  check_all(MPI_COMM_WORLD); /* outside */
  ++places;

#pragma omp parallel reduction(+ : places)
  { /* implicit tasks */
    const int me = omp_get_thread_num();
    CHECK(me < kImplicit, "%d threads, at most %d", omp_get_num_threads(), kImplicit);
    check_all(comms[2 * kTasks + me]);
    ++places;
  }

#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    /* Opposite order on neighbouring ranks: they meet only if tasks can be suspended. */
    const int task = even() ? i : kTasks - 1 - i;
#pragma omp task firstprivate(task) shared(places)
    {
      check_all(comms[task]);
#pragma omp atomic
      ++places;
    }
#pragma omp task firstprivate(task) shared(places) untied
    {
      check_all(comms[kTasks + task]);
#pragma omp atomic
      ++places;
    }
  }

  CHECK(places == 1 + omp_get_max_threads() + 2 * kTasks, "%ld places", places);
  check_all(MPI_COMM_WORLD);
  int size = 0;
  MPI_Buffer_detach(&buffer, &size);
  free(buffer);
  for (int i = 0; i < 2 * kTasks + kImplicit; ++i) MPI_Comm_free(&comms[i]);
  finish_mpi("each_call", places + 1);
  return 0;
}
