/* MPI_Wait of a receive that fails returns the error where its communicator's handler is
 * MPI_ERRORS_RETURN, though MPI_COMM_WORLD's ends the program. Run on 1 rank. */
#include "check.h"

enum { kReceives = 60 };

static MPI_Comm comm;
static int class_outside; /* what MPI gives (Open MPI 4.1: MPI_SUCCESS) */

static int is_too_long(int i) { return i % 3 == 0; }

static void post(int i, int persistent, int* value, MPI_Request* request) {
  if (!persistent) {
    MPI_Irecv(value, 1, MPI_INT, 0, i, comm, request);
    return;
  }
  MPI_Recv_init(value, 1, MPI_INT, 0, i, comm, request);
  MPI_Start(request);
}

static void send(int i) {
  const int values[2] = {i, i};
  MPI_Send(values, is_too_long(i) ? 2 : 1, MPI_INT, 0, i, comm);
}

static int class_of_plain_wait(void) {
  int value = 0, class = -1;
  MPI_Request request;
  post(0, 0, &value, &request);
  send(0);
  MPI_Error_class(PMPI_Wait(&request, MPI_STATUS_IGNORE), &class);
  return class;
}

static void wait_for(int i, int persistent, const int* value, MPI_Request* request) {
  int class = -1;
  MPI_Status status;
  status.MPI_ERROR = 77;
  MPI_Error_class(MPI_Wait(request, &status), &class);
  CHECK(class == (is_too_long(i) ? class_outside : MPI_SUCCESS), "%d: class %d", i, class);
  CHECK(status.MPI_TAG == i && status.MPI_ERROR == 77, "%d: tag %d, error %d", i, status.MPI_TAG,
        status.MPI_ERROR);
  if (!is_too_long(i)) CHECK(*value == i, "%d: %d", i, *value);
  if (persistent && *request != MPI_REQUEST_NULL) MPI_Request_free(request);
  CHECK(*request == MPI_REQUEST_NULL, "%d: a request is left", i);
}

/* The messages come before the tasks wait, or meanwhile. */
static void receive_all(int persistent, int before) {
  int values[kReceives];
  MPI_Request requests[kReceives];
  for (int i = 0; i < kReceives; ++i) post(i, persistent, &values[i], &requests[i]);
  for (int i = 0; before && i < kReceives; ++i) send(i);
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kReceives; ++i) {
#pragma omp task shared(values, requests)
      wait_for(i, persistent, &values[i], &requests[i]);
    }
    for (int i = kReceives - 1; !before && i >= 0; --i) {
#pragma omp task
      send(i);
    }
  }
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  class_outside = class_of_plain_wait();
#ifdef MPICH_NUMVERSION
  CHECK(class_outside == MPI_ERR_TRUNCATE, "class %d outside a task", class_outside);
#endif
  for (int persistent = 0; persistent < 2; ++persistent)
    for (int before = 0; before < 2; ++before) receive_all(persistent, before);
  MPI_Comm_free(&comm);
  finish_mpi("returned_errors", 4 * kReceives);
  return 0;
}
