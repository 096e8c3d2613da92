/* Collective calls in tasks for which some MPI's non-blocking forms are wrong: MPI_Alltoallv and
 * MPI_Alltoallw in place where ranks have nothing to exchange, and MPI_Reduce of a datatype whose
 * true lower bound isn't 0 by an operator of the program's. Each is followed by a call that would
 * get what went astray.
 *
 * usage: derived_collectives [calls], on 2 ranks or more. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kMostRanks = 8, kMostCount = 5, kRoom = 4096, kOrigin = 100 };

/* A pair of ints, `offset` ints from where it is said to be. */
typedef struct {
  MPI_Datatype type;
  int offset;
  int extent; /* in ints */
} Pair;

static Pair make_pair(int offset) {
  Pair pair = {MPI_DATATYPE_NULL, offset, 0};
  const int places[2] = {offset, offset + 2};
  MPI_Aint lower = 0, extent = 0;
  MPI_Type_create_indexed_block(2, 1, places, MPI_INT, &pair.type);
  MPI_Type_commit(&pair.type);
  MPI_Type_get_extent(pair.type, &lower, &extent);
  pair.extent = (int)(extent / (MPI_Aint)sizeof(int));
  return pair;
}

/* The two ints of element `i` of those at `buffer`. */
static int* element(const Pair* pair, int* buffer, int i, int which) {
  return buffer + i * pair->extent + pair->offset + 2 * which;
}

static void check_in_step(MPI_Comm comm, const char* after, int call) {
  int sum = -1;
  MPI_Allreduce(&call, &sum, 1, MPI_INT, MPI_SUM, comm);
  CHECK(sum == call * rank_count, "after %s: %d instead of %d", after, sum, call * rank_count);
}

/* ---- In place ---------------------------------------------------------------------------------
 */

/* Elements that two ranks exchange; none, for some ranks with anybody. */
static int count_between(int call, int a, int b) {
  const int low = a < b ? a : b, high = a < b ? b : a;
  if (call % 5 == 0 && (low == call / 5 % rank_count || high == call / 5 % rank_count)) return 0;
  if (call % 7 == 0 && low != high) return 0; /* with itself alone */
  if (call % 11 == 0) return 0;
  return (3 * low + 5 * high + call) % (kMostCount + 1);
}

static int sent(int from, int to, int call, int i) {
  return 100000 * from + 10000 * to + 10 * call + i;
}

static void exchange_in_place(MPI_Comm comm, const Pair* pair, int rank, int call) {
  static const char* const names[] = {"MPI_Alltoallv", "MPI_Alltoallw"};
  int counts[kMostRanks], places[kMostRanks], bytes[kMostRanks], end = 0;
  MPI_Datatype types[kMostRanks];
  int memory[kRoom], *const buffer = memory + kOrigin;
  for (int i = 0; i < kRoom; ++i) memory[i] = -1;
  for (int peer = 0; peer < rank_count; ++peer) {
    counts[peer] = count_between(call, rank, peer);
    places[peer] = end;
    bytes[peer] = end * pair->extent * (int)sizeof(int);
    types[peer] = pair->type;
    end += counts[peer] + 1;
    for (int i = 0; i < counts[peer]; ++i)
      for (int which = 0; which < 2; ++which)
        *element(pair, buffer, places[peer] + i, which) = sent(rank, peer, call, 2 * i + which);
  }
  const int w = call % 2;
  if (w)
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, buffer, counts, bytes, types, comm);
  else
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, buffer, counts, places, pair->type,
                  comm);
  long written = 0;
  for (int peer = 0; peer < rank_count; ++peer)
    for (int i = 0; i < counts[peer]; ++i)
      for (int which = 0; which < 2; ++which, ++written) {
        const int got = *element(pair, buffer, places[peer] + i, which);
        const int right = sent(peer, rank, call, 2 * i + which);
        CHECK(got == right, "%s, call %d: from %d came %d, not %d", names[w], call, peer, got,
              right);
      }
  for (int i = 0; i < kRoom; ++i) written -= memory[i] != -1;
  CHECK(written == 0, "%s, call %d: %ld ints more", names[w], call, -written);
  check_in_step(comm, names[w], call);
}

/* ---- Reduction --------------------------------------------------------------------------------
 */

static const Pair* reduced; /* what the operator knows of the elements */

/* x -> a x + b, one after the other: associative, not commutative. */
static void compose(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) {
    const unsigned a = (unsigned)*element(reduced, in, i, 0);
    const unsigned b = (unsigned)*element(reduced, in, i, 1);
    int* const c = element(reduced, inout, i, 0);
    int* const d = element(reduced, inout, i, 1);
    *d = (int)((unsigned)*c * b + (unsigned)*d);
    *c = (int)((unsigned)*c * a);
  }
}

