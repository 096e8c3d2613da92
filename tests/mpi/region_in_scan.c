/* A reduction with a parallel region, which MPI calls in MPI_Scan's rounds from whatever thread
 * makes it advance, while tasks exchange messages: also one at rest, in the runtime's pool or in a
 * team that is kept.
 *
 * usage: region_in_scan [rounds], with 3 active levels */
#include <omp.h>

#include "check.h"

enum { kElements = 16, kTasks = 8 };

/* Also from a thread of the region, one more. */
static int of_inner_region(int value) {
  int sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  sum += omp_get_thread_num() == 0 ? value : 0;
  return sum;
}

static void sum_in_region(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < *count; ++i) ((int*)inout)[i] += of_inner_region(((int*)in)[i]);
#pragma omp barrier
  }
}

static void scan(MPI_Op sum, MPI_Comm comm) {
  int in[kElements], out[kElements];
  for (int i = 0; i < kElements; ++i) in[i] = i + my_rank;
  MPI_Scan(in, out, kElements, MPI_INT, sum, comm);
  for (int i = 0; i < kElements; ++i) {
    const int expected = (my_rank + 1) * i + my_rank * (my_rank + 1) / 2;
    CHECK(out[i] == expected, "element %d is %d, not %d", i, out[i], expected);
  }
}

static void exchange(int tag, int value) {
  const int next = (my_rank + 1) % rank_count, before = (my_rank + rank_count - 1) % rank_count;
  int received = -1;
  MPI_Sendrecv(&value, 1, MPI_INT, next, tag, &received, 1, MPI_INT, before, tag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(received == value, "received %d, not %d", received, value);
}

int main(int argc, char** argv) {
  const int rounds = argument(argc, argv, 1, 200);
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Op sum;
  MPI_Comm comm;
  MPI_Op_create(sum_in_region, 1, &sum);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    for (int r = 0; r < rounds; ++r) scan(sum, comm);
    for (int t = 0; t < kTasks; ++t) {
#pragma omp task
      for (int r = 0; r < rounds; ++r) exchange(t, r);
    }
  }
  MPI_Op_free(&sum);
  MPI_Comm_free(&comm);
  finish_mpi("region_in_scan", rounds);
  return 0;
}
