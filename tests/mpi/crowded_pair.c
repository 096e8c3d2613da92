/* A ping-pong between ranks that have one core and two threads each, one of them idle all the time.
 * A rank answers at once, so that waiting costs little; after a pause it must soon be so again,
 * though by then both threads have slept: each message that is noticed late makes its answer late,
 * and the other rank's threads sleep again.
 *
 * usage: crowded_pair [tied], on 2 ranks */
#include <omp.h>

#include "check.h"

enum { kStretches = 21, kRoundTrips = 100, kMostUs = 50, kPauseMs = 3 };

static int by_time(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void pause_for(double ms) {
  for (const double end = omp_get_wtime() + 1e-3 * ms; omp_get_wtime() < end;) {
  }
}

static void play(double* us) {
  for (int stretch = 0; stretch < kStretches; ++stretch) {
    if (my_rank == 0) pause_for(kPauseMs);
    const double start = omp_get_wtime();
    for (int i = 0; i < kRoundTrips; ++i) {
      int value = i;
      if (my_rank == 0) MPI_Send(&value, 1, MPI_INT, 1, stretch, MPI_COMM_WORLD);
      MPI_Recv(&value, 1, MPI_INT, 1 - my_rank, stretch, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(value == i, "received %d, not %d", value, i);
      if (my_rank == 1) MPI_Send(&value, 1, MPI_INT, 0, stretch, MPI_COMM_WORLD);
    }
    us[stretch] = 1e6 * (omp_get_wtime() - start) / (2 * kRoundTrips);
  }
}

int main(int argc, char** argv) {
  const int tied = argc > 1 && strcmp(argv[1], "tied") == 0;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  double us[kStretches];
#pragma omp parallel shared(us)
#pragma omp single
  if (tied) {
#pragma omp task shared(us)
    play(us);
  } else {
#pragma omp task untied shared(us)
    play(us);
  }
  qsort(us, kStretches, sizeof us[0], by_time);
  if (my_rank == 0) printf("crowded_pair: %.2f us half a round trip\n", us[kStretches / 2]);
  CHECK(us[kStretches / 2] < kMostUs, "%.2f us half a round trip, %.2f to %.2f; at most %d us",
        us[kStretches / 2], us[0], us[kStretches - 1], kMostUs);
  finish_mpi("crowded_pair", kStretches * kRoundTrips);
  return 0;
}