static void reduce_pairs(MPI_Comm comm, MPI_Op op, int rank, int call, int count) {
  int memory[2][kRoom], *const out = memory[0] + kOrigin, *const in = memory[1] + kOrigin;
  const int root = call % rank_count, in_place = call % 3 == 0;
  for (int i = 0; i < kRoom; ++i) memory[0][i] = memory[1][i] = -1;
  for (int i = 0; i < count; ++i) {
    *element(reduced, in_place && rank == root ? in : out, i, 0) = 2 * rank + 3;
    *element(reduced, in_place && rank == root ? in : out, i, 1) = call + rank + i;
  }
  const void* const from = in_place && rank == root ? MPI_IN_PLACE : out;
  MPI_Reduce(from, rank == root ? in : NULL, count, reduced->type, op, root, comm);
  for (int i = 0; rank == root && i < count; ++i) {
    unsigned a = 1, b = 0;
    for (int k = 0; k < rank_count; ++k) {
      b = (2U * (unsigned)k + 3) * b + (unsigned)(call + k + i);
      a *= 2U * (unsigned)k + 3;
    }
    const int got[2] = {*element(reduced, in, i, 0), *element(reduced, in, i, 1)};
    CHECK(got[0] == (int)a && got[1] == (int)b, "MPI_Reduce, call %d, element %d: %d %d, not %d %d",
          call, i, got[0], got[1], (int)a, (int)b);
  }
  check_in_step(comm, "MPI_Reduce", call);
}

/* ---- Errors -----------------------------------------------------------------------------------
 */

static int told; /* calls of the handler */

static void tell(MPI_Comm* comm, int* code, ...) {
  (void)comm, (void)code;
#pragma omp atomic
  ++told;
}

/* What MPI refuses reaches the handler of the communicator, once. */
static void refuse(const Pair* pair, MPI_Op op) {
  MPI_Comm comm;
  MPI_Errhandler handler;
  MPI_Datatype uncommitted;
  int counts[kMostRanks], places[kMostRanks] = {0}, memory[kRoom] = {0};
  MPI_Datatype types[kMostRanks];
  for (int i = 0; i < rank_count; ++i) counts[i] = 1;
  for (int i = 0; i < rank_count; ++i) types[i] = MPI_DATATYPE_NULL;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(tell, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Type_contiguous(2, MPI_INT, &uncommitted);
  int expected = told;
#define REFUSED(call)                                                      \
  do {                                                                     \
    const int code = (call);                                               \
    CHECK(code != MPI_SUCCESS || handlers_swallow_codes(), "%s", #call);   \
    CHECK(told == ++expected, "%s: %d calls of the handler", #call, told); \
  } while (0)
  REFUSED(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, memory, counts, places,
                        MPI_DATATYPE_NULL, comm));
  REFUSED(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, memory, counts, places,
                        uncommitted, comm));
  REFUSED(MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, memory, counts, places, types, comm));
  REFUSED(MPI_Reduce(memory, memory + kRoom / 2, 1, pair->type, MPI_OP_NULL, 0, comm));
  REFUSED(MPI_Reduce(memory, memory + kRoom / 2, 1, pair->type, op, rank_count, comm));
  counts[0] = -1;
  REFUSED(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, memory, counts, places,
                        MPI_INT, comm));
  MPI_Type_free(&uncommitted);
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
}

int main(int argc, char** argv) {
  const int calls = argument(argc, argv, 1, 60);
  start_mpi(MPI_THREAD_MULTIPLE);
  Pair pairs[] = {make_pair(0), make_pair(5), make_pair(-7)};
  Pair far = make_pair(5);
  reduced = &far;
  MPI_Op op;
  MPI_Op_create(compose, 0, &op);
  MPI_Comm comms[2]; /* one for each task, whose ranks count the other way round */
  int ranks[2];
  for (int k = 0; k < 2; ++k) {
    MPI_Comm_split(MPI_COMM_WORLD, 0, k ? -my_rank : my_rank, &comms[k]);
    MPI_Comm_rank(comms[k], &ranks[k]);
  }
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    for (int call = 0; call < calls; ++call)
      exchange_in_place(comms[0], &pairs[call % 3], ranks[0], call);
#pragma omp task
    for (int call = 0; call < calls; ++call)
      reduce_pairs(comms[1], op, ranks[1], call, call % 4 * 100);
#pragma omp taskwait
#pragma omp task
    refuse(&far, op);
  }
  for (int k = 0; k < 2; ++k) MPI_Comm_free(&comms[k]);
  for (int k = 0; k < 3; ++k) MPI_Type_free(&pairs[k].type);
  MPI_Type_free(&far.type);
  MPI_Op_free(&op);
  finish_mpi("derived_collectives", 2L * calls);
  return 0;
}
