/* TAMPI_Iwait and TAMPI_Iwaitall: the task that calls them ends at once, and what depends on it
 * sees data and statuses. Also where there is nothing to bind to, and with operations that are
 * complete already. Linked with the layer; runs on an even number of ranks. */
#include "TAMPI.h"

#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kMessages = 200, kGroup = 40, kGroups = 5, kLength = 700 };

static int even(void) { return my_rank % 2 == 0; }
static int peer(void) { return my_rank ^ 1; }
static int element(int message, int i) { return message * 10000 + i; }

static int data[kMessages][kLength];
static MPI_Status statuses[kMessages];

static void fill(int value) {
  for (int m = 0; m < kMessages; ++m) {
    for (int i = 0; i < kLength; ++i) data[m][i] = value < 0 ? value : element(m, i);
    memset(&statuses[m], 0x55, sizeof statuses[m]);
  }
}

static void check_message(int m, int tag) {
  for (int i = 0; i < kLength; ++i) {
    CHECK(data[m][i] == element(m, i), "message %d element %d is %d", m, i, data[m][i]);
  }
  check_status(&statuses[m], peer(), tag, MPI_INT, kLength);
  CHECK(statuses[m].MPI_ERROR == MPI_SUCCESS, "message %d has error %d", m, statuses[m].MPI_ERROR);
}

static void post(int m, MPI_Request* request) {
  if (even()) {
    MPI_Issend(data[m], kLength, MPI_INT, peer(), m, MPI_COMM_WORLD, request);
  } else {
    MPI_Irecv(data[m], kLength, MPI_INT, peer(), m, MPI_COMM_WORLD, request);
  }
}

/* A task per message; a second one, dependent, reads (receiver) or overwrites (sender) it. The
 * sender starts late in the second round, so that receives are bound and the bodies long gone. */
static long check_iwait(int sender_delay_us) {
  long seen = 0;
  fill(even() ? 0 : -1);
  if (even()) usleep((useconds_t)sender_delay_us);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMessages; ++i) {
    const int m = even() ? i : kMessages - 1 - i;
#pragma omp task depend(out : data[m]) firstprivate(m)
    {
      MPI_Request request;
      post(m, &request);
      CHECK(TAMPI_Iwait(&request, &statuses[m]) == MPI_SUCCESS, "message %d", m);
      CHECK(request == MPI_REQUEST_NULL, "the request of message %d is still there", m);
    }
#pragma omp task depend(inout : data[m]) firstprivate(m) shared(seen)
    {
      if (!even()) check_message(m, m);
      data[m][0] = -2; /* a sender's buffer is ours again */
#pragma omp atomic
      ++seen;
    }
  }
  CHECK(seen == kMessages, "%ld of %d dependent tasks ran", seen, kMessages);
  return seen;
}

/* kGroup messages bound by one call; every second group ignores the statuses. */
static long check_iwaitall(void) {
  long seen = 0;
  fill(even() ? 0 : -1);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kGroups; ++i) {
    const int group = even() ? i : kGroups - 1 - i, first = group * kGroup;
#pragma omp task depend(out : data[first]) firstprivate(group, first)
    {
      MPI_Request requests[kGroup + 1];
      for (int k = 0; k < kGroup; ++k) post(first + k, &requests[k]);
      requests[kGroup] = MPI_REQUEST_NULL;
      const int code = group % 2 ? TAMPI_Iwaitall(kGroup + 1, requests, MPI_STATUSES_IGNORE)
                                 : TAMPI_Iwaitall(kGroup, requests, &statuses[first]);
      CHECK(code == MPI_SUCCESS, "group %d", group);
      for (int k = 0; k <= kGroup; ++k) CHECK(requests[k] == MPI_REQUEST_NULL, "request %d", k);
    }
#pragma omp task depend(in : data[first]) firstprivate(group, first) shared(seen)
    {
      for (int m = first; m < first + kGroup && !even(); ++m) {
        if (group % 2 == 0) {
          check_message(m, m);
        } else {
          CHECK(data[m][kLength - 1] == element(m, kLength - 1), "message %d", m);
        }
      }
#pragma omp atomic
      ++seen;
    }
  }
  CHECK(seen == kGroups, "%ld of %d dependent tasks ran", seen, kGroups);
  return seen;
}

/* Binding does not wait: only after it has returned the peer is told to send the message. */
static void check_returns_at_once(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 4; ++round) {
#pragma omp task firstprivate(round) untied
    {
      int value = 70 + round, go = 1;
      static int received[4];
      static MPI_Status received_status[4];
      if (even()) {
        MPI_Recv(&go, 1, MPI_INT, peer(), 800 + round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, peer(), 900 + round, MPI_COMM_WORLD);
      } else {
        MPI_Request request;
        MPI_Irecv(&received[round], 1, MPI_INT, peer(), 900 + round, MPI_COMM_WORLD, &request);
        if (round % 2) {
          TAMPI_Iwait(&request, &received_status[round]);
        } else {
          TAMPI_Iwaitall(1, &request, &received_status[round]);
        }
        MPI_Send(&go, 1, MPI_INT, peer(), 800 + round, MPI_COMM_WORLD);
      }
    }
  }
}

