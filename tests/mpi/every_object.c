/* The blocking calls that are no plain operation: waits, probes, Sendrecv, communicators, one-sided
 * synchronisation, files. Each in a task of its own (all at once), in implicit tasks, or outside a
 * region, on a communicator of its own:   every_object task|implicit|outside [NUMBER] */
#include <TAMPI.h>
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kMany = 20 };
#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

typedef struct {
  MPI_Comm comm;
  int rank, size, right, left, finished;
} Case;

/* ---- Waits -------------------------------------------------------------------------------------
 */

static void post_ring(Case* c, int* out, int* in, MPI_Request* requests) {
  for (int i = 0; i < kMany; ++i) {
    out[i] = 100 * c->rank + i;
    in[i] = -1;
    OK(MPI_Irecv(&in[i], 1, MPI_INT, c->left, i, c->comm, &requests[i]));
  }
  for (int i = 0; i < kMany; ++i)
    OK(MPI_Isend(&out[i], 1, MPI_INT, c->right, i, c->comm, &requests[kMany + i]));
}
static void expect_ring(Case* c, const int* in) {
  for (int i = 0; i < kMany; ++i) CHECK(in[i] == 100 * c->left + i, "message %d is %d", i, in[i]);
}
static void check_wait(Case* c) {
  int out[kMany], in[kMany];
  MPI_Request requests[2 * kMany];
  MPI_Status status;
  post_ring(c, out, in, requests);
  for (int i = 0; i < 2 * kMany; ++i) {
    OK(MPI_Wait(&requests[i], &status));
    CHECK(requests[i] == MPI_REQUEST_NULL, "request %d is still there", i);
    if (i < kMany) check_status(&status, c->left, i, MPI_INT, 1);
  }
  expect_ring(c, in);
}
static void check_waitall(Case* c) {
  int out[kMany], in[kMany];
  MPI_Request requests[2 * kMany];
  MPI_Status statuses[2 * kMany];
  post_ring(c, out, in, requests);
  OK(MPI_Waitall(2 * kMany, requests, statuses));
  for (int i = 0; i < kMany; ++i) check_status(&statuses[i], c->left, i, MPI_INT, 1);
  expect_ring(c, in);
}
static void check_waitany(Case* c) {
  int out[kMany], in[kMany], seen[2 * kMany] = {0}, index;
  MPI_Request requests[2 * kMany];
  MPI_Status status;
  post_ring(c, out, in, requests);
  for (int i = 0; i < 2 * kMany; ++i) {
    OK(MPI_Waitany(2 * kMany, requests, &index, &status));
    CHECK(index >= 0 && index < 2 * kMany && !seen[index]++, "index %d", index);
    CHECK(requests[index] == MPI_REQUEST_NULL, "request %d is still there", index);
    if (index < kMany) check_status(&status, c->left, index, MPI_INT, 1);
  }
  const int none_of = c->rank % 2 ? 2 * kMany : 0;
  memset(&status, 0x55, sizeof status);
  OK(MPI_Waitany(none_of, requests, &index, &status));
  CHECK(index == MPI_UNDEFINED, "index %d of none", index);
  check_status(&status, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
  OK(MPI_Recv_init(&in[0], 1, MPI_INT, c->left, 3, c->comm, &requests[0])); /* not started */
  memset(&status, 0x55, sizeof status);
  OK(MPI_Waitany(kMany, requests, &index, &status));
  CHECK(index == MPI_UNDEFINED, "index %d of none", index);
  check_status(&status, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_INT, 0);
  OK(MPI_Request_free(&requests[0]));
  expect_ring(c, in);
}
static void check_waitsome(Case* c) {
  int out[kMany], in[kMany], indices[2 * kMany], found, all = 0;
  MPI_Request requests[2 * kMany];
  MPI_Status statuses[2 * kMany];
  post_ring(c, out, in, requests);
  while (all < 2 * kMany) {
    OK(MPI_Waitsome(2 * kMany, requests, &found, indices, statuses));
    CHECK(found > 0, "%d found", found);
    for (int k = 0; k < found; ++k)
      if (indices[k] < kMany) check_status(&statuses[k], c->left, indices[k], MPI_INT, 1);
    all += found;
  }
  OK(MPI_Waitsome(2 * kMany, requests, &found, indices, statuses));
  CHECK(found == MPI_UNDEFINED, "%d found of none", found);
  expect_ring(c, in);
}
static void check_persistent(Case* c) {
  int out = 0, in = 0;
  MPI_Request requests[2];
  MPI_Status statuses[2];
  OK(MPI_Recv_init(&in, 1, MPI_INT, c->left, 3, c->comm, &requests[0]));
  OK(MPI_Ssend_init(&out, 1, MPI_INT, c->right, 3, c->comm, &requests[1]));
  for (int round = 0; round < 3; ++round) {
    out = 10 * c->rank + round;
    OK(MPI_Startall(2, requests));
    OK(MPI_Waitall(2, requests, statuses));
    CHECK(in == 10 * c->left + round, "round %d received %d", round, in);
    check_status(&statuses[0], c->left, 3, MPI_INT, 1);
  }
  OK(MPI_Request_free(&requests[0]));
  OK(MPI_Request_free(&requests[1]));
}
#if MPI_VERSION >= 4
static void check_partitioned(Case* c) {
  double out[8], in[8];
  MPI_Request requests[2];
  OK(MPI_Precv_init(in, 4, 2, MPI_DOUBLE, c->left, 4, c->comm, MPI_INFO_NULL, &requests[0]));
  OK(MPI_Psend_init(out, 4, 2, MPI_DOUBLE, c->right, 4, c->comm, MPI_INFO_NULL, &requests[1]));
  for (int round = 0; round < 2; ++round) {
    OK(MPI_Startall(2, requests));
    for (int i = 0; i < 8; ++i) out[i] = 100 * c->rank + 10 * round + i;
    OK(MPI_Pready(0, requests[1]));
    OK(MPI_Pready_range(1, 2, requests[1]));
    int last[1] = {3}, flag = 0;
    OK(MPI_Pready_list(1, last, requests[1]));
    OK(MPI_Parrived(requests[0], 0, &flag));
    OK(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < 8; ++i)
      CHECK(in[i] == 100 * c->left + 10 * round + i, "round %d element %d is %g", round, i, in[i]);
  }
  OK(MPI_Request_free(&requests[0]));
  OK(MPI_Request_free(&requests[1]));
}
static void check_persistent_collective(Case* c) {
  int sum = 0, one = 0;
  MPI_Request request;
  OK(MPI_Allreduce_init(&one, &sum, 1, MPI_INT, MPI_SUM, c->comm, MPI_INFO_NULL, &request));
  for (one = 1; one < 3; ++one) {
    OK(MPI_Start(&request));
    OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(sum == one * c->size, "sum is %d", sum);
  }
  OK(MPI_Request_free(&request));
}
#endif

/* ---- Probes, Sendrecv, Barrier -----------------------------------------------------------------
 */

static void check_probe(Case* c) {
  int out = 5 + c->rank, in = -1;
  MPI_Request request;
  MPI_Status status;
  usleep((unsigned)(c->rank % 2) * 20000);
  OK(MPI_Isend(&out, 1, MPI_INT, c->right, 6, c->comm, &request));
  OK(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, c->comm, &status));
  check_status(&status, c->left, 6, MPI_INT, 1);
  OK(MPI_Recv(&in, 1, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, c->comm, MPI_STATUS_IGNORE));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(in == 5 + c->left, "received %d", in);
  OK(MPI_Probe(MPI_PROC_NULL, 1, c->comm, &status));
  check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
}
static void check_sendrecv(Case* c) {
  enum { kBig = 30000 };
  int* out = malloc(kBig * sizeof(int));
  int* in = malloc(kBig * sizeof(int));
  MPI_Status status;
  for (int i = 0; i < kBig; ++i) out[i] = c->rank + i;
  OK(MPI_Sendrecv(out, kBig, MPI_INT, c->right, 1, in, kBig, MPI_INT, c->left, 1, c->comm,
                  &status));
  check_status(&status, c->left, 1, MPI_INT, kBig);
  for (int i = 0; i < kBig; ++i) CHECK(in[i] == c->left + i, "element %d is %d", i, in[i]);
  OK(MPI_Sendrecv_replace(out, kBig, MPI_INT, c->right, 2, c->left, 2, c->comm, &status));
  check_status(&status, c->left, 2, MPI_INT, kBig);
  for (int i = 0; i < kBig; ++i) CHECK(out[i] == c->left + i, "element %d is %d", i, out[i]);
  OK(MPI_Sendrecv_replace(out, 4, MPI_INT, MPI_PROC_NULL, 2, MPI_PROC_NULL, 2, c->comm, &status));
  check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
#if MPI_VERSION >= 4
  OK(MPI_Sendrecv_replace_c(out, kBig, MPI_INT, c->right, 3, c->left, 3, c->comm, &status));
  OK(MPI_Sendrecv_c(out, 1, MPI_INT, c->right, 4, in, 1, MPI_INT, c->left, 4, c->comm, &status));
  check_status(&status, c->left, 4, MPI_INT, 1);
#endif
  free(out);
  free(in);
}
static void check_barrier(Case* c) {
  for (int i = 0; i < 10; ++i) OK(MPI_Barrier(c->comm));
}

