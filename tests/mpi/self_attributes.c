/* MPI_Finalize calls the functions of MPI_COMM_SELF's attributes first of all, the last set first,
 * and MPI may be used in them as ever (MPI-3.1, 8.7.1): tasks of theirs receive before they send,
 * which takes more of them than threads, have a collective call each, and one on MPI_COMM_SELF.
 *
 * usage: self_attributes, on 2 ranks or more. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kAttributes = 3, kTasks = 8 };

static int order[kAttributes], freed;

static void exchange(int attribute) {
  const int left = (my_rank + rank_count - 1) % rank_count, right = (my_rank + 1) % rank_count;
  int got[kTasks], sum = 0, own = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task shared(got)
      MPI_Recv(&got[i], 1, MPI_INT, left, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < kTasks; ++i) {
#pragma omp task
      {
        const int value = 1000 * attribute + 10 * my_rank + i;
        MPI_Ssend(&value, 1, MPI_INT, right, i, MPI_COMM_WORLD);
      }
    }
#pragma omp task shared(sum)
    for (int i = 0; i < 8; ++i) /* from the fourth on made of messages */
      MPI_Allreduce(&my_rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#pragma omp task shared(own)
    MPI_Allreduce(&attribute, &own, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
  }
  for (int i = 0; i < kTasks; ++i)
    CHECK(got[i] == 1000 * attribute + 10 * left + i, "attribute %d, message %d: %d", attribute, i,
          got[i]);
  CHECK(sum == rank_count * (rank_count - 1) / 2, "attribute %d: sum %d", attribute, sum);
  CHECK(own == attribute, "attribute %d: alone %d", attribute, own);
}

static int on_free(MPI_Comm comm, int key, void* value, void* state) {
  (void)comm, (void)key, (void)state;
  const int attribute = *(const int*)value;
  int finalized = -1;
  MPI_Finalized(&finalized);
  CHECK(!finalized, "attribute %d", attribute);
  exchange(attribute);
  order[freed++] = attribute;
  return MPI_SUCCESS;
}

int main(void) {
  static int values[kAttributes] = {1, 2, 3};
  start_mpi(MPI_THREAD_MULTIPLE);
  for (int i = 0; i < kAttributes; ++i) {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_free, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &values[i]);
    MPI_Comm_free_keyval(&key);
  }
  finish_mpi("self_attributes", kAttributes);
  for (int i = 0; i < kAttributes; ++i) {
    if (freed == kAttributes && order[i] == kAttributes - i) continue;
    fprintf(stderr, "rank %d: %d attributes freed, number %d is %d\n", my_rank, freed, i, order[i]);
    return 1;
  }
  return 0;
}
