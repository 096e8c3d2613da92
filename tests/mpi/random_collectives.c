/* Collective operations with random arguments: counts (none, few, hundreds), roots, layouts of the
 * elements on either side, in place or not, ranks in either order, an operator that is not
 * commutative. A task for each communicator makes a sequence of them, which all its ranks draw from
 * one seed; the ranks begin their tasks in opposite orders.
 *
 * usage: random_collectives [CALLS [SEED]], on any number of ranks. Knows MPI_THREAD_MULTIPLE only.
 */
#include "check.h"

enum { kComms = 4, kMostRanks = 8, kMostCount = 400, kRoom = 3 * kMostCount * kMostRanks };

/* How one int lies in a buffer. */
enum { kPacked, kWithGaps, kDisplaced, kLayouts };
static MPI_Datatype layouts[kLayouts];
static const int stride_of[kLayouts] = {1, 2, 3};

static MPI_Datatype two_ints;
static MPI_Op then; /* of functions x -> a x + b modulo kPrime, as pairs (a, b) */
enum { kPrime = 10007 };

typedef struct {
  MPI_Comm comm;
  int rank, call;
  unsigned long long random;
  const char* name;
  /* This call's, the same on all ranks: */
  int root, count, counts[kMostRanks], places[kMostRanks], sent, received, in_place;
  int *in, *out;
} Sequence;

/* ---- Elements ----------------------------------------------------------------------------------
 */

/* What rank `from` has for rank `to`. */
static int value_of(const Sequence* s, int from, int to, int element) {
  return (s->call % 1000) * 2000000 + from * 100000 + to * 10000 + element + 1;
}

static int* at(int* buffer, int layout, int place) {
  return &buffer[place * stride_of[layout] + (layout == kDisplaced)];
}

static void put(const Sequence* s, int* buffer, int layout, int place, int count, int to) {
  for (int i = 0; i < count; ++i) *at(buffer, layout, place + i) = value_of(s, s->rank, to, i);
}

static void expect(const Sequence* s, int place, int count, int from, int to) {
  for (int i = 0; i < count; ++i) {
    const int value = *at(s->out, s->received, place + i), wanted = value_of(s, from, to, i);
    CHECK(value == wanted, "%s, call %d: element %d from %d is %d, not %d", s->name, s->call, i,
          from, value, wanted);
  }
}

static void make_layouts(void) {
  MPI_Datatype displaced;
  const MPI_Aint place = sizeof(int);
  const int one = 1;
  const MPI_Datatype type = MPI_INT;
  layouts[kPacked] = MPI_INT;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &layouts[kWithGaps]);
  MPI_Type_create_struct(1, &one, &place, &type, &displaced);
  MPI_Type_create_resized(displaced, 0, 3 * sizeof(int), &layouts[kDisplaced]);
  MPI_Type_free(&displaced);
  MPI_Type_commit(&layouts[kWithGaps]);
  MPI_Type_commit(&layouts[kDisplaced]);
}

/* ---- The operator ------------------------------------------------------------------------------
 */

/* First a, then b, into b. */
static void compose(void* in, void* inout, int* count, MPI_Datatype* type) {
  const int* a = in;
  int* b = inout;
  (void)type;
  for (int i = 0; i < *count; ++i) {
    const long factor = b[2 * i];
    b[2 * i] = (int)(a[2 * i] * factor % kPrime);
    b[2 * i + 1] = (int)((a[2 * i + 1] * factor + b[2 * i + 1]) % kPrime);
  }
}

/* Those of the ranks before `end`, from `first` on, composed. */
static void composed(const Sequence* s, int first, int end, int element, int* result) {
  result[0] = 1;
  result[1] = 0;
  for (int rank = first; rank < end; ++rank) {
    int one = 1, next[2] = {1 + (rank * 31 + element + s->call) % 97,
                            (rank * 17 + element * 3 + s->call) % 89};
    compose(result, next, &one, NULL);
    memcpy(result, next, sizeof next);
  }
}

static int* own_functions(const Sequence* s, int count) {
  int* buffer = s->in_place ? s->out : s->in;
  for (int i = 0; i < count; ++i) composed(s, s->rank, s->rank + 1, i, &buffer[2 * i]);
  return buffer;
}

