/* A reduction that MPI calls back has a parallel region. While it waits at the region's end, its
 * thread is inside MPI: a task of the outer team that could go on there must not, as it would wait
 * for its message inside MPI.
 *
 * usage: region_inside, on one rank with 2 threads and 2 active levels */
#include <omp.h>
#include <unistd.h>

#include "check.h"

static void slow_sum(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num() == 1) usleep(600000);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < *count; ++i) ((int*)inout)[i] += ((int*)in)[i];
  }
}

static int is_set(const int* flag) {
  int now;
#pragma omp atomic read
  now = *flag;
  return now;
}

static void set(int* flag) {
#pragma omp atomic write
  *flag = 1;
}

int main(int argc, char** argv) {
  (void)argc, (void)argv;
  start_mpi(MPI_THREAD_MULTIPLE);
  MPI_Op sum;
  MPI_Op_create(slow_sum, 1, &sum);
  int begun = 0, go_on = 0, received = 0, reduced = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(begun, go_on) /* on the other thread */
    {
      set(&begun);
      usleep(200000);
      set(&go_on);
      usleep(200000);
      int out = 5;
      MPI_Send(&out, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD);
    }
    while (!is_set(&begun)) usleep(1000);
#pragma omp task shared(go_on, received, reduced) /* could go on while the reduction waits */
    {
#pragma omp task shared(reduced)
      {
        int in[4] = {1, 2, 3, 4}, out[4] = {1, 1, 1, 1};
        MPI_Reduce_local(in, out, 4, MPI_INT, sum);
        reduced = out[3];
      }
      while (!is_set(&go_on)) {
#pragma omp taskyield
      }
      MPI_Recv(&received, 1, MPI_INT, my_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  CHECK(received == 5, "received %d", received);
  CHECK(reduced == 5, "reduced to %d", reduced);
  MPI_Op_free(&sum);
  MPI_Finalize();
  printf("region_inside: OK\n");
  return 0;
}
