/* The program's first communicators with a topology are made by tasks at once, each from one of its
 * own. */
#include "check.h"

enum { kTasks = 6 };

static void check_ring(MPI_Comm comm, int expected) {
  int in[2] = {-1, -1}, out = 10 * my_rank + expected;
  MPI_Neighbor_allgather(&out, 1, MPI_INT, in, 1, MPI_INT, comm);
  const int left = (my_rank + rank_count - 1) % rank_count, right = (my_rank + 1) % rank_count;
  CHECK(in[0] == 10 * left + expected && in[1] == 10 * right + expected, "%d, %d", in[0], in[1]);
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Comm from[kTasks];
  for (int i = 0; i < kTasks; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &from[i]);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i)
    {
      MPI_Comm ring;
      const int periodic = 1;
      const int around[2] = {(my_rank + rank_count - 1) % rank_count, (my_rank + 1) % rank_count};
      if (i % 2 == 0) {
        MPI_Cart_create(from[i], 1, &rank_count, &periodic, 0, &ring);
      } else {
        const int weights[2] = {1, 1};
        MPI_Dist_graph_create_adjacent(from[i], 2, around, weights, 2, around, weights,
                                       MPI_INFO_NULL, 0, &ring);
      }
      check_ring(ring, i);
      MPI_Comm_free(&ring);
    }
  }
  for (int i = 0; i < kTasks; ++i) MPI_Comm_free(&from[i]);
  finish_mpi("first_topologies", kTasks);
  return 0;
}