static void expect_functions(const Sequence* s, int end, int first_element, int count) {
  for (int i = 0; i < count; ++i) {
    int wanted[2];
    composed(s, 0, end, first_element + i, wanted);
    CHECK(!memcmp(wanted, &s->out[2 * i], sizeof wanted), "%s, call %d: element %d is %d %d",
          s->name, s->call, i, s->out[2 * i], s->out[2 * i + 1]);
  }
}

/* ---- The operations ----------------------------------------------------------------------------
 */

#define AT_ROOT (s->rank == s->root)
#define SENT layouts[s->sent]
#define RECEIVED layouts[s->received]

static void bcast(Sequence* s) {
  if (AT_ROOT) put(s, s->out, s->received, 0, s->count, 0);
  MPI_Bcast(s->out, s->count, RECEIVED, s->root, s->comm);
  expect(s, 0, s->count, s->root, 0);
}

static void gather(Sequence* s) {
  if (s->in_place && AT_ROOT) {
    put(s, s->out, s->received, s->rank * s->count, s->count, 0);
    MPI_Gather(MPI_IN_PLACE, 0, MPI_INT, s->out, s->count, RECEIVED, s->root, s->comm);
  } else {
    put(s, s->in, s->sent, 0, s->count, 0);
    MPI_Gather(s->in, s->count, SENT, s->out, s->count, RECEIVED, s->root, s->comm);
  }
  for (int k = 0; AT_ROOT && k < rank_count; ++k) expect(s, k * s->count, s->count, k, 0);
}

static void gatherv(Sequence* s) {
  if (s->in_place && AT_ROOT) {
    put(s, s->out, s->received, s->places[s->rank], s->counts[s->rank], 0);
    MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INT, s->out, s->counts, s->places, RECEIVED, s->root, s->comm);
  } else {
    put(s, s->in, s->sent, 0, s->counts[s->rank], 0);
    MPI_Gatherv(s->in, s->counts[s->rank], SENT, s->out, AT_ROOT ? s->counts : NULL,
                AT_ROOT ? s->places : NULL, RECEIVED, s->root, s->comm);
  }
  for (int k = 0; AT_ROOT && k < rank_count; ++k) expect(s, s->places[k], s->counts[k], k, 0);
}

static void scatter(Sequence* s) {
  for (int k = 0; AT_ROOT && k < rank_count; ++k) put(s, s->in, s->sent, k * s->count, s->count, k);
  if (s->in_place && AT_ROOT) {
    MPI_Scatter(s->in, s->count, SENT, MPI_IN_PLACE, 0, MPI_INT, s->root, s->comm);
    return;
  }
  MPI_Scatter(s->in, s->count, SENT, s->out, s->count, RECEIVED, s->root, s->comm);
  expect(s, 0, s->count, s->root, s->rank);
}

static void scatterv(Sequence* s) {
  for (int k = 0; AT_ROOT && k < rank_count; ++k)
    put(s, s->in, s->sent, s->places[k], s->counts[k], k);
  if (s->in_place && AT_ROOT) {
    MPI_Scatterv(s->in, s->counts, s->places, SENT, MPI_IN_PLACE, 0, MPI_INT, s->root, s->comm);
    return;
  }
  MPI_Scatterv(s->in, AT_ROOT ? s->counts : NULL, AT_ROOT ? s->places : NULL, SENT, s->out,
               s->counts[s->rank], RECEIVED, s->root, s->comm);
  expect(s, 0, s->counts[s->rank], s->root, s->rank);
}

static void allgather(Sequence* s) {
  if (s->in_place) {
    put(s, s->out, s->received, s->rank * s->count, s->count, 0);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, s->out, s->count, RECEIVED, s->comm);
  } else {
    put(s, s->in, s->sent, 0, s->count, 0);
    MPI_Allgather(s->in, s->count, SENT, s->out, s->count, RECEIVED, s->comm);
  }
  for (int k = 0; k < rank_count; ++k) expect(s, k * s->count, s->count, k, 0);
}

