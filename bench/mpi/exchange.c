/* The cases of `tm-bench mpi`, between ranks 0 and 1. One source, three programs:
 *   plain (no flag)        MPI_THREAD_MULTIPLE, calls outside tasks, MPI's own waiting;
 *   tasks (-DIN_TASKS)     MPI_TASK_MULTIPLE, every call inside a task, linked with Tidemill;
 *   turns (and -DIN_TURNS) both in one process, for "turns-*" only: as it calls MPI past the layer,
 *                          too, MPI takes its locks, which the program before is spared.
 * Prints "CASE SECONDS" for each case: the median over the repetitions of the time of one message
 * (half a round trip), one byte (bandwidth) or one collective call.
 * "turns-*" is bandwidth in tasks, in turn with MPI's own calls by the same process, whose median
 * comes first, as "plain-turns-*". Which pages a process gets for its buffer makes it faster or
 * slower than the next by more than the few percent that this is to tell.
 *
 * A line "parts-CASE NUMBER" says how many of them a repetition has. On one rank, which sends to
 * itself, nobody waits for another: there instructions are counted, never time.
 *
 * usage: exchange REPETITIONS CASE...
 */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef IN_TASKS
#include <TAMPI.h>
#endif

enum { kSmall = 8, kRoundTrips = 4000, kCollectives = 2000 };

static int rank;
static int ranks;           /* one: it is both sender and receiver */
static int sends, receives; /* what this rank does in a window */
static int peer;
static char* buffer; /* of the larger size of all cases, per direction */

