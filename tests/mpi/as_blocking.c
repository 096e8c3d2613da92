/* Whatever a blocking collective gives outside a task on this MPI, it gives in one. Each case is
 * made plainly (PMPI_*, no task), then in a task, from the same buffers: results, gaps between the
 * elements and return codes have to be the same, bit by bit. Sums of floating-point numbers may
 * differ by their order; maxima of NaNs and of zeros of either sign depend on it, too: reported.
 *
 * With `nonblocking`, MPI's own non-blocking form takes the place of the task, and nothing is an
 * error. With `record`, what differs is printed in the format of src/mpi/table/measured.txt. With
 * `neighbours`, only collectives among neighbours are compared.
 *
 * usage: as_blocking [nonblocking] [record] [neighbours], on 1 to 6 ranks. Knows
 * MPI_THREAD_MULTIPLE only. */
#include <signal.h>
#include <unistd.h>

#include "as_blocking.h"
#include "check.h"

enum { kPasses = 2 }; /* small operations are made of messages from some call on */

Buffer in, out;
enum Way way;
MPI_Comm comm;
int rank, size, world_rank, world_size;
MPI_Request request;

int asked_nonblocking;

static Buffer plain;
static int asked_record, asked_neighbours;

int finished(int code) {
  return code == MPI_SUCCESS ? PMPI_Wait(&request, MPI_STATUS_IGNORE) : code;
}

int take_comm(MPI_Comm taken) {
  comm = taken;
  PMPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  PMPI_Comm_rank(comm, &rank);
  return PMPI_Comm_size(comm, &size);
}

/* ---- Cases --------------------------------------------------------------------------------------
 * All ranks have the same list. What this rank finds is put together with the others' at the end.
 */

typedef struct {
  char name[72];
  enum Found found;
} Case;

enum { kMostCases = 4000 };
static Case cases[kMostCases];
static int case_count;
static enum Found found[kMostCases];

static Case* find_case(const char* collective, const char* shape) {
  char name[sizeof cases->name];
  snprintf(name, sizeof name, "%s\t%s", collective, shape);
  for (int i = 0; i < case_count; ++i)
    if (!strcmp(cases[i].name, name)) return &cases[i];
  CHECK(case_count < kMostCases, "more cases than %d", kMostCases);
  memcpy(cases[case_count].name, name, sizeof name);
  return &cases[case_count++];
}

static int make(enum Way wanted, Call call, const void* argument, Fill fill) {
  int code = MPI_SUCCESS;
  memset(&in, 0x5a, sizeof in);
  memset(&out, 0xa5, sizeof out);
  fill(argument);
  way = wanted;
  if (wanted != kTask) return call(argument);
#pragma omp parallel
#pragma omp single
#pragma omp task shared(code)
  code = call(argument);
  return code;
}

/* Hangs say where: after a while, before a test's limit. Slow runs don't: with more ranks than
 * cores each of MPICH's own blocking calls, which spin, may take a slice of the scheduler's. */
static const char* now = "the beginning";
static volatile sig_atomic_t calls_made;
static void say_where(int signal) {
  static sig_atomic_t calls_before = -1;
  const int goes_on = calls_made != calls_before;
  (void)signal;
  calls_before = calls_made;
  if (goes_on)
    alarm(30);
  else if (write(STDERR_FILENO, "as_blocking: in ", 16) + write(STDERR_FILENO, now, strlen(now)) +
               write(STDERR_FILENO, way == kPlain ? ", plain\n" : ", other\n", 8) >
           0)
    alarm(30);
}

void compare(const char* collective, const char* shape, Call call, const void* argument, Fill fill,
             Tolerance tolerance) {
  Case* const at = find_case(collective, shape);
  now = at->name;
  ++calls_made;
  const int plain_code = make(kPlain, call, argument, fill);
  plain = out;
  const int code = make(asked_nonblocking ? kNonblocking : kTask, call, argument, fill);
  int plain_class = 0, class = 0;
  PMPI_Error_class(plain_code, &plain_class);
  PMPI_Error_class(code, &class);
  enum Found what = kSame;
  if (class != plain_class)
    what = kCode;
  else if (memcmp(&out, &plain, sizeof out))
    what = tolerance ? tolerance(&plain, &out) : kData;
  if (what > at->found) at->found = what;
}

/* What a wrong rank has seen, all shall know. */
static int report(const char* library) {
  static const char* const words[] = {"same", "order", "nan", "outside", "data", "code"};
  int wrong = 0;
  for (int i = 0; i < case_count; ++i) found[i] = cases[i].found;
  PMPI_Allreduce(MPI_IN_PLACE, found, case_count, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < case_count; ++i) {
    const char* const word = words[found[i]];
    wrong += found[i] >= kData;
    if (my_rank != 0) continue;
    if (asked_record)
      printf("%s\t%d\t%s\t%s\n", library, rank_count, cases[i].name, word);
    else if (found[i] != kSame)
      printf("%s on %d ranks: %s\n", cases[i].name, rank_count, word);
  }
  return wrong;
}

/* "Open MPI 4.1.4", "MPICH 4.0.2", "Intel MPI 2021.19": of what MPI says of itself. */
static void name_library(char name[32]) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0, a = 0, b = 0, c = 0;
  const char* at;
  PMPI_Get_library_version(text, &length);
  if ((at = strstr(text, "Open MPI v")) && sscanf(at + 10, "%d.%d.%d", &a, &b, &c) == 3)
    snprintf(name, 32, "Open MPI %d.%d.%d", a, b, c);
  else if ((at = strstr(text, "Library ")) && strstr(text, "Intel") &&
           sscanf(at + 8, "%d.%d", &a, &b) == 2)
    snprintf(name, 32, "Intel MPI %d.%d", a, b);
  else if ((at = strstr(text, "MPICH Version:")) && sscanf(at + 14, "%d.%d.%d", &a, &b, &c) == 3)
    snprintf(name, 32, "MPICH %d.%d.%d", a, b, c);
  else
    snprintf(name, 32, "%.31s", text);
}

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    asked_nonblocking |= !strcmp(argv[i], "nonblocking");
    asked_record |= !strcmp(argv[i], "record");
    asked_neighbours |= !strcmp(argv[i], "neighbours");
  }
  start_mpi(MPI_THREAD_MULTIPLE);
  world_rank = my_rank;
  world_size = rank_count;
  CHECK(rank_count <= kMostRanks, "at most %d ranks", kMostRanks);
  signal(SIGALRM, say_where);
  alarm(30);
  char library[32];
  name_library(library);
  prepare_types();
  MPI_Comm reversed, self;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -my_rank, &reversed);
  MPI_Comm_dup(MPI_COMM_SELF, &self);
  const MPI_Comm comms[] = {MPI_COMM_WORLD, reversed, self};
  for (int pass = 0; pass < kPasses; ++pass) {
    for (int i = 0; i < 3 && !asked_neighbours; ++i) {
      take_comm(comms[i]);
      compare_exchanges();
      compare_reductions();
    }
    compare_neighbours();
  }
  const int wrong = report(library);
  MPI_Comm_free(&reversed);
  MPI_Comm_free(&self);
  fflush(stdout);
  CHECK(asked_nonblocking || !wrong, "%d of %d cases are not as outside a task", wrong, case_count);
  free_types();
  PMPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  if (!asked_record) printf("as_blocking: rank %d: %d cases OK\n", my_rank, case_count);
  return 0;
}