/* ---- Communicators -----------------------------------------------------------------------------
 */

/* A sum over `comm`, which is freed, of ranks in it. */
static void use_comm(MPI_Comm* comm, int size) {
  int rank, sum = 0, actual;
  MPI_Comm_size(*comm, &actual);
  CHECK(actual == size, "%d ranks, expected %d", actual, size);
  MPI_Comm_rank(*comm, &rank);
  OK(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, *comm));
  CHECK(sum == size * (size - 1) / 2, "sum %d", sum);
  OK(MPI_Comm_free(comm));
}
static void check_comms(Case* c) {
  MPI_Comm made;
  MPI_Group group;
  OK(MPI_Comm_dup(c->comm, &made));
  use_comm(&made, c->size);
  OK(MPI_Comm_dup_with_info(c->comm, MPI_INFO_NULL, &made));
  use_comm(&made, c->size);
  OK(MPI_Comm_split(c->comm, c->rank % 2, -c->rank, &made));
  use_comm(&made, c->size / 2);
  OK(MPI_Comm_split_type(c->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made));
  use_comm(&made, c->size);
  OK(MPI_Comm_group(c->comm, &group));
  OK(MPI_Comm_create(c->comm, group, &made));
  use_comm(&made, c->size);
  OK(MPI_Comm_create_group(c->comm, group, 5, &made));
  use_comm(&made, c->size);
  OK(MPI_Group_free(&group));
  OK(MPI_Comm_dup(c->comm, &made));
  OK(MPI_Comm_disconnect(&made));
  CHECK(made == MPI_COMM_NULL, "still connected");
}
static void check_topologies(Case* c) {
  MPI_Comm grid, made;
  const int dims[2] = {2, c->size / 2}, periods[2] = {1, 0}, remain[2] = {0, 1};
  OK(MPI_Cart_create(c->comm, 2, dims, periods, 0, &grid));
  OK(MPI_Cart_sub(grid, remain, &made));
  use_comm(&made, c->size / 2);
  use_comm(&grid, c->size);
  int* index = malloc((size_t)c->size * sizeof(int));
  int* edges = malloc((size_t)c->size * sizeof(int));
  for (int i = 0; i < c->size; ++i) {
    index[i] = i + 1;
    edges[i] = i ^ 1;
  }
  OK(MPI_Graph_create(c->comm, c->size, index, edges, 0, &made));
  use_comm(&made, c->size);
  const int degree = 1, one = 1;
  OK(MPI_Dist_graph_create(c->comm, 1, &c->rank, &degree, &c->right, &one, MPI_INFO_NULL, 0,
                           &made));
  use_comm(&made, c->size);
  OK(MPI_Dist_graph_create_adjacent(c->comm, 1, &c->left, &one, 1, &c->right, &one, MPI_INFO_NULL,
                                    0, &made));
  int got = -1;
  OK(MPI_Neighbor_allgather(&c->rank, 1, MPI_INT, &got, 1, MPI_INT, made));
  CHECK(got == c->left, "neighbour %d", got);
  use_comm(&made, c->size);
  free(index);
  free(edges);
}
static void check_intercomms(Case* c) {
  MPI_Comm half, inter, whole;
  OK(MPI_Comm_split(c->comm, c->rank % 2, c->rank, &half));
  OK(MPI_Intercomm_create(half, 0, c->comm, 1 - c->rank % 2, 9, &inter));
  int root = c->rank == 0 ? MPI_ROOT : c->rank % 2 ? 0 : MPI_PROC_NULL, value = c->rank ? -1 : 77;
  OK(MPI_Bcast(&value, 1, MPI_INT, root, inter));
  CHECK(c->rank % 2 == 0 || value == 77, "the other side sent %d", value);
  OK(MPI_Intercomm_merge(inter, c->rank % 2, &whole));
  use_comm(&whole, c->size);
  OK(MPI_Comm_free(&inter));
  OK(MPI_Comm_free(&half));
}

