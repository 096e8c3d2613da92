/* What plain MPI with threads does right and a layer may spoil: calls back into the program that
 * meet a critical region, groups' communicators made side by side, files that end or are refused,
 * error handlers that run once.
 *
 * usage: as_plain critical | groups | files | handlers | statuses, on two ranks. */
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"

enum { kRounds = 50, kComms = 8, kBytes = 1 << 16 };

static volatile double sink;

static void work(int steps) {
  for (int i = 0; i < steps; ++i) sink += i;
}

/* ---- A critical region in a reduction, and in other tasks -------------------------------------
 */

static long operations;

static void add(void* in, void* inout, int* length, MPI_Datatype* type) {
  (void)type;
#pragma omp critical(shared)
  ++operations;
  for (int i = 0; i < *length; ++i) ((int*)inout)[i] += ((int*)in)[i];
}

static long critical_in_a_reduction(void) {
  MPI_Comm comms[kComms];
  MPI_Op op;
  MPI_Op_create(add, 1, &op);
  for (int i = 0; i < kComms; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  for (int round = 0; round < kRounds; ++round) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < kComms; ++i) {
#pragma omp task firstprivate(i)
      {
        const int in[2] = {my_rank, 1};
        int out[2] = {-1, -1};
        MPI_Allreduce(in, out, 2, MPI_INT, op, comms[i]);
        CHECK(out[1] == rank_count, "%d ranks added", out[1]);
        CHECK(out[0] == rank_count * (rank_count - 1) / 2, "a sum of %d", out[0]);
      }
#pragma omp task
      {
#pragma omp critical(shared)
        work(20000);
      }
    }
  }
  for (int i = 0; i < kComms; ++i) MPI_Comm_free(&comms[i]);
  MPI_Op_free(&op);
  MPI_Allreduce(MPI_IN_PLACE, &operations, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK(operations > 0, "the operation was never called");
  return kRounds * kComms;
}

/* ---- Communicators of groups, told apart by their tags, in opposite order ---------------------
 */

static long groups_side_by_side(void) {
  MPI_Group group;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(i)
    {
      MPI_Comm comm = MPI_COMM_NULL;
      int size = 0;
      MPI_Comm_create_group(MPI_COMM_WORLD, group, my_rank % 2 ? 1 - i : i, &comm);
      MPI_Comm_size(comm, &size);
      CHECK(size == rank_count, "%d ranks", size);
      MPI_Comm_free(&comm);
    }
    usleep(100000); /* the first is well on its way */
  }
  MPI_Group_free(&group);
  return 2;
}

/* ---- Files ------------------------------------------------------------------------------------
 */

static void name_file(char* name, size_t size, const char* what) {
  const char* folder = getenv("TMPDIR");
  snprintf(name, size, "%s/as_plain.%s.%d", folder ? folder : "/tmp", what, (int)getpid());
}

static MPI_File open_file(const char* what) {
  char name[4096];
  MPI_File file;
  name_file(name, sizeof name, what);
  const int code =
      MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE,
                    MPI_INFO_NULL, &file);
  CHECK(code == MPI_SUCCESS, "cannot open %s", name);
  return file;
}

static int bytes_of(const MPI_Status* status) {
  int count = -1;
  MPI_Get_count(status, MPI_BYTE, &count);
  return count;
}

static void meet_the_end(void) {
  char bytes[100] = "0123456789";
  MPI_File file = open_file("end");
  MPI_Status status;
  MPI_Offset size = 0;
  MPI_File_write(file, bytes, 10, MPI_BYTE, &status);
  CHECK(bytes_of(&status) == 10, "%d bytes written", bytes_of(&status));
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_at(file, 4, bytes, 100, MPI_BYTE, &status);
  CHECK(bytes_of(&status) == 6, "%d of 6 bytes read", bytes_of(&status));
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read(file, bytes, 100, MPI_BYTE, &status);
  CHECK(bytes_of(&status) == 10, "%d of 10 bytes read", bytes_of(&status));
  MPI_File_write(file, bytes, 1, MPI_BYTE, &status);
  MPI_File_get_size(file, &size);
  CHECK(size == 11, "a hole: the file has %lld bytes", (long long)size);
  MPI_File_close(&file);
}

/* The system refuses to write beyond a file's greatest size as it does on a full disk. */
static void be_refused(void) {
  char* bytes = calloc(1, kBytes);
  MPI_File file = open_file("limit");
  MPI_Status status;
  const int code = MPI_File_write_at(file, kBytes, bytes, kBytes, MPI_BYTE, &status);
  CHECK(code != MPI_SUCCESS, "written beyond the limit");
  MPI_File_close(&file);
  free(bytes);
}

static long files(void) {
  signal(SIGXFSZ, SIG_IGN);
#pragma omp parallel
#pragma omp single
#pragma omp task
  meet_the_end();
  const struct rlimit limit = {4096, 4096};
  setrlimit(RLIMIT_FSIZE, &limit);
#pragma omp parallel
#pragma omp single
#pragma omp task
  be_refused();
  return 2;
}

/* ---- Error handlers ---------------------------------------------------------------------------
 */

static int swallowed, comm_errors, win_errors, file_errors;

static void on_comm(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
  ++comm_errors;
}
static void on_win(MPI_Win* win, int* code, ...) {
  (void)win, (void)code;
  ++win_errors;
}
static void on_file(MPI_File* file, int* code, ...) {
  (void)file, (void)code;
  ++file_errors;
}

