/* Operations bound to a task that no other test binds: Ibarrier, Isendrecv, duplicates of
 * communicators, one-sided ones with requests; what depends on the task sees them done. In both of
 * TAMPI's forms. Linked with the layer; on any number of ranks. */
#include <TAMPI.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

/* Debian's MPICH 4.0 loses what is written to windows: see every_object.c. Intel MPI's requests of
 * one-sided operations: see remaining_calls.c. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000 || defined(I_MPI_VERSION)
#define HAS_ONE_SIDED 0
#else
#define HAS_ONE_SIDED 1
#endif

enum { kRounds = 8 };
static int right, left;

/* What a round has: tasks of several are under way at once. */
typedef struct {
  MPI_Comm comm, made, informed;
  MPI_Request request;
  MPI_Status status;
  int out, in, replaced, passed;
} Round;

/* No rank gets past it before all have come. */
static void check_barrier(Round* r, int i) {
#pragma omp task depend(out : r->passed)
  {
    if (my_rank == i % rank_count) usleep(2000);
    OK(TAMPI_Ibarrier(r->comm));
  }
#pragma omp task depend(inout : r->passed)
  {
    OK(TAMPI_Ibarrier(r->comm, &r->request));
    CHECK(r->request == MPI_REQUEST_NULL, "a request is left");
  }
#pragma omp task depend(inout : r->passed)
  r->passed = 1;
}

static void check_duplicates(Round* r) {
#pragma omp task depend(inout : r->passed) depend(out : r->made)
  OK(TAMPI_Comm_idup(r->comm, &r->made));
#pragma omp task depend(inout : r->made)
  {
    int sum = -1;
    OK(MPI_Allreduce(&my_rank, &sum, 1, MPI_INT, MPI_SUM, r->made));
    CHECK(sum == rank_count * (rank_count - 1) / 2, "the sum is %d", sum);
    OK(MPI_Comm_free(&r->made));
  }
#if MPI_VERSION >= 4
#pragma omp task depend(inout : r->made) depend(out : r->informed)
  OK(TAMPI_Comm_idup_with_info(r->comm, MPI_INFO_NULL, &r->informed));
#pragma omp task depend(inout : r->informed)
  OK(MPI_Comm_free(&r->informed));
#endif
}

#if MPI_VERSION >= 4
static int sendrecv_has_status;

/* Whether MPI itself fills in the status of MPI_Isendrecv: MPICH up to 5.0.2 leaves in it what
 * happened to be there, which may suit one tag, not all. */
static int fills_sendrecv_status(void) {
  enum { kTags = 5 };
  for (int tag = 1; tag <= kTags; ++tag) {
    int out = tag, in = -1;
    MPI_Request request;
    MPI_Status status;
    PMPI_Isendrecv(&out, 1, MPI_INT, right, tag, &in, 1, MPI_INT, left, tag, MPI_COMM_WORLD,
                   &request);
    PMPI_Wait(&request, &status);
    CHECK(in == tag, "received %d, not %d", in, tag);
    if (status.MPI_SOURCE != left || status.MPI_TAG != tag) return 0;
  }
  return 1;
}

static void check_sendrecv(Round* r, int i) {
#pragma omp task depend(out : r->in)
  {
    r->out = 100 * my_rank + i;
    if (i % 2)
      OK(TAMPI_Isendrecv(&r->out, 1, MPI_INT, right, i, &r->in, 1, MPI_INT, left, i, r->comm,
                         &r->status));
    else
      OK(TAMPI_Isendrecv_c(&r->out, 1, MPI_INT, right, i, &r->in, 1, MPI_INT, left, i, r->comm,
                           &r->request, &r->status));
  }
#pragma omp task depend(in : r->in)
  {
    CHECK(r->in == 100 * left + i, "round %d received %d", i, r->in);
    if (sendrecv_has_status) check_status(&r->status, left, i, MPI_INT, 1);
  }
#pragma omp task depend(inout : r->in) depend(out : r->replaced)
  {
    r->replaced = 100 * my_rank + i;
    if (i % 2)
      OK(TAMPI_Isendrecv_replace(&r->replaced, 1, MPI_INT, right, 50 + i, left, 50 + i, r->comm,
                                 &r->request, &r->status));
    else
      OK(TAMPI_Isendrecv_replace_c(&r->replaced, 1, MPI_INT, right, 50 + i, left, 50 + i, r->comm,
                                   &r->status));
  }
#pragma omp task depend(in : r->replaced)
  {
    CHECK(r->replaced == 100 * left + i, "round %d received %d", i, r->replaced);
    if (sendrecv_has_status) check_status(&r->status, left, 50 + i, MPI_INT, 1);
  }
}
#endif