static void die(const char* what) {
  fprintf(stderr, "exchange: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/* ---- What is timed: written once; only where it runs differs -----------------------------------
 */

#define BOUNCE(send, receive)                                                     \
  for (int i = 0; i < round_trips; ++i) {                                         \
    if (rank == 0) send(buffer, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);        \
    receive(buffer, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
    if (rank == 1) send(buffer, bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD);        \
  }
static void bounce(int bytes, int round_trips) { BOUNCE(MPI_Send, MPI_Recv) }

/* Of `count` doubles for each rank, in the front and the back half of the buffer. */
static void reduce_many(int calls, int count) {
  double *in = (double*)buffer, *out = in + (1 << 20);
  for (int i = 0; i < calls; ++i) {
    in[0] = in[count - 1] = i;
    MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (out[0] != ranks * i || out[count - 1] != ranks * i) die("a wrong sum");
  }
}

static void exchange_many(int calls, int count) {
  double *in = (double*)buffer, *out = in + (1 << 20);
  for (int i = 0; i < calls; ++i) {
    in[0] = i;
    in[count] = i + 1;
    MPI_Alltoall(in, count, MPI_DOUBLE, out, count, MPI_DOUBLE, MPI_COMM_WORLD);
    if (out[0] != i + rank) die("a wrong element");
  }
}

static void reduce(int calls) {
  for (int i = 0; i < calls; ++i) {
    double in = i, out;
    MPI_Allreduce(&in, &out, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (out != ranks * i) die("a wrong sum");
  }
}

static void exchange_all(int calls) {
  for (int i = 0; i < calls; ++i) {
    double in[2] = {i, i + 1}, out[2];
    MPI_Alltoall(in, 1, MPI_DOUBLE, out, 1, MPI_DOUBLE, MPI_COMM_WORLD);
    if (out[0] != i + rank) die("a wrong element");
  }
}

/* A window: rank 1 has all its receives posted before it lets rank 0 send; rank 0 waits for the
 * answer that all have come. */
static void go(void) {
  if (ranks > 1) MPI_Send(NULL, 0, MPI_BYTE, 0, 2, MPI_COMM_WORLD);
}
static void wait_for_go(void) {
  if (ranks > 1) MPI_Recv(NULL, 0, MPI_BYTE, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void all_came(void) {
  if (ranks == 1) return;
  if (rank == 1)
    MPI_Send(NULL, 0, MPI_BYTE, 0, 3, MPI_COMM_WORLD);
  else
    MPI_Recv(NULL, 0, MPI_BYTE, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

#ifdef IN_TASKS

static void bounce_in_task(int bytes, int round_trips) {
#pragma omp task untied firstprivate(bytes, round_trips)
  bounce(bytes, round_trips);
#pragma omp taskwait
}

static void collectives_in_task(void (*calls)(int), int count) {
#pragma omp task untied firstprivate(calls, count)
  calls(count);
#pragma omp taskwait
}

static void large_collectives_in_task(void (*calls)(int, int), int number, int count) {
#pragma omp task untied firstprivate(calls, number, count)
  calls(number, count);
#pragma omp taskwait
}

/* Which tasks of a window have come to their receive. A flag each: an atomic counter would wait for
 * all that MPI has stored before, which no call of plain MPI's window does. */
static atomic_uchar* posted;

static void begin_window(int window) {
  posted = calloc((size_t)window, 1);
  if (rank == 0) wait_for_go();
}
static void note_posted(int i) { atomic_store_explicit(&posted[i], 1, memory_order_release); }
static void end_window(int window) {
  for (int i = 0; i < (receives ? window : 0); ++i)
    while (!atomic_load_explicit(&posted[i], memory_order_acquire)) {
#pragma omp taskyield
    }
  if (rank == 1) go();
#pragma omp taskwait
  free(posted);
  all_came();
}

/* A rank alone has its receives created first, too. */
static void blocking_window(int window) {
  begin_window(window);
  for (int i = 0; i < (receives ? window : 0); ++i) {
    char* mine = buffer + (size_t)i * kSmall;
#pragma omp task untied firstprivate(mine, i)
    {
      note_posted(i);
      MPI_Recv(mine, kSmall, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  for (int i = 0; i < (sends ? window : 0); ++i) {
    char* mine = buffer + (size_t)i * kSmall;
#pragma omp task untied firstprivate(mine)
    MPI_Send(mine, kSmall, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
  }
  end_window(window);
}

static void bound_window(int window) {
  begin_window(window);
  for (int i = 0; i < (receives ? window : 0); ++i) {
    char* mine = buffer + (size_t)i * kSmall;
#pragma omp task firstprivate(mine, i)
    {
      MPI_Request request;
      MPI_Irecv(mine, kSmall, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &request);
      TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
      note_posted(i);
    }
  }
  for (int i = 0; i < (sends ? window : 0); ++i) {
    char* mine = buffer + (size_t)i * kSmall;
#pragma omp task firstprivate(mine)
    {
      MPI_Request request;
      MPI_Isend(mine, kSmall, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &request);
      TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
    }
  }
  end_window(window);
}

#else /* plain */

static void bounce_in_task(int bytes, int round_trips) { bounce(bytes, round_trips); }
static void collectives_in_task(void (*calls)(int), int count) { calls(count); }
static void large_collectives_in_task(void (*calls)(int, int), int number, int count) {
  calls(number, count);
}

static void bound_window(int window) {
  if (ranks != 2) die("a window of plain MPI needs two ranks");
  MPI_Request* requests = malloc(sizeof *requests * (size_t)window);
  if (rank == 0) wait_for_go();
  for (int i = 0; i < window; ++i) {
    char* mine = buffer + (size_t)i * kSmall;
    if (rank == 0)
      MPI_Isend(mine, kSmall, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[i]);
    else
      MPI_Irecv(mine, kSmall, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
  }
  if (rank == 1) go();
  MPI_Waitall(window, requests, MPI_STATUSES_IGNORE);
  all_came();
  free(requests);
}

static void blocking_window(int window) { bound_window(window); }

#endif

/* ---- The cases ----------------------------------------------------------------------------------
 */

/* Runs one repetition; the number by which its time is divided. */
static double run_once(const char* name) {
  if (!strcmp(name, "pingpong")) return bounce_in_task(kSmall, kRoundTrips), 2.0 * kRoundTrips;
  if (!strcmp(name, "allreduce")) return collectives_in_task(reduce, kCollectives), kCollectives;
  if (!strcmp(name, "alltoall")) {
    return collectives_in_task(exchange_all, kCollectives), kCollectives;
  }
  int bytes; /* for each rank; up to 4 MiB */
  const int fewer = kCollectives / 4;
  if (sscanf(name, "allreduce-%d", &bytes) == 1)
    return large_collectives_in_task(reduce_many, fewer, bytes / 8), fewer;
  if (sscanf(name, "alltoall-%d", &bytes) == 1)
    return large_collectives_in_task(exchange_many, fewer, bytes / 8), fewer;
  int window; /* of any size up to what `buffer` has room for */
  if (sscanf(name, "blocking-%d", &window) == 1) return blocking_window(window), window;
  if (sscanf(name, "bound-%d", &window) == 1) return bound_window(window), window;
  if (!strcmp(name, "bytes-1M")) return bounce_in_task(1 << 20, 40), 2.0 * 40 * (1 << 20);
  if (!strcmp(name, "bytes-16M")) return bounce_in_task(1 << 24, 4), 2.0 * 4 * (1 << 24);
  die("no such case");
  return 0;
}

static int compare(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void print_median(const char* prefix, const char* name, double* seconds, int count) {
  qsort(seconds, (size_t)count, sizeof *seconds, compare);
  if (rank == 0) printf("%s%s %.6e\n", prefix, name, seconds[count / 2]);
  fflush(stdout);
}

static void run_case(const char* name, int repetitions) {
  double* seconds = malloc(sizeof *seconds * (size_t)repetitions);
  const double parts = run_once(name); /* memory is touched, connections are made */
  for (int i = 0; i < repetitions; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    run_once(name);
    seconds[i] = (MPI_Wtime() - start) / parts;
  }
  print_median("", name, seconds, repetitions);
  if (rank == 0) printf("parts-%s %.0f\n", name, parts);
  free(seconds);
}

#ifdef IN_TURNS

static void bounce_past_the_layer(int bytes, int round_trips) { BOUNCE(PMPI_Send, PMPI_Recv) }

static double bounce_in_turn(const char* name, int in_task) {
  const int small = !strcmp(name, "turns-1M");
  if (!small && strcmp(name, "turns-16M")) die("no such case");
  const int bytes = small ? 1 << 20 : 1 << 24, round_trips = small ? 20 : 2;
  (in_task ? bounce_in_task : bounce_past_the_layer)(bytes, round_trips);
  return 2.0 * round_trips * bytes;
}

static void run_turns(const char* name, int repetitions) {
  const int turns = 6 * repetitions; /* of both, each first every other time */
  double* seconds[2];
  for (int k = 0; k < 2; ++k) {
    seconds[k] = malloc(sizeof(double) * (size_t)turns);
    bounce_in_turn(name, k);
  }
  for (int i = 0; i < 2 * turns; ++i) {
    const int in_task = (i ^ i / 2) & 1;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    const double parts = bounce_in_turn(name, in_task);
    seconds[in_task][i / 2] = (MPI_Wtime() - start) / parts;
  }
  print_median("plain-", name, seconds[0], turns);
  print_median("", name, seconds[1], turns);
  for (int k = 0; k < 2; ++k) free(seconds[k]);
}

#endif

int main(int argc, char** argv) {
#ifdef IN_TASKS
  const int wanted = MPI_TASK_MULTIPLE;
#else
  const int wanted = MPI_THREAD_MULTIPLE;
#endif
  int provided;
  MPI_Init_thread(&argc, &argv, wanted, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 3 || ranks > 2) die("usage: mpirun -n 2 exchange REPETITIONS CASE...");
  peer = ranks - 1 - rank;
  sends = rank == 0;
  receives = rank == ranks - 1;
  if (provided < wanted) die("the MPI does not provide the thread level");
  buffer = calloc(1, (1 << 24) + 4096);
#pragma omp parallel
#pragma omp single
  for (int i = 2; i < argc; ++i) {
    const int repetitions = atoi(argv[1]);
#ifdef IN_TURNS
    if (!strncmp(argv[i], "turns-", 6)) {
      run_turns(argv[i], repetitions);
      continue;
    }
#endif
    run_case(argv[i], repetitions);
  }
  free(buffer);
  MPI_Finalize();
  return 0;
}
