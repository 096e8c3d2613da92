/* All ranks must make a collective operation the same way, by the same messages, wherever each of
 * them calls it from and whatever else is in flight: operations that the layer makes of messages,
 * those that are MPI's own, large or empty ones, and non-blocking ones, in one order on one
 * communicator.
 *
 * usage: collective_order [in_flight | places | threads [SEED [CALLS]]], on any number of ranks.
 * Knows MPI_THREAD_MULTIPLE only. */
#include <pthread.h>
#include <unistd.h>

#include "check.h"

enum { kMostRanks = 16, kMany = 4000 /* integers: too large for messages */ };

enum Kind {
  kAllreduce,
  kInPlace,
  kLarge,
  kBcast,
  kEmpty,
  kBarrier,
  kReduce,
  kAllgather,
  kAlltoall,
  kGather,
  kScan,
  kIallreduce,
  kIbarrier,
  kIbcast,
  kKinds
};

/* What to tell when call `i` is on its way: its successor may be made. */
typedef struct {
  volatile int* turn;
  int next;
} Turn;

static void pass(Turn turn) {
  if (turn.turn) *turn.turn = turn.next;
}

static int value(int i, int rank) { return (i * 31 + rank * 17) % 1009; }

static int sum(int i, int ranks) {
  int total = 0;
  for (int r = 0; r < ranks; ++r) total += value(i, r);
  return total;
}

#define RIGHT(got, expected) \
  CHECK((got) == (expected), "call %d of kind %d gave %d, not %d", i, kind, got, expected)

static void call(MPI_Comm comm, int i, enum Kind kind, Turn turn) {
  int rank, size, out = -1, row[kMostRanks], columns[kMostRanks];
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  const int root = i % size;
  int in = value(i, rank);
  MPI_Request request;
  if (kind < kIallreduce) pass(turn);
  switch (kind) {
    case kAllreduce:
      MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
      RIGHT(out, sum(i, size));
      break;
    case kInPlace:
      MPI_Allreduce(MPI_IN_PLACE, &in, 1, MPI_INT, MPI_SUM, comm);
      RIGHT(in, sum(i, size));
      break;
    case kLarge: {
      int* many = malloc(kMany * sizeof(int));
      for (int k = 0; k < kMany; ++k) many[k] = in;
      MPI_Allreduce(MPI_IN_PLACE, many, kMany, MPI_INT, MPI_SUM, comm);
      for (int k = 0; k < kMany; ++k) RIGHT(many[k], sum(i, size));
      free(many);
      break;
    }
    case kBcast:
      out = rank == root ? in : -1;
      MPI_Bcast(&out, 1, MPI_INT, root, comm);
      RIGHT(out, value(i, root));
      break;
    case kEmpty:
      MPI_Bcast(&out, 0, MPI_INT, root, comm);
      MPI_Allreduce(&in, &out, 0, MPI_INT, MPI_SUM, comm);
      MPI_Allgather(&in, 0, MPI_INT, &out, 0, MPI_INT, comm);
      RIGHT(out, -1);
      break;
    case kBarrier:
      MPI_Barrier(comm);
      break;
    case kReduce:
      MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, root, comm);
      RIGHT(out, rank == root ? sum(i, size) : -1);
      break;
    case kAllgather:
      MPI_Allgather(&in, 1, MPI_INT, row, 1, MPI_INT, comm);
      for (int r = 0; r < size; ++r) RIGHT(row[r], value(i, r));
      break;
    case kAlltoall:
      for (int r = 0; r < size; ++r) columns[r] = in + r;
      MPI_Alltoall(columns, 1, MPI_INT, row, 1, MPI_INT, comm);
      for (int r = 0; r < size; ++r) RIGHT(row[r], value(i, r) + rank);
      break;
    case kGather:
      MPI_Gather(&in, 1, MPI_INT, row, 1, MPI_INT, root, comm);
      for (int r = 0; rank == root && r < size; ++r) RIGHT(row[r], value(i, r));
      break;
    case kScan:
      MPI_Scan(&in, &out, 1, MPI_INT, MPI_SUM, comm);
      RIGHT(out, sum(i, rank + 1));
      break;
    case kIallreduce:
      MPI_Iallreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm, &request);
      pass(turn);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      RIGHT(out, sum(i, size));
      break;
    case kIbarrier:
      MPI_Ibarrier(comm, &request);
      pass(turn);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      break;
    default:
      out = rank == root ? in : -1;
      MPI_Ibcast(&out, 1, MPI_INT, root, comm, &request);
      pass(turn);
      MPI_Wait(&request, MPI_STATUS_IGNORE);
      RIGHT(out, value(i, root));
  }
}