#if HAS_ONE_SIDED
static int at[kRounds], got[kRounds];

/* Each rank works on its right neighbour's part of the window: element i for round i. */
static void check_one_sided(MPI_Win win, int i) {
  static const int one = 1;
#pragma omp task depend(out : at[i])
  {
    at[i] = 100 * my_rank + i;
    OK(TAMPI_Rput(&at[i], 1, MPI_INT, right, i, 1, MPI_INT, win));
  }
#pragma omp task depend(inout : at[i])
  {
    MPI_Request request;
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Rget_accumulate(&one, 1, MPI_INT, &got[i], 1, MPI_INT, right, i, 1, MPI_INT, MPI_SUM,
                             win, &request));
    CHECK(request == MPI_REQUEST_NULL, "a request is left");
  }
#pragma omp task depend(inout : at[i])
  {
    CHECK(got[i] == 100 * my_rank + i, "round %d fetched %d", i, got[i]);
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Raccumulate(&one, 1, MPI_INT, right, i, 1, MPI_INT, MPI_SUM, win));
  }
#pragma omp task depend(inout : at[i])
  {
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Rget(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win));
  }
#pragma omp task depend(inout : at[i])
  CHECK(got[i] == 100 * my_rank + i + 2, "round %d got %d", i, got[i]);
#if MPI_VERSION >= 4
#pragma omp task depend(inout : at[i])
  OK(TAMPI_Rput_c(&at[i], 1, MPI_INT, right, i, 1, MPI_INT, win));
#pragma omp task depend(inout : at[i])
  {
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Rget_accumulate_c(&one, 1, MPI_INT, &got[i], 1, MPI_INT, right, i, 1, MPI_INT, MPI_SUM,
                               win));
  }
#pragma omp task depend(inout : at[i])
  {
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Raccumulate_c(&one, 1, MPI_INT, right, i, 1, MPI_INT, MPI_SUM, win));
  }
#pragma omp task depend(inout : at[i])
  {
    OK(MPI_Win_flush(right, win));
    OK(TAMPI_Rget_c(&got[i], 1, MPI_INT, right, i, 1, MPI_INT, win));
  }
#pragma omp task depend(inout : at[i])
  CHECK(got[i] == 100 * my_rank + i + 2, "round %d got %d", i, got[i]);
#endif
}
#endif

int main(void) {
  static Round rounds[kRounds];
  start_mpi(MPI_TASK_MULTIPLE);
  right = (my_rank + 1) % rank_count;
  left = (my_rank + rank_count - 1) % rank_count;
#if MPI_VERSION >= 4
  sendrecv_has_status = fills_sendrecv_status();
#endif
  for (int i = 0; i < kRounds; ++i) OK(MPI_Comm_dup(MPI_COMM_WORLD, &rounds[i].comm));
#if HAS_ONE_SIDED
  int* memory;
  MPI_Win win;
  OK(MPI_Win_allocate(kRounds * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                      &win));
  OK(MPI_Win_lock_all(0, win));
#endif
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kRounds; ++k) {
    const int i = my_rank % 2 ? kRounds - 1 - k : k; /* opposite orders */
    check_barrier(&rounds[i], i);
    check_duplicates(&rounds[i]); /* after the barriers: they are collective, too */
#if MPI_VERSION >= 4
    check_sendrecv(&rounds[i], i);
#endif
#if HAS_ONE_SIDED
    check_one_sided(win, i);
#endif
  }
#if HAS_ONE_SIDED
  OK(MPI_Win_unlock_all(win));
  OK(MPI_Win_free(&win));
#endif
  for (int i = 0; i < kRounds; ++i) {
    CHECK(rounds[i].passed, "round %d: no barrier", i);
    OK(MPI_Comm_free(&rounds[i].comm));
  }
  finish_mpi("bound_rest", kRounds);
  return 0;
}
