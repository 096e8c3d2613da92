/* Tasks on all threads loop over MPI_Test and taskyield for messages that other tasks send and wait
 * for. The tests make MPI advance, but it is the layer's own poll that wakes who waits: where each
 * call takes its turn (MPI may call the program back: an error handler, a generalized request) MPI
 * went from one test to the next and was never free for it.
 *
 * usage: test_loops plain|handler|request, on any number of ranks */
#include "check.h"

enum { kRounds = 4, kTesters = 24, kMessages = 50, kMostSeconds = 30 };

static void ignore(MPI_Comm* comm, int* code, ...) { (void)comm, (void)code; }

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
static int release(void* state) { return (void)state, MPI_SUCCESS; }
static int cancel(void* state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

static void may_call_back(const char* how, MPI_Comm comm) {
  MPI_Errhandler handler;
  MPI_Request request;
  if (strcmp(how, "handler") == 0) {
    MPI_Comm_create_errhandler(ignore, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    MPI_Errhandler_free(&handler);
  } else if (strcmp(how, "request") == 0) {
    MPI_Grequest_start(query, release, cancel, NULL, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
}

static void receive_by_tests(int source, int tag, MPI_Comm comm) {
  for (int i = 0; i < kMessages; ++i) {
    int value = -1, done = 0, index = -1;
    MPI_Request request;
    const double start = MPI_Wtime();
    MPI_Irecv(&value, 1, MPI_INT, source, tag, comm, &request);
    while (!done) {
      if (tag % 2 == 0)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      else
        MPI_Testany(1, &request, &index, &done, MPI_STATUS_IGNORE);
      CHECK(MPI_Wtime() - start < kMostSeconds, "message %d of tag %d isn't there after %d s", i,
            tag, kMostSeconds);
#pragma omp taskyield
    }
    CHECK(value == i, "tag %d: received %d, not %d", tag, value, i);
  }
}

int main(int argc, char** argv) {
  CHECK(argc == 2, "usage: test_loops plain|handler|request");
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  may_call_back(argv[1], comm);
  const int to = (my_rank + 1) % rank_count, from = (my_rank + rank_count - 1) % rank_count;
  for (int round = 0; round < kRounds; ++round) {
#pragma omp parallel
#pragma omp single
    for (int tag = 0; tag < kTesters; ++tag) {
#pragma omp task firstprivate(tag)
      receive_by_tests(from, tag, comm);
#pragma omp task firstprivate(tag)
      for (int i = 0; i < kMessages; ++i) MPI_Ssend(&i, 1, MPI_INT, to, tag, comm);
    }
  }
  MPI_Comm_free(&comm);
  finish_mpi("test_loops", kRounds * kTesters * kMessages);
  return 0;
}