static void allgatherv(Sequence* s) {
  if (s->in_place) {
    put(s, s->out, s->received, s->places[s->rank], s->counts[s->rank], 0);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, s->out, s->counts, s->places, RECEIVED, s->comm);
  } else {
    put(s, s->in, s->sent, 0, s->counts[s->rank], 0);
    MPI_Allgatherv(s->in, s->counts[s->rank], SENT, s->out, s->counts, s->places, RECEIVED,
                   s->comm);
  }
  for (int k = 0; k < rank_count; ++k) expect(s, s->places[k], s->counts[k], k, 0);
}

static void alltoall(Sequence* s) {
  for (int k = 0; k < rank_count; ++k) {
    if (s->in_place)
      put(s, s->out, s->received, k * s->count, s->count, k);
    else
      put(s, s->in, s->sent, k * s->count, s->count, k);
  }
  if (s->in_place)
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, s->out, s->count, RECEIVED, s->comm);
  else
    MPI_Alltoall(s->in, s->count, SENT, s->out, s->count, RECEIVED, s->comm);
  for (int k = 0; k < rank_count; ++k) expect(s, k * s->count, s->count, k, s->rank);
}

/* Each pair of ranks exchanges as much one way as the other, which in place has to be so. */
static void alltoallv_or_w(Sequence* s, int w) {
  int counts[kMostRanks], places[kMostRanks], bytes[kMostRanks], sent_bytes[kMostRanks];
  MPI_Datatype sent[kMostRanks], received[kMostRanks];
  for (int k = 0, place = 0; k < rank_count; ++k) {
    counts[k] = s->counts[(k + s->rank) % rank_count];
    places[k] = place;
    bytes[k] = place * stride_of[s->received] * (int)sizeof(int);
    sent_bytes[k] = place * stride_of[s->sent] * (int)sizeof(int);
    sent[k] = SENT;
    received[k] = RECEIVED;
    place += counts[k] + 1;
    if (s->in_place)
      put(s, s->out, s->received, places[k], counts[k], k);
    else
      put(s, s->in, s->sent, places[k], counts[k], k);
  }
  if (w && s->in_place)
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, s->out, counts, bytes, received, s->comm);
  else if (w)
    MPI_Alltoallw(s->in, counts, sent_bytes, sent, s->out, counts, bytes, received, s->comm);
  else if (s->in_place)
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_INT, s->out, counts, places, RECEIVED, s->comm);
  else
    MPI_Alltoallv(s->in, counts, places, SENT, s->out, counts, places, RECEIVED, s->comm);
  for (int k = 0; k < rank_count; ++k) expect(s, places[k], counts[k], k, s->rank);
}
static void alltoallv(Sequence* s) { alltoallv_or_w(s, 0); }
static void alltoallw(Sequence* s) { alltoallv_or_w(s, 1); }

static void reduce(Sequence* s) {
  s->in_place = s->in_place && AT_ROOT;
  const int* functions = own_functions(s, s->count);
  MPI_Reduce(s->in_place ? MPI_IN_PLACE : functions, s->out, s->count, two_ints, then, s->root,
             s->comm);
  if (AT_ROOT) expect_functions(s, rank_count, 0, s->count);
}

static void allreduce(Sequence* s) {
  const int* functions = own_functions(s, s->count);
  MPI_Allreduce(s->in_place ? MPI_IN_PLACE : functions, s->out, s->count, two_ints, then, s->comm);
  expect_functions(s, rank_count, 0, s->count);
}

static void scan(Sequence* s) {
  const int* functions = own_functions(s, s->count);
  MPI_Scan(s->in_place ? MPI_IN_PLACE : functions, s->out, s->count, two_ints, then, s->comm);
  expect_functions(s, s->rank + 1, 0, s->count);
}

static void exscan(Sequence* s) {
  const int* functions = own_functions(s, s->count);
  MPI_Exscan(s->in_place ? MPI_IN_PLACE : functions, s->out, s->count, two_ints, then, s->comm);
  if (s->rank > 0) expect_functions(s, s->rank, 0, s->count);
}