#define CHECK_ONCE(counter, call)                                   \
  do {                                                              \
    counter = 0;                                                    \
    const int code = call;                                          \
    CHECK(swallowed || code != MPI_SUCCESS, "succeeds");            \
    CHECK(counter == 1, "its error handler ran %d times", counter); \
  } while (0)

static void err_on_purpose(MPI_Comm comm, MPI_Win win, MPI_File file) {
  MPI_Status status;
  MPI_Message message;
  int x = 0;
  CHECK_ONCE(comm_errors, MPI_Probe(77, 0, comm, &status));
  CHECK_ONCE(comm_errors, MPI_Mprobe(0, -77, comm, &message, &status));
  CHECK_ONCE(comm_errors, MPI_Recv(&x, 1, MPI_INT, 77, 0, comm, &status));
#ifdef OPEN_MPI /* finds nothing wrong with the other two */
  (void)win, (void)file;
#else
  CHECK_ONCE(win_errors, MPI_Win_wait(win));
  CHECK_ONCE(file_errors, MPI_File_write_at(file, -1, &x, 1, MPI_INT, &status));
#endif
}

static long handlers(void) {
  swallowed = handlers_swallow_codes();
  MPI_Comm comm;
  MPI_Win win;
  MPI_Errhandler of_comm, of_win, of_file;
  int x = 0;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(on_comm, &of_comm);
  MPI_Comm_set_errhandler(comm, of_comm);
  MPI_Win_create(&x, sizeof x, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_errhandler(on_win, &of_win);
  MPI_Win_set_errhandler(win, of_win);
  MPI_File file = open_file("handler");
  MPI_File_create_errhandler(on_file, &of_file);
  MPI_File_set_errhandler(file, of_file);
#pragma omp parallel
#pragma omp single
#pragma omp task
  err_on_purpose(comm, win, file);
  MPI_File_close(&file);
  MPI_Win_free(&win);
  MPI_Comm_free(&comm);
  MPI_Errhandler_free(&of_comm);
  MPI_Errhandler_free(&of_win);
  MPI_Errhandler_free(&of_file);
  return 5;
}

/* ---- Statuses -----------------------------------------------------------------------------------
 */

/* MPI_Waitall writes the error fields, also when nothing failed; a call for one request leaves its
 * own as it was. `late`: who waits has to pause for the messages. */
static void receive_four(int late) {
  enum { kCount = 4, kBefore = 77 };
  const int partner = my_rank ^ 1;
  int in[kCount], out[kCount] = {1, 2, 3, 4};
  MPI_Request requests[2 * kCount];
  MPI_Status statuses[2 * kCount];
  for (int i = 0; i < 2 * kCount; ++i) statuses[i].MPI_ERROR = kBefore;
  for (int i = 0; i < kCount; ++i)
    MPI_Irecv(&in[i], 1, MPI_INT, partner, i, MPI_COMM_WORLD, &requests[i]);
  if (late && my_rank == 0) usleep(20000);
  for (int i = 0; i < kCount; ++i)
    MPI_Isend(&out[i], 1, MPI_INT, partner, i, MPI_COMM_WORLD, &requests[kCount + i]);
  MPI_Waitall(2 * kCount, requests, statuses);
  for (int i = 0; i < kCount; ++i) {
    CHECK(in[i] == out[i], "received %d, not %d", in[i], out[i]);
    check_status(&statuses[i], partner, i, MPI_INT, 1);
  }
  for (int i = 0; i < 2 * kCount; ++i)
    CHECK(statuses[i].MPI_ERROR == MPI_SUCCESS, "status %d has the error %d", i,
          statuses[i].MPI_ERROR);
  statuses[0].MPI_ERROR = statuses[1].MPI_ERROR = kBefore;
  MPI_Irecv(&in[0], 1, MPI_INT, partner, 0, MPI_COMM_WORLD, &requests[0]);
  if (late && my_rank == 0) usleep(20000);
  MPI_Send(&out[0], 1, MPI_INT, partner, 0, MPI_COMM_WORLD);
  MPI_Wait(&requests[0], &statuses[0]);
  MPI_Sendrecv(&out[1], 1, MPI_INT, partner, 0, &in[1], 1, MPI_INT, partner, 0, MPI_COMM_WORLD,
               &statuses[1]);
  for (int i = 0; i < 2; ++i)
    CHECK(statuses[i].MPI_ERROR == kBefore, "the error of status %d was set to %d", i,
          statuses[i].MPI_ERROR);
}

static long statuses(void) {
  CHECK(rank_count == 2, "needs 2 ranks, not %d", rank_count);
#pragma omp parallel
#pragma omp single
#pragma omp task
  for (int late = 0; late < 2; ++late) receive_four(late);
  return 2;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  long checked = 0;
  start_mpi(MPI_THREAD_MULTIPLE);
  if (!strcmp(mode, "critical")) checked = critical_in_a_reduction();
  if (!strcmp(mode, "groups")) checked = groups_side_by_side();
  if (!strcmp(mode, "files")) checked = files();
  if (!strcmp(mode, "handlers")) checked = handlers();
  if (!strcmp(mode, "statuses")) checked = statuses();
  CHECK(checked > 0, "usage: as_plain critical | groups | files | handlers | statuses");
  finish_mpi("as_plain", checked);
  return 0;
}
