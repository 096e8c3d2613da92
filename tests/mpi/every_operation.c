/* Every operation of MPI that has a non-blocking form, in every form and every place:
 *
 *   every_operation task|implicit|outside   MPI_X, and MPI_X_c where MPI has it, in explicit tasks
 *                                           (all cases at once), implicit ones, outside a region
 *   every_operation bound                   TAMPI_Ix in a task, checked by one that depends on it:
 *                                           without its request (TAMPI 4), and with it (TAMPI 1-3)
 *   every_operation nonblocking|persistent  MPI_Ix, MPI_X_init, their _c: waited for by their task
 *
 * A second argument leaves out files (their shared pointers need a lock daemon's patience).
 * Each case has a communicator of its own, for the order of tasks is not defined. */
#include <TAMPI.h>
#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kRoom = 40, kRanks = 8 };

typedef struct {
  MPI_Comm comm, ring;
  MPI_File file;
  int rank, size, finished;
  int out[kRoom], in[kRoom];
  int counts[kRanks], displs[kRanks];
  MPI_Count large_counts[kRanks];
  MPI_Aint large_displs[kRanks], bytes[kRanks];
  MPI_Datatype types[kRanks];
  MPI_Offset place;
  MPI_Status status;
  MPI_Request request;
  char dependence;
} Case;

static int settles_files; /* set once, before any case runs */

static void fill(int* data, int count, int first) {
  for (int i = 0; i < count; ++i) data[i] = first + i;
}
static int triangle(int n) { return n * (n - 1) / 2; }
#define EXPECT(name, i, value) \
  CHECK(c->in[i] == (value), "%s: element %d is %d, expected %d", name, i, c->in[i], value)
static void expect_range(Case* c, const char* name, int from, int count, int first) {
  for (int i = 0; i < count; ++i) EXPECT(name, from + i, first + i);
}
#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

/* Blocking: MPI_X. */
#define HAS_COLLECTIVES 1
#define HAS_FILES 1
#define COUNTS counts
#define DISPLS displs
#define FORM(name) name##_plain
#define CALL(X, x, ...) OK(MPI_##X(__VA_ARGS__))
#define CALL_P(X, x, ...) OK(MPI_##X(__VA_ARGS__))
#define CALL_S(X, x, ...) OK(MPI_##X(__VA_ARGS__, &c->status))
#include "every_operation_cases.inc"

/* File operations have their I inside. */
#define TAMPI_Ifile_read TAMPI_File_iread
#define TAMPI_Ifile_read_at TAMPI_File_iread_at
#define TAMPI_Ifile_read_all TAMPI_File_iread_all
#define TAMPI_Ifile_read_at_all TAMPI_File_iread_at_all
#define TAMPI_Ifile_read_shared TAMPI_File_iread_shared
#define TAMPI_Ifile_write TAMPI_File_iwrite
#define TAMPI_Ifile_write_at TAMPI_File_iwrite_at
#define TAMPI_Ifile_write_all TAMPI_File_iwrite_all
#define TAMPI_Ifile_write_at_all TAMPI_File_iwrite_at_all
#define TAMPI_Ifile_write_shared TAMPI_File_iwrite_shared
#define MPI_Ifile_read MPI_File_iread
#define MPI_Ifile_read_at MPI_File_iread_at
#define MPI_Ifile_read_all MPI_File_iread_all
#define MPI_Ifile_read_at_all MPI_File_iread_at_all
#define MPI_Ifile_read_shared MPI_File_iread_shared
#define MPI_Ifile_write MPI_File_iwrite
#define MPI_Ifile_write_at MPI_File_iwrite_at
#define MPI_Ifile_write_all MPI_File_iwrite_all
#define MPI_Ifile_write_at_all MPI_File_iwrite_at_all
#define MPI_Ifile_write_shared MPI_File_iwrite_shared
#define MPI_Ifile_read_c MPI_File_iread_c
#define MPI_Ifile_read_at_c MPI_File_iread_at_c
#define MPI_Ifile_read_all_c MPI_File_iread_all_c
#define MPI_Ifile_read_at_all_c MPI_File_iread_at_all_c
#define MPI_Ifile_read_shared_c MPI_File_iread_shared_c
#define MPI_Ifile_write_c MPI_File_iwrite_c
#define MPI_Ifile_write_at_c MPI_File_iwrite_at_c
#define MPI_Ifile_write_all_c MPI_File_iwrite_all_c
#define MPI_Ifile_write_at_all_c MPI_File_iwrite_at_all_c
#define MPI_Ifile_write_shared_c MPI_File_iwrite_shared_c

/* Bound to the task: TAMPI_Ix, as TAMPI 4 has it, and with a request as before. */
#define FORM(name) name##_bound
#define CALL(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__))
#define CALL_P(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__))
#define CALL_S(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__, &c->status))
#include "every_operation_cases.inc"