/* taskwait, too, waits for what is bound to the children. */
static void check_taskwait(void) {
#pragma omp parallel
#pragma omp single
  {
    fill(even() ? 0 : -1);
    for (int m = 0; m < kMessages; ++m) {
#pragma omp task firstprivate(m)
      {
        MPI_Request request;
        post(m, &request);
        TAMPI_Iwait(&request, &statuses[m]);
      }
    }
#pragma omp taskwait
    for (int m = 0; m < kMessages && !even(); ++m) check_message(m, m);
  }
}

/* No task to bind to: complete on return. */
static void check_outside(void) {
  fill(even() ? 0 : -1);
  MPI_Request requests[kGroup];
  for (int m = 0; m < kGroup; ++m) {
    MPI_Request request;
    post(m, &request);
    CHECK(TAMPI_Iwait(&request, &statuses[m]) == MPI_SUCCESS, "message %d", m);
    CHECK(request == MPI_REQUEST_NULL, "the request is still there");
    if (!even()) CHECK(data[m][kLength - 1] == element(m, kLength - 1), "message %d", m);
  }
  for (int k = 0; k < kGroup; ++k) post(kGroup + k, &requests[k]);
  CHECK(TAMPI_Iwaitall(kGroup, requests, MPI_STATUSES_IGNORE) == MPI_SUCCESS, "Iwaitall");
  for (int k = 0; k < kGroup; ++k) {
    CHECK(requests[k] == MPI_REQUEST_NULL, "request %d", k);
    const int m = kGroup + k;
    if (!even()) CHECK(data[m][kLength - 1] == element(m, kLength - 1), "message %d", m);
  }
}

/* What this MPI's own MPI_Wait says of a receive from nowhere: MPICH 4.0 gets the source wrong. */
static MPI_Status null_status(void) {
  int value;
  MPI_Request request;
  MPI_Status status;
  MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
  PMPI_Wait(&request, &status);
  return status;
}

/* Complete when bound already: the task has nothing to wait for, or next to nothing. */
static void check_immediate(void) {
  static MPI_Status none, null, both[2];
  static int value[2];
  const MPI_Status nowhere = null_status();
  memset(&null, 0x55, sizeof null);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      MPI_Request request = MPI_REQUEST_NULL, requests[2];
      TAMPI_Iwait(&request, &none);
      MPI_Irecv(&value[0], 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request);
      TAMPI_Iwait(&request, &null);
      MPI_Irecv(&value[1], 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &requests[0]);
      requests[1] = MPI_REQUEST_NULL;
      TAMPI_Iwaitall(2, requests, both);
      TAMPI_Iwaitall(0, NULL, MPI_STATUSES_IGNORE);
    }
#pragma omp taskwait
    check_status(&none, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
    check_status(&null, nowhere.MPI_SOURCE, nowhere.MPI_TAG, MPI_INT, 0);
    check_status(&both[0], nowhere.MPI_SOURCE, nowhere.MPI_TAG, MPI_INT, 0);
    check_status(&both[1], MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
  }
}

/* From nobody: a status that says so, whatever MPI's own non-blocking receive writes. */
static void check_from_nobody(void) {
  static MPI_Status received, matched;
  static int value = 7;
  memset(&received, 0x55, sizeof received);
  memset(&matched, 0x55, sizeof matched);
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    MPI_Message message = MPI_MESSAGE_NO_PROC;
    MPI_Request request;
    TAMPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, &request, &received);
    CHECK(request == MPI_REQUEST_NULL, "a request is left");
    TAMPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    TAMPI_Imrecv(&value, 1, MPI_INT, &message, &matched);
    CHECK(message == MPI_MESSAGE_NULL, "the message is still there");
  }
  check_status(&received, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
  check_status(&matched, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
  CHECK(received.MPI_ERROR == MPI_SUCCESS && matched.MPI_ERROR == MPI_SUCCESS, "an error");
  CHECK(value == 7, "received %d from nobody", value);
}

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  CHECK(rank_count % 2 == 0, "runs on an even number of ranks, not %d", rank_count);
  long checked = check_iwait(0);
  checked += check_iwait(50000);
  checked += check_iwaitall();
  check_returns_at_once();
  check_taskwait();
  check_outside();
  check_immediate();
  check_from_nobody();
  finish_mpi("bound", checked);
  return 0;
}
