/* Ranks that have one core and more threads than that, all but one of them idle: messages in a task
 * beside the same ones by MPI's own calls, between the same buffers, in turn. Who waits must let
 * the thread go on that takes the message in: by naps, each of which takes the core from it, a
 * message of 1 MiB took two thirds longer; and where both ranks nap, each for the other's nap, one
 * of 64 KiB two to three times as long. A message of 8 bytes takes MPI's own calls a fraction of a
 * microsecond, more or less by which cores the ranks have: for it the limit is on what the task
 * adds, far above the microsecond it takes and far below a nap.
 *
 * usage: crowded_messages, on 2 ranks */
#include "check.h"

enum { kTurns = 31, kLargest = 1 << 20 };

static const struct {
  int bytes, round_trips;
  double most;       /* times MPI's own, */
  double most_added; /* or so many microseconds a message more */
} cases[] = {{8, 2000, 1.0, 5.0}, {1 << 16, 100, 3.0, 0.0}, {1 << 20, 20, 1.55, 0.0}};

static char* buffer;

#define PLAY(send, receive)                                                       \
  const int peer = 1 - my_rank;                                                   \
  for (int i = 0; i < round_trips; ++i) {                                         \
    if (my_rank == 0) send(buffer, bytes, MPI_CHAR, peer, i, MPI_COMM_WORLD);     \
    receive(buffer, bytes, MPI_CHAR, peer, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE); \
    if (my_rank == 1) send(buffer, bytes, MPI_CHAR, peer, i, MPI_COMM_WORLD);     \
  }
static void play(int bytes, int round_trips) { PLAY(MPI_Send, MPI_Recv) }
static void play_plain(int bytes, int round_trips) { PLAY(PMPI_Send, PMPI_Recv) }

static double time_in_task(int bytes, int round_trips) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
#pragma omp parallel
#pragma omp single
#pragma omp task untied firstprivate(bytes, round_trips)
  play(bytes, round_trips);
  return MPI_Wtime() - start;
}

static double time_plain(int bytes, int round_trips) {
  PMPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  play_plain(bytes, round_trips);
  return MPI_Wtime() - start;
}

static int by_size(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

int main(void) {
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  CHECK(buffer = calloc(kLargest, 1), "no memory");
  for (size_t c = 0; c < sizeof cases / sizeof *cases; ++c) {
    const int bytes = cases[c].bytes, round_trips = cases[c].round_trips;
    /* A turn's time in a task as a share of its limit, and beside MPI's own. */
    double shares[kTurns], ratios[kTurns];
    play_plain(bytes, round_trips);
    for (int turn = 0; turn < kTurns; ++turn) {
      const double plain = time_plain(bytes, round_trips);
      const double in_task = time_in_task(bytes, round_trips);
      shares[turn] =
          in_task / (cases[c].most * plain + cases[c].most_added * 1e-6 * 2 * round_trips);
      ratios[turn] = in_task / plain;
    }
    qsort(shares, kTurns, sizeof *shares, by_size);
    qsort(ratios, kTurns, sizeof *ratios, by_size);
    const double median = ratios[kTurns / 2];
    if (my_rank == 0) printf("crowded_messages: %d bytes: %.2f times MPI's own\n", bytes, median);
    CHECK(shares[kTurns / 2] < 1,
          "%d bytes take %.2f times what MPI's own calls take: more than %.2f times and %.0f us a "
          "message",
          bytes, median, cases[c].most, cases[c].most_added);
  }
  free(buffer);
  finish_mpi("crowded_messages", kTurns);
  return 0;
}