#define FORM(name) name##_with_request
#define CALL(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__, &c->request))
#define CALL_P(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__, &c->request))
#define CALL_S(X, x, ...) OK(TAMPI_I##x(__VA_ARGS__, &c->request, &c->status))
#include "every_operation_cases.inc"

/* Non-blocking: MPI_Ix, and the task waits. */
static void wait_for(Case* c, int code) {
  CHECK(code == MPI_SUCCESS, "code %d", code);
  OK(MPI_Wait(&c->request, &c->status));
  CHECK(c->request == MPI_REQUEST_NULL, "the request is still there");
}
#define FORM(name) name##_nonblocking
#define CALL(X, x, ...) wait_for(c, MPI_I##x(__VA_ARGS__, &c->request))
#define CALL_P(X, x, ...) wait_for(c, MPI_I##x(__VA_ARGS__, &c->request))
#define CALL_S(X, x, ...) wait_for(c, MPI_I##x(__VA_ARGS__, &c->request))
#include "every_operation_cases.inc"

/* Persistent: MPI_X_init; collective ones are of MPI-4. */
static void start_and_wait(Case* c, int code) {
  CHECK(code == MPI_SUCCESS, "code %d", code);
  OK(MPI_Start(&c->request));
  OK(MPI_Wait(&c->request, &c->status));
  CHECK(c->request != MPI_REQUEST_NULL, "the persistent request is gone");
  OK(MPI_Request_free(&c->request));
}
#undef HAS_COLLECTIVES
#undef HAS_FILES
#define HAS_COLLECTIVES (MPI_VERSION >= 4)
#define HAS_FILES 0
#define FORM(name) name##_persistent
#define CALL(X, x, ...) start_and_wait(c, MPI_##X##_init(__VA_ARGS__, MPI_INFO_NULL, &c->request))
#define CALL_P(X, x, ...) start_and_wait(c, MPI_##X##_init(__VA_ARGS__, &c->request))
#define CALL_S CALL_P
#include "every_operation_cases.inc"

/* The large counts of MPI-4. */
#if MPI_VERSION >= 4
#undef COUNTS
#undef DISPLS
#define COUNTS large_counts
#define DISPLS large_displs
#define FORM(name) name##_persistent_large
#define CALL(X, x, ...) start_and_wait(c, MPI_##X##_init_c(__VA_ARGS__, MPI_INFO_NULL, &c->request))
#define CALL_P(X, x, ...) start_and_wait(c, MPI_##X##_init_c(__VA_ARGS__, &c->request))
#define CALL_S CALL_P
#include "every_operation_cases.inc"
#undef HAS_FILES
#define HAS_FILES 1
#define FORM(name) name##_large
#define CALL(X, x, ...) OK(MPI_##X##_c(__VA_ARGS__))
#define CALL_P(X, x, ...) OK(MPI_##X##_c(__VA_ARGS__))
#define CALL_S(X, x, ...) OK(MPI_##X##_c(__VA_ARGS__, &c->status))
#include "every_operation_cases.inc"
#define FORM(name) name##_nonblocking_large
#define CALL(X, x, ...) wait_for(c, MPI_I##x##_c(__VA_ARGS__, &c->request))
#define CALL_P(X, x, ...) wait_for(c, MPI_I##x##_c(__VA_ARGS__, &c->request))
#define CALL_S(X, x, ...) wait_for(c, MPI_I##x##_c(__VA_ARGS__, &c->request))
#include "every_operation_cases.inc"
#endif

typedef void Part(Case*);
/* A place runs two forms of each operation. */
enum { kBlocking, kBound, kNonblocking, kPersistent, kModes };
typedef struct {
  const char* name;
  Part* parts[kModes][2][2];
} Operation;