static void reduce_scatter(Sequence* s) {
  int all = 0, before = 0;
  for (int k = 0; k < rank_count; ++k) {
    if (k < s->rank) before += s->counts[k];
    all += s->counts[k];
  }
  const int* functions = own_functions(s, all);
  MPI_Reduce_scatter(s->in_place ? MPI_IN_PLACE : functions, s->out, s->counts, two_ints, then,
                     s->comm);
  expect_functions(s, rank_count, before, s->counts[s->rank]);
}

static void reduce_scatter_block(Sequence* s) {
  const int* functions = own_functions(s, s->count * rank_count);
  MPI_Reduce_scatter_block(s->in_place ? MPI_IN_PLACE : functions, s->out, s->count, two_ints, then,
                           s->comm);
  expect_functions(s, rank_count, s->rank * s->count, s->count);
}

static void barrier(Sequence* s) { MPI_Barrier(s->comm); }

typedef struct {
  const char* name;
  void (*run)(Sequence* s);
} Operation;
#define OPERATION(name) \
  { #name, name }
static const Operation operations[] = {OPERATION(bcast),          OPERATION(gather),
                                       OPERATION(gatherv),        OPERATION(scatter),
                                       OPERATION(scatterv),       OPERATION(allgather),
                                       OPERATION(allgatherv),     OPERATION(alltoall),
                                       OPERATION(alltoallv),      OPERATION(alltoallw),
                                       OPERATION(reduce),         OPERATION(allreduce),
                                       OPERATION(scan),           OPERATION(exscan),
                                       OPERATION(reduce_scatter), OPERATION(reduce_scatter_block),
                                       OPERATION(barrier)};
enum { kOperations = sizeof operations / sizeof operations[0] };

/* ---- The sequences -----------------------------------------------------------------------------
 */

static int below(Sequence* s, int end) { return (int)(next_random(&s->random) % (unsigned)end); }

static int draw_count(Sequence* s) {
  const int kind = below(s, 8);
  return kind == 0 ? 0 : kind < 6 ? below(s, 6) : below(s, kMostCount / 2);
}

static void draw(Sequence* s) {
  s->root = below(s, rank_count);
  s->count = draw_count(s);
  s->sent = below(s, kLayouts);
  s->received = below(s, kLayouts);
  s->in_place = below(s, 2);
  const int gap = below(s, 3);
  for (int k = 0, place = 0; k < rank_count; ++k) {
    s->counts[k] = draw_count(s);
    s->places[k] = place;
    place += s->counts[k] + gap;
  }
}

static void run(Sequence* s, int calls) {
  s->in = malloc(2 * kRoom * sizeof(int));
  s->out = s->in + kRoom;
  for (s->call = 0; s->call < calls; ++s->call) {
    for (int i = 0; i < 2 * kRoom; ++i) s->in[i] = -1;
    draw(s);
    const Operation* operation = &operations[below(s, kOperations)];
    s->name = operation->name;
    operation->run(s);
  }
  free(s->in);
}

int main(int argc, char** argv) {
  const int calls = argument(argc, argv, 1, 300);
  const int seed = argument(argc, argv, 2, 1);
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count <= kMostRanks, "runs on up to %d ranks", kMostRanks);
  make_layouts();
  MPI_Type_contiguous(2, MPI_INT, &two_ints);
  MPI_Type_commit(&two_ints);
  MPI_Op_create(compose, 0, &then);

  Sequence sequences[kComms];
  for (int k = 0; k < kComms; ++k) {
    Sequence* s = &sequences[k];
    MPI_Comm_split(MPI_COMM_WORLD, 0, k % 2 ? rank_count - my_rank : my_rank, &s->comm);
    MPI_Comm_rank(s->comm, &s->rank);
    s->random = (unsigned long long)(seed * kComms + k + 1) * 0x9e3779b97f4a7c15u;
  }
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kComms; ++k) {
    const int i = my_rank % 2 ? kComms - 1 - k : k;
#pragma omp task firstprivate(i)
    run(&sequences[i], calls);
  }
  for (int k = 0; k < kComms; ++k) MPI_Comm_free(&sequences[k].comm);
  MPI_Op_free(&then);
  MPI_Type_free(&two_ints);
  MPI_Type_free(&layouts[kWithGaps]);
  MPI_Type_free(&layouts[kDisplaced]);
  finish_mpi("random_collectives", (long)kComms * calls);
  return 0;
}