static enum Kind drawn(unsigned long long* random) {
  return (enum Kind)(next_random(random) % kKinds);
}

static const Turn alone = {NULL, 0};

/* ---- Many at once ------------------------------------------------------------------------------
 */

/* Rank by rank another way: all calls in flight at once, from tasks of one thread, so that they are
 * made in the order of their turns; or one after the other. kEmpty is several calls, so nobody can
 * pass its turn on from between them. */
static long in_flight(int seed, int calls) {
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  unsigned long long random = (unsigned long long)seed;
  volatile int turn = 0;
  enum Kind* kinds = malloc((size_t)calls * sizeof *kinds);
  for (int i = 0; i < calls; ++i)
    while ((kinds[i] = drawn(&random)) == kEmpty) continue;
  if (my_rank == seed % rank_count) { /* late, and one by one */
    usleep(20000);
    for (int i = 0; i < calls; ++i) call(comm, i, kinds[i], alone);
  } else {
#pragma omp parallel num_threads(1)
#pragma omp single
    for (int i = 0; i < calls; ++i) {
#pragma omp task firstprivate(i) shared(turn)
      {
        while (turn != i) {
#pragma omp taskyield
        }
        call(comm, i, kinds[i], (Turn){&turn, i + 1});
      }
    }
  }
  free(kinds);
  MPI_Comm_free(&comm);
  return calls;
}

/* ---- Everywhere --------------------------------------------------------------------------------
 */

typedef struct {
  MPI_Comm comm;
  int first, calls;
  unsigned long long random;
} Series;

static void* make_calls(void* argument) {
  Series* series = argument;
  for (int i = 0; i < series->calls; ++i)
    call(series->comm, series->first + i, drawn(&series->random), alone);
  return NULL;
}

/* A few calls from one place, a few from the next: each rank is elsewhere. */
static long places(int seed, int calls) {
  enum { kStretch = 3, kPlaces = 5 };
  Series series = {MPI_COMM_WORLD, 0, kStretch, (unsigned long long)seed};
  for (; series.first < calls; series.first += kStretch) {
    pthread_t thread;
    switch ((series.first / kStretch + my_rank) % kPlaces) {
      case 0:
        make_calls(&series);
        break;
      case 1:
#pragma omp parallel
#pragma omp master
        make_calls(&series);
        break;
      case 2:
#pragma omp parallel
#pragma omp single
#pragma omp task
        make_calls(&series);
        break;
      case 3:
#pragma omp parallel
#pragma omp single
#pragma omp task if (0) untied
        make_calls(&series);
        break;
      default:
        CHECK(pthread_create(&thread, NULL, make_calls, &series) == 0, "no thread");
        pthread_join(thread, NULL);
    }
  }
  return calls;
}

/* Threads of the program's own beside tasks, each with its communicator. */
static long threads(int seed, int calls) {
  enum { kThreads = 3, kTasks = 3, kAll = kThreads + kTasks };
  Series series[kAll];
  pthread_t thread[kThreads];
  for (int i = 0; i < kAll; ++i) {
    series[i] = (Series){MPI_COMM_NULL, 0, calls, (unsigned long long)(seed + 100 * i)};
    MPI_Comm_split(MPI_COMM_WORLD, i % 2 ? my_rank % 2 : 0, i * my_rank % 5, &series[i].comm);
  }
  for (int i = 0; i < kThreads; ++i)
    CHECK(pthread_create(&thread[i], NULL, make_calls, &series[i]) == 0, "no thread");
#pragma omp parallel
#pragma omp single
  for (int i = kThreads; i < kAll; ++i) {
#pragma omp task firstprivate(i) shared(series)
    make_calls(&series[i]);
  }
  for (int i = 0; i < kThreads; ++i) pthread_join(thread[i], NULL);
  for (int i = 0; i < kAll; ++i) MPI_Comm_free(&series[i].comm);
  return (long)calls * kAll;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "in_flight";
  const int seed = argument(argc, argv, 2, 1), calls = argument(argc, argv, 3, 300);
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count <= kMostRanks, "at most %d ranks, not %d", kMostRanks, rank_count);
  long checked;
  if (!strcmp(mode, "places"))
    checked = places(seed, calls);
  else if (!strcmp(mode, "threads"))
    checked = threads(seed, calls);
  else
    checked = in_flight(seed, calls);
  finish_mpi("collective_order", checked);
  return 0;
}
