/* A posting that fails runs the program's error handler while other tasks wait for messages: there,
 * where MPI stands, it needs much stack, and has a parallel region with tasks of its own.
 *
 * usage: handler_stack, on one rank. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kReceivers = 50, kSenders = 50, kDepth = 40, kFrame = 16384, kSum = 100 };

static int handled;

static int deep(int depth) {
  volatile char frame[kFrame];
  for (int i = 0; i < kFrame; i += 512) frame[i] = (char)depth;
  const int below = depth > 0 ? deep(depth - 1) : 0;
  for (int i = 0; i < kFrame; i += 512) CHECK(frame[i] == (char)depth, "frame %d", depth);
  return below + 1;
}

static void handle(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  CHECK(deep(kDepth) == kDepth + 1, "the recursion ended early");
  int sum = 0;
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
  for (int i = 1; i <= kSum; ++i) {
#pragma omp task firstprivate(i) shared(sum)
    {
#pragma omp atomic
      sum += i;
    }
  }
  CHECK(sum == kSum * (kSum + 1) / 2, "the sum is %d", sum);
#pragma omp atomic
  ++handled;
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  const int swallowed = handlers_swallow_codes();
  MPI_Comm comm;
  MPI_Errhandler handler;
  MPI_Comm_dup(MPI_COMM_SELF, &comm);
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  int received[kReceivers] = {0};
#pragma omp parallel shared(received)
#pragma omp single
  {
    for (int i = 0; i < kReceivers; ++i) {
#pragma omp task firstprivate(i) shared(received)
      MPI_Recv(&received[i], 1, MPI_INT, 0, i, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < kSenders; ++i) {
#pragma omp task firstprivate(i)
      {
        const int code = MPI_Send(&i, 1, MPI_INT, 77, 0, comm);
        int class = MPI_ERR_RANK;
        if (!swallowed) MPI_Error_class(code, &class);
        CHECK(class == MPI_ERR_RANK, "error class %d", class);
      }
    }
    for (int i = 0; i < kReceivers; ++i) {
#pragma omp task firstprivate(i)
      {
        const int value = i + 1;
        MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_SELF);
      }
    }
  }
  for (int i = 0; i < kReceivers; ++i)
    CHECK(received[i] == i + 1, "received %d, not %d", received[i], i + 1);
  CHECK(handled == kSenders, "%d of %d handled", handled, kSenders);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
  finish_mpi("handler_stack", kSenders);
  return 0;
}