/* ---- One-sided ---------------------------------------------------------------------------------
 */

/* Debian's MPICH 4.0 loses what MPI_Put and MPI_Accumulate write across processes, in a program of
 * ten lines without Tidemill: nothing to be tested there. */
#if defined(MPICH_NUMVERSION) && MPICH_NUMVERSION < 40100000
#define HAS_ONE_SIDED 0
#else
#define HAS_ONE_SIDED 1
#endif

#if HAS_ONE_SIDED
static void check_fence(Case* c) {
  int memory[2] = {-1, -1}, value = c->rank;
  MPI_Win win;
  OK(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, c->comm, &win));
  OK(MPI_Win_fence(0, win));
  OK(MPI_Put(&value, 1, MPI_INT, c->right, 0, 1, MPI_INT, win));
  OK(MPI_Win_fence(0, win));
  CHECK(memory[0] == c->left && memory[1] == -1, "window holds %d", memory[0]);
  int got = -1;
  OK(MPI_Get(&got, 1, MPI_INT, c->right, 0, 1, MPI_INT, win));
  OK(MPI_Win_fence(0, win));
  CHECK(got == c->rank, "got %d", got);
  OK(MPI_Win_free(&win));
}
static void check_lock(Case* c) {
  int *memory, one = 1, got = -1;
  MPI_Win win;
  MPI_Request request;
  OK(MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, c->comm, &memory, &win));
  OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, c->rank, 0, win));
  memory[0] = memory[1] = 0;
  OK(MPI_Win_unlock(c->rank, win));
  OK(MPI_Barrier(c->comm));
  for (int i = 0; i < 5; ++i) {
    OK(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win));
    OK(MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win));
    OK(MPI_Win_flush_local(0, win));
    OK(MPI_Win_unlock(0, win));
  }
  OK(MPI_Barrier(c->comm));
  OK(MPI_Win_lock_all(0, win));
  OK(MPI_Rput(&c->rank, 1, MPI_INT, c->right, 1, 1, MPI_INT, win, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  OK(MPI_Win_flush(c->right, win));
  OK(MPI_Rget(&got, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(got >= 5 * c->size && got < 7 * c->size, "counted %d", got);
  OK(MPI_Raccumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  OK(MPI_Rget_accumulate(&one, 1, MPI_INT, &got, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win,
                         &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(got > 5 * c->size && got <= 7 * c->size, "counted %d", got);
  OK(MPI_Win_flush_local_all(win));
  OK(MPI_Win_flush_all(win));
  OK(MPI_Win_unlock_all(win));
  OK(MPI_Barrier(c->comm));
  OK(MPI_Win_lock(MPI_LOCK_SHARED, c->rank, 0, win));
  CHECK(memory[1] == c->left, "window holds %d", memory[1]);
  OK(MPI_Win_unlock(c->rank, win));
  OK(MPI_Win_free(&win));
}
static void check_post_start(Case* c) {
  int memory = -1;
  MPI_Win win;
  MPI_Group all, left, right;
  OK(MPI_Comm_group(c->comm, &all));
  OK(MPI_Group_incl(all, 1, &c->left, &left));
  OK(MPI_Group_incl(all, 1, &c->right, &right));
  OK(MPI_Win_create(&memory, sizeof memory, sizeof(int), MPI_INFO_NULL, c->comm, &win));
  OK(MPI_Win_post(left, 0, win));
  OK(MPI_Win_start(right, 0, win));
  OK(MPI_Put(&c->rank, 1, MPI_INT, c->right, 0, 1, MPI_INT, win));
  OK(MPI_Win_complete(win));
  OK(MPI_Win_wait(win));
  CHECK(memory == c->left, "window holds %d", memory);
  OK(MPI_Win_free(&win));
  OK(MPI_Group_free(&left));
  OK(MPI_Group_free(&right));
  OK(MPI_Group_free(&all));
}
#endif

static void check_shared(Case* c) {
  int* mine;
  MPI_Win win;
  OK(MPI_Win_allocate_shared(sizeof(int), sizeof(int), MPI_INFO_NULL, c->comm, &mine, &win));
  OK(MPI_Win_lock_all(0, win));
  *mine = c->rank + 1;
  OK(MPI_Win_sync(win));
  OK(MPI_Barrier(c->comm));
  MPI_Aint bytes;
  int unit, *theirs;
  OK(MPI_Win_shared_query(win, c->left, &bytes, &unit, &theirs));
  CHECK(*theirs == c->left + 1, "window holds %d", *theirs);
  OK(MPI_Win_unlock_all(win));
  OK(MPI_Win_free(&win));
}

/* ---- Files -------------------------------------------------------------------------------------
 */

/* Open MPI, 4.1 and 5.0, keeps the requests that split collectives make in a list without a lock,
 * which every other thread's progress walks: a crash now and then, in plain MPI programs, too. */
#if defined(OMPI_MAJOR_VERSION)
#define HAS_SPLIT_COLLECTIVES 0
#else
#define HAS_SPLIT_COLLECTIVES 1
#endif

static void check_file(Case* c) {
  char path[100];
  snprintf(path, sizeof path, "every_object.%ld", (long)getpid());
  OK(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, c->comm));
  MPI_File file;
  MPI_Status status;
  int out[4] = {c->rank, 10, 20, 30}, in[4] = {-1, -1, -1, -1}, count;
  OK(MPI_File_open(c->comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
  OK(MPI_File_set_size(file, 0));
  OK(MPI_File_preallocate(file, (MPI_Offset)(sizeof out * (size_t)c->size)));
  OK(MPI_File_set_atomicity(file, 0));
  MPI_Info info;
  OK(MPI_Info_create(&info));
  OK(MPI_File_set_info(file, info));
  OK(MPI_Info_free(&info));
  OK(MPI_File_set_view(file, (MPI_Offset)(c->rank * (int)sizeof out), MPI_INT, MPI_INT, "native",
                       MPI_INFO_NULL));
#if HAS_SPLIT_COLLECTIVES
  OK(MPI_File_write_all_begin(file, out, 4, MPI_INT));
  OK(MPI_File_write_all_end(file, out, &status));
  OK(MPI_File_sync(file));
  OK(MPI_File_read_at_all_begin(file, 0, in, 4, MPI_INT));
  OK(MPI_File_read_at_all_end(file, in, &status));
#else
  OK(MPI_File_write_at(file, 0, out, 4, MPI_INT, &status));
  OK(MPI_Barrier(c->comm));
  OK(MPI_File_read_at(file, 0, in, 4, MPI_INT, &status));
#endif
  MPI_Get_count(&status, MPI_INT, &count);
  CHECK(count == 4 && in[0] == c->rank && in[3] == 30, "read %d: %d %d", count, in[0], in[3]);
  OK(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
  OK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  OK(MPI_File_write_ordered(file, out, 4, MPI_INT, &status));
  OK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
  in[0] = -1;
  OK(MPI_File_read_ordered(file, in, 4, MPI_INT, &status));
  CHECK(in[0] == c->rank, "rank %d's part", in[0]);
  OK(MPI_File_close(&file));
  OK(MPI_Barrier(c->comm));
  if (c->rank == 0) OK(MPI_File_delete(path, MPI_INFO_NULL));
}

/* ---- All of them -------------------------------------------------------------------------------
 */

typedef void Check(Case*);
static Check* const checks[] = {
    check_wait,        check_waitall,
    check_waitany,     check_waitsome,
    check_persistent,  check_probe,
    check_sendrecv,    check_barrier,
    check_comms,       check_topologies,
    check_shared,      check_intercomms,
    check_file,
#if HAS_ONE_SIDED
    check_fence,       check_post_start,
    check_lock,
#endif
#if MPI_VERSION >= 4
    check_partitioned, check_persistent_collective,
#endif
};
enum { kChecks = sizeof checks / sizeof checks[0] };
static Case cases[kChecks];

static int only = -1; /* a second argument: this one alone */

/* An intercommunicator made while another thread makes a communicator: Intel MPI 2021.18's own
 * MPI_Bcast and MPI_Intercomm_merge may never return, in a program of 40 lines without Tidemill.
 * There its case is run after the others. */
#ifdef I_MPI_NUMVERSION
#define COMES_LAST(i) (checks[i] == check_intercomms)
#else
#define COMES_LAST(i) 0
#endif
static int last;

static void run(int i) {
  if (COMES_LAST(i) != last) return;
  if (only < 0 || only == i) checks[i](&cases[i]);
  cases[i].finished = 1;
}

static void run_all(const char* mode) {
  if (strcmp(mode, "outside") == 0) {
    for (int i = 0; i < kChecks; ++i) run(i);
  } else if (strcmp(mode, "implicit") == 0) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < kChecks; i += omp_get_num_threads()) run(i);
  } else {
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < kChecks; ++k) {
      const int i = my_rank % 2 ? kChecks - 1 - k : k; /* opposite orders */
#pragma omp task
      run(i);
    }
  }
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "task";
  only = argument(argc, argv, 2, -1);
  start_mpi(MPI_TASK_MULTIPLE);
  for (int i = 0; i < kChecks; ++i) {
    Case* c = &cases[i];
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &c->comm));
    MPI_Comm_rank(c->comm, &c->rank);
    MPI_Comm_size(c->comm, &c->size);
    c->right = (c->rank + 1) % c->size;
    c->left = (c->rank + c->size - 1) % c->size;
  }
  for (last = 0; last < 2; ++last) run_all(mode);
  for (int i = 0; i < kChecks; ++i) {
    CHECK(cases[i].finished, "case %d was never finished", i);
    OK(MPI_Comm_free(&cases[i].comm));
  }
  finish_mpi("every_object", kChecks);
  return 0;
}