#define PAIR(X, form) \
  { post_##X##_##form, check_##X##_##form }
#define NONE \
  { NULL, NULL }
#if MPI_VERSION >= 4
#define LARGE(X, form) PAIR(X, form##_large)
#define LARGE_PLAIN(X) PAIR(X, large)
#define NEW(X, form) PAIR(X, form)
#else
#define LARGE_PLAIN(X) NONE
#define LARGE(X, form) NONE
#define NEW(X, form) NONE
#endif
#define ROW(X, persistent, persistent_large)       \
  {#X,                                             \
   {{PAIR(X, plain), LARGE_PLAIN(X)},              \
    {PAIR(X, bound), PAIR(X, with_request)},       \
    {PAIR(X, nonblocking), LARGE(X, nonblocking)}, \
    {persistent, persistent_large}}},
#define SEND(X) ROW(X, PAIR(X, persistent), LARGE(X, persistent))
#define COLLECTIVE(X) ROW(X, NEW(X, persistent), LARGE(X, persistent))
#define NO_INIT(X) ROW(X, NONE, NONE)

static const Operation operations[] = {
    SEND(Send) SEND(Ssend) SEND(Bsend) SEND(Rsend) SEND(Recv) NO_INIT(Mrecv) COLLECTIVE(Bcast)
        COLLECTIVE(Gather) COLLECTIVE(Gatherv) COLLECTIVE(Scatter) COLLECTIVE(Scatterv)
            COLLECTIVE(Allgather) COLLECTIVE(Allgatherv) COLLECTIVE(Alltoall) COLLECTIVE(Alltoallv)
                COLLECTIVE(Alltoallw) COLLECTIVE(Reduce) COLLECTIVE(Allreduce)
                    COLLECTIVE(Reduce_scatter) COLLECTIVE(Reduce_scatter_block) COLLECTIVE(Scan)
                        COLLECTIVE(Exscan) COLLECTIVE(Neighbor_allgather)
                            COLLECTIVE(Neighbor_allgatherv) COLLECTIVE(Neighbor_alltoall)
                                COLLECTIVE(Neighbor_alltoallv) COLLECTIVE(Neighbor_alltoallw)
                                    NO_INIT(File_read) NO_INIT(File_write) NO_INIT(File_read_at)
                                        NO_INIT(File_write_at) NO_INIT(File_read_all)
                                            NO_INIT(File_write_all) NO_INIT(File_read_at_all)
                                                NO_INIT(File_write_at_all) NO_INIT(File_read_shared)
                                                    NO_INIT(File_write_shared)};
enum { kOperations = sizeof operations / sizeof operations[0] };

static Case cases[2 * kOperations];
static Part* parts[2 * kOperations][2];
static int case_count;
static char attached[1 << 20];

static int is_file(const Operation* o) { return strncmp(o->name, "File", 4) == 0; }

static void add(const Operation* o, Part* const two[2]) {
  if (!two[0]) return;
  Case* c = &cases[case_count];
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &c->comm));
  const int dims[1] = {rank_count}, periods[1] = {1};
  OK(MPI_Cart_create(c->comm, 1, dims, periods, 0, &c->ring));
  MPI_Comm_rank(c->comm, &c->rank);
  MPI_Comm_size(c->comm, &c->size);
  for (int i = 0; i < kRoom; ++i) c->out[i] = c->in[i] = -1;
  if (is_file(o)) {
    char path[100];
    snprintf(path, sizeof path, "every_operation.%ld.%d", (long)getppid(), case_count);
    OK(MPI_Bcast(path, sizeof path, MPI_CHAR, 0, c->comm));
    OK(MPI_File_open(c->comm, path, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                     MPI_INFO_NULL, &c->file));
  }
  parts[case_count][0] = two[0];
  parts[case_count++][1] = two[1];
}

static void run(int i) {
  parts[i][0](&cases[i]);
  parts[i][1](&cases[i]);
  cases[i].finished = 1;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "task";
  const int files = argc < 3;
  start_mpi(MPI_TASK_MULTIPLE);
  MPI_Buffer_attach(attached, sizeof attached);
  const int bound = strcmp(mode, "bound") == 0;
  const int form = bound                              ? kBound
                   : strcmp(mode, "nonblocking") == 0 ? kNonblocking
                   : strcmp(mode, "persistent") == 0  ? kPersistent
                                                      : kBlocking;
  settles_files = form == kBlocking;
  for (int k = 0; k < kOperations; ++k) {
    const Operation* o = &operations[k];
    if (is_file(o) && !files) continue;
    add(o, o->parts[form][0]);
    add(o, o->parts[form][1]);
  }
  if (strcmp(mode, "outside") == 0) {
    for (int i = 0; i < case_count; ++i) run(i);
  } else if (strcmp(mode, "implicit") == 0) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < case_count; i += omp_get_num_threads()) run(i);
  } else {
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < case_count; ++k) {
      const int i = my_rank % 2 ? case_count - 1 - k : k; /* opposite orders */
      if (bound) {
#pragma omp task depend(out : cases[i].dependence)
        parts[i][0](&cases[i]);
#pragma omp task depend(in : cases[i].dependence)
        {
          parts[i][1](&cases[i]);
          cases[i].finished = 1;
        }
      } else if (i % 2) {
#pragma omp task
        run(i);
      } else {
#pragma omp task untied
        run(i);
      }
    }
  }
  for (int i = 0; i < case_count; ++i) {
    CHECK(cases[i].finished, "case %d was never finished", i);
    if (cases[i].file) OK(MPI_File_close(&cases[i].file));
    OK(MPI_Comm_free(&cases[i].ring));
    OK(MPI_Comm_free(&cases[i].comm));
  }
  void* buffer;
  int size;
  MPI_Buffer_detach(&buffer, &size);
  CHECK(buffer == attached && size == (int)sizeof attached, "another buffer");
  finish_mpi("every_operation", case_count);
  return 0;
}
