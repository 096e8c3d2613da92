/* The collective operations that the layer makes of messages while they are small, and what turns
 * them into MPI's own: random calls on communicators of every make, from several tasks at once, all
 * values checked; many in flight on one communicator; communicators that come and go; errors.
 *
 * usage: collectives [random [SEED [ROUNDS]] | in_flight | lifetimes | errors], on any number of
 * ranks. Knows MPI_THREAD_MULTIPLE only. */
#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <unistd.h>

#include "check.h"

enum { kMostRanks = 16, kMostElements = 2500, kMostTasks = 6 };

/* ---- The reductions, as an independent program would compute them ------------------------------
 */

typedef struct {
  int a, b; /* x -> a x + b, modulo kModulus; composing is associative, not commutative */
} Affine;
enum { kModulus = 10007 };

static MPI_Op compose_op;
static MPI_Datatype affine_type, spread_type;

static Affine composed(Affine first, Affine then) {
  const Affine both = {first.a * then.a % kModulus, (then.a * first.b + then.b) % kModulus};
  return both;
}

static void compose(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)type;
  const Affine* lower = in;
  Affine* higher = inout;
  for (int i = 0; i < *count; ++i) higher[i] = composed(lower[i], higher[i]);
}

typedef struct {
  MPI_Comm comm;
  int rank, size;
  unsigned long long random; /* the same on all ranks */
} Place;

static int draw(Place* place, int limit) {
  return (int)(next_random(&place->random) % (unsigned)limit);
}

static int drawn_count(Place* place) {
  switch (draw(place, 5)) {
    case 0:
      return draw(place, 3);
    case 1:
      return draw(place, kMostElements);
    default:
      return 1 + draw(place, 20);
  }
}

static int input(int call, int rank, int i) { return (call * 7 + rank * 13 + i * 3) % 101; }

static void check_ints(const int* got, int call, int count, int size, MPI_Op op, const char* what) {
  for (int i = 0; i < count; ++i) {
    long expected = input(call, 0, i);
    for (int r = 1; r < size; ++r) {
      const int next = input(call, r, i);
      if (op == MPI_SUM) expected += next;
      if (op == MPI_MAX) expected = next > expected ? next : expected;
      if (op == MPI_MIN) expected = next < expected ? next : expected;
      if (op == MPI_BXOR) expected ^= next;
    }
    CHECK(got[i] == expected, "%s %d of %d: element %d is %d, not %ld", what, call, count, i,
          got[i], expected);
  }
}

/* Of MPI_Allreduce and MPI_Reduce: root < 0 is the former. */
static void reduce_ints(Place* place, int call, int root) {
  const MPI_Op ops[] = {MPI_SUM, MPI_MAX, MPI_MIN, MPI_BXOR};
  const MPI_Op op = ops[draw(place, 4)];
  const int count = drawn_count(place), in_place = draw(place, 2);
  int* in = malloc(sizeof(int) * (size_t)(count + 1));
  int* out = malloc(sizeof(int) * (size_t)(count + 1));
  for (int i = 0; i < count; ++i) in[i] = out[i] = input(call, place->rank, i);
  if (!in_place)
    for (int i = 0; i < count; ++i) out[i] = -1;
  out[count] = 12345;
  if (root < 0) {
    MPI_Allreduce(in_place ? MPI_IN_PLACE : in, out, count, MPI_INT, op, place->comm);
  } else {
    const int here = in_place && place->rank == root;
    MPI_Reduce(here ? MPI_IN_PLACE : in, place->rank == root ? out : NULL, count, MPI_INT, op, root,
               place->comm);
  }
  if (root < 0 || root == place->rank)
    check_ints(out, call, count, place->size, op, root < 0 ? "MPI_Allreduce" : "MPI_Reduce");
  CHECK(out[count] == 12345, "wrote past the result");
  for (int i = 0; i < count; ++i) CHECK(in[i] == input(call, place->rank, i), "changed the input");
  free(in);
  free(out);
}

/* Every rank has the same sum, bit by bit, whatever the order of the additions was. */
static void reduce_doubles(Place* place, int call) {
  const int count = 1 + draw(place, 30);
  double in[30] = {0}, out[30], least[30], most[30];
  for (int i = 0; i < count; ++i) in[i] = sin(call + 3.0 * place->rank + i) * pow(10, i % 9);
  MPI_Allreduce(in, out, count, MPI_DOUBLE, MPI_SUM, place->comm);
  MPI_Allreduce(out, least, count, MPI_DOUBLE, MPI_MIN, place->comm);
  MPI_Allreduce(out, most, count, MPI_DOUBLE, MPI_MAX, place->comm);
  for (int i = 0; i < count; ++i) {
    double sum = 0;
    for (int r = 0; r < place->size; ++r) sum += sin(call + 3.0 * r + i) * pow(10, i % 9);
    CHECK(fabs(out[i] - sum) <= 1e-12 * pow(10, i % 9) * place->size, "sum %g, not %g", out[i],
          sum);
    CHECK(memcmp(&least[i], &most[i], sizeof(double)) == 0, "sums differ: %a %a", least[i],
          most[i]);
  }
}

/* MPI_MAX of a NaN depends on the order of its operands. Whatever it is, messages make it the same
 * on all ranks; MPI's own form, which the first calls use, may not. */
static void reduce_nan(Place* place, int call) {
  enum { kFirstOfMessages = 30 };
  const char* how = getenv("TIDEMILL_MPI_COLLECTIVES");
  if (call < kFirstOfMessages || (how && !strcmp(how, "mpi"))) return;
  double in[8], out[8], all[8 * kMostRanks];
  for (int i = 0; i < 8; ++i)
    in[i] = input(call, place->rank, i) % 3 ? input(call, place->rank, i) : NAN;
  MPI_Allreduce(in, out, 8, MPI_DOUBLE, MPI_MAX, place->comm);
  MPI_Allgather(out, sizeof out, MPI_BYTE, all, sizeof out, MPI_BYTE, place->comm);
  for (int r = 0; r < place->size; ++r)
    CHECK(memcmp(&all[8 * r], out, sizeof out) == 0, "rank %d has another maximum", r);
}

static void reduce_pairs(Place* place, int call) {
  struct {
    double value;
    int where;
  } in[3], out[3];
  const MPI_Op op = draw(place, 2) ? MPI_MAXLOC : MPI_MINLOC;
  for (int i = 0; i < 3; ++i) {
    in[i].value = input(call, place->rank, i) % 5;
    in[i].where = place->rank;
  }
  MPI_Allreduce(in, out, 3, MPI_DOUBLE_INT, op, place->comm);
  for (int i = 0; i < 3; ++i) {
    int best = 0;
    for (int r = 1; r < place->size; ++r) {
      const int now = input(call, r, i) % 5, before = input(call, best, i) % 5;
      if (op == MPI_MAXLOC ? now > before : now < before) best = r;
    }
    CHECK(out[i].where == best && out[i].value == input(call, best, i) % 5, "%g at %d, not at %d",
          out[i].value, out[i].where, best);
  }
}

static void reduce_by_function(Place* place, int call) {
  const int count = 1 + draw(place, 9), root = draw(place, 2) ? draw(place, place->size) : -1;
  Affine in[9], out[9];
  for (int i = 0; i < count; ++i) {
    in[i].a = input(call, place->rank, i) + 1;
    in[i].b = input(call, place->rank, i + 1);
  }
  if (root < 0)
    MPI_Allreduce(in, out, count, affine_type, compose_op, place->comm);
  else
    MPI_Reduce(in, out, count, affine_type, compose_op, root, place->comm);
  if (root >= 0 && root != place->rank) return;
  for (int i = 0; i < count; ++i) {
    Affine expected = {input(call, 0, i) + 1, input(call, 0, i + 1)};
    for (int r = 1; r < place->size; ++r) {
      const Affine next = {input(call, r, i) + 1, input(call, r, i + 1)};
      expected = composed(expected, next);
    }
    CHECK(out[i].a == expected.a && out[i].b == expected.b, "operands out of order");
  }
}

/* ---- The others: layouts may differ among ranks, signatures may not ----------------------------
 */

/* Blocks of `count` pairs of integers; spread_type has a hole after each integer. */
static int is_spread(const Place* place, int call) { return (place->rank + call) % 3 == 0; }

static int* new_blocks(int blocks, int count, int spread) {
  const size_t ints = (size_t)blocks * (size_t)count * (spread ? 4 : 2) + 1;
  int* row = malloc(sizeof(int) * ints);
  for (size_t i = 0; i < ints; ++i) row[i] = -7;
  return row;
}

static int* element(int* row, int block, int count, int i, int spread) {
  return &row[spread ? (block * count * 2 + i) * 2 : block * count * 2 + i];
}

static void check_holes(const int* row, int blocks, int count, int spread) {
  for (int i = 0; spread && i < blocks * count * 2; ++i)
    CHECK(row[2 * i + 1] == -7, "wrote between elements");
}

static int counted(int count, int spread) { return spread ? count : 2 * count; }
static MPI_Datatype typed(int spread) { return spread ? spread_type : MPI_INT; }

static void broadcast(Place* place, int call) {
  const int count = 1 + drawn_count(place) / 2, root = draw(place, place->size);
  const int spread = is_spread(place, call);
  int* row = new_blocks(1, count, spread);
  for (int i = 0; place->rank == root && i < 2 * count; ++i)
    *element(row, 0, count, i, spread) = input(call, root, i);
  MPI_Bcast(row, counted(count, spread), typed(spread), root, place->comm);
  for (int i = 0; i < 2 * count; ++i)
    CHECK(*element(row, 0, count, i, spread) == input(call, root, i), "MPI_Bcast: element %d", i);
  check_holes(row, 1, count, spread);
  free(row);
}

static void gather(Place* place, int call) {
  const int count = 1 + draw(place, 60), in_place = draw(place, 3) == 0;
  const int out_spread = is_spread(place, call), in_spread = is_spread(place, call + 1);
  int* in = new_blocks(place->size, count, in_spread);
  int* out = new_blocks(1, count, out_spread);
  for (int i = 0; i < 2 * count; ++i) {
    *element(out, 0, count, i, out_spread) = input(call, place->rank, i);
    if (in_place) *element(in, place->rank, count, i, in_spread) = input(call, place->rank, i);
  }
  if (in_place)
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, counted(count, in_spread),
                  typed(in_spread), place->comm);
  else
    MPI_Allgather(out, counted(count, out_spread), typed(out_spread), in, counted(count, in_spread),
                  typed(in_spread), place->comm);
  for (int r = 0; r < place->size; ++r)
    for (int i = 0; i < 2 * count; ++i)
      CHECK(*element(in, r, count, i, in_spread) == input(call, r, i), "MPI_Allgather: rank %d", r);
  check_holes(in, place->size, count, in_spread);
  free(in);
  free(out);
}

static void exchange(Place* place, int call) {
  const int count = 1 + draw(place, draw(place, 4) ? 40 : 3000), in_place = draw(place, 4) == 0;
  const int out_spread = is_spread(place, call), in_spread = is_spread(place, call + 1);
  int* in = new_blocks(place->size, count, in_spread);
  int* out = new_blocks(place->size, count, out_spread);
  for (int r = 0; r < place->size; ++r)
    for (int i = 0; i < 2 * count; ++i) {
      *element(out, r, count, i, out_spread) = input(call + r, place->rank, i);
      if (in_place) *element(in, r, count, i, in_spread) = input(call + r, place->rank, i);
    }
  if (in_place)
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, counted(count, in_spread),
                 typed(in_spread), place->comm);
  else
    MPI_Alltoall(out, counted(count, out_spread), typed(out_spread), in, counted(count, in_spread),
                 typed(in_spread), place->comm);
  for (int r = 0; r < place->size; ++r)
    for (int i = 0; i < 2 * count; ++i)
      CHECK(*element(in, r, count, i, in_spread) == input(call + place->rank, r, i),
            "MPI_Alltoall: rank %d", r);
  check_holes(in, place->size, count, in_spread);
  free(in);
  free(out);
}

/* Sent by the last rank to come, so the others must have waited: all are on one machine. */
static void meet(Place* place) {
  const int late = draw(place, place->size);
  double came = 0, left;
  if (place->rank == late) {
    usleep(50);
    came = omp_get_wtime();
  }
  MPI_Barrier(place->comm);
  left = omp_get_wtime();
  MPI_Bcast(&came, 1, MPI_DOUBLE, late, place->comm);
  CHECK(left >= came, "left MPI_Barrier %g s before rank %d came", came - left, late);
}

#if MPI_VERSION >= 4
static void large_counts(Place* place, int call) {
  const MPI_Count count = 1 + draw(place, 9);
  int in[9], out[9];
  for (int i = 0; i < count; ++i) in[i] = input(call, place->rank, i);
  MPI_Allreduce_c(in, out, count, MPI_INT, MPI_SUM, place->comm);
  check_ints(out, call, (int)count, place->size, MPI_SUM, "MPI_Allreduce_c");
  MPI_Reduce_c(in, out, count, MPI_INT, MPI_MAX, 0, place->comm);
  if (place->rank == 0) check_ints(out, call, (int)count, place->size, MPI_MAX, "MPI_Reduce_c");
  MPI_Bcast_c(in, count, MPI_INT, place->size - 1, place->comm);
  check_ints(in, call + 0, place->size == 1 ? (int)count : 0, 1, MPI_SUM, "MPI_Bcast_c");
  CHECK(in[0] == input(call, place->size - 1, 0), "MPI_Bcast_c");
}
#else
static void large_counts(Place* place, int call) { reduce_ints(place, call, -1); }
#endif

static void check_calls(Place* place, int rounds) {
  MPI_Comm_rank(place->comm, &place->rank);
  MPI_Comm_size(place->comm, &place->size);
  for (int call = 0; call < rounds; ++call) {
    switch (draw(place, 12)) {
      case 0:
      case 1:
        reduce_ints(place, call, -1);
        break;
      case 2:
        reduce_ints(place, call, draw(place, place->size));
        break;
      case 3:
        reduce_doubles(place, call);
        break;
      case 4:
        reduce_pairs(place, call);
        break;
      case 5:
        reduce_by_function(place, call);
        break;
      case 6:
        broadcast(place, call);
        break;
      case 7:
        gather(place, call);
        break;
      case 8:
        exchange(place, call);
        break;
      case 9:
        large_counts(place, call);
        break;
      case 10:
        reduce_nan(place, call);
        break;
      default:
        meet(place);
    }
  }
}

/* Several tasks, each with a communicator of its own, begun in another order on each rank; one of
 * them on MPI_COMM_SELF. Meanwhile messages with wildcards on the same communicators. */
static long random_calls(int seed, int rounds) {
  MPI_Comm comms[kMostTasks];
  MPI_Comm_dup(MPI_COMM_WORLD, &comms[0]);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -my_rank, &comms[1]);            /* turned round */
  MPI_Comm_split(MPI_COMM_WORLD, my_rank % 2, my_rank, &comms[2]);   /* every other */
  MPI_Comm_split(MPI_COMM_WORLD, my_rank == 0, -my_rank, &comms[3]); /* all but one */
  MPI_Cart_create(MPI_COMM_WORLD, 1, &rank_count, (int[]){1}, 1, &comms[4]);
  MPI_Comm_dup(MPI_COMM_SELF, &comms[5]);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kMostTasks; ++i) {
    const int which = (i + my_rank) % kMostTasks;
#pragma omp task untied firstprivate(which) shared(comms)
    {
      Place place = {.comm = comms[which], .random = (unsigned long long)(seed * 100 + which)};
      check_calls(&place, rounds);
    }
#pragma omp task untied firstprivate(which) shared(comms)
    {
      int rank, size, got = -1;
      MPI_Comm_rank(comms[which], &rank);
      MPI_Comm_size(comms[which], &size);
      MPI_Request request;
      for (int round = 0; round < rounds; ++round) {
        MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, round, comms[which], &request);
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[which], MPI_STATUS_IGNORE);
        CHECK(got == (rank + size - 1) % size, "a message of somebody else's: %d", got);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
      }
    }
  }
  Place world = {.comm = MPI_COMM_WORLD, .random = (unsigned long long)seed};
  check_calls(&world, rounds); /* outside */
  for (int i = 0; i < kMostTasks; ++i) MPI_Comm_free(&comms[i]);
  return (long)rounds * (kMostTasks + 1);
}

/* Hundreds of tasks in one communicator's operations at once: one thread, so that their order of
 * calling is the order of their turns, on each rank. Rank 0 comes late. */
static long many_in_flight(void) {
  enum { kCalls = 700 };
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  volatile int turn = 0;
  long right = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  {
    if (my_rank == 0) usleep(100000);
    for (int i = 0; i < kCalls; ++i) {
#pragma omp task firstprivate(i) shared(turn, right)
      {
        while (turn != i) {
#pragma omp taskyield
        }
        const int in = i * (my_rank + 1);
        int out = -1;
        turn = i + 1;
        if (i % 3 == 0) {
          out = my_rank == i % rank_count ? in : -1;
          MPI_Bcast(&out, 1, MPI_INT, i % rank_count, comm);
          CHECK(out == i * (i % rank_count + 1), "MPI_Bcast %d gave %d", i, out);
        } else {
          MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
          CHECK(out == i * rank_count * (rank_count + 1) / 2, "MPI_Allreduce %d gave %d", i, out);
        }
        ++right;
      }
    }
  }
  CHECK(right == kCalls, "%ld calls", right);
  MPI_Comm_free(&comm);
  return right;
}

/* Handles are used again: what was known of the communicator before must be forgotten. */
static long lifetimes(void) {
  long calls = 0;
  for (int round = 0; round < 60; ++round) {
    MPI_Comm comm, other = MPI_COMM_NULL;
    if (round % 3 == 0)
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    else
      MPI_Comm_split(MPI_COMM_WORLD, my_rank % (1 + round % 2), -my_rank, &comm);
    if (round % 4 == 0) MPI_Comm_dup(comm, &other);
    Place place = {.comm = comm, .random = (unsigned long long)round};
#pragma omp parallel
#pragma omp single
#pragma omp task shared(place)
    check_calls(&place, round % 12);
    calls += round % 12;
    if (round % 5 == 4)
      MPI_Comm_disconnect(&comm);
    else
      MPI_Comm_free(&comm);
    if (other == MPI_COMM_NULL) continue;
    place.comm = other;
    check_calls(&place, 8);
    MPI_Comm_free(&other);
  }
  return calls;
}

/* ---- Errors ------------------------------------------------------------------------------------
 */

static MPI_Comm handled_comm;
static int handled_class, handled, swallowed;

static void handler(MPI_Comm* comm, int* code, ...) {
  MPI_Error_class(*code, &handled_class);
  handled_comm = *comm;
  ++handled;
}

/* `expected` is its class; kAny where MPIs name it differently. */
enum { kAny = -1 };
static void check_error(MPI_Comm comm, int code, int expected, const char* what) {
  int class = -1;
  MPI_Error_class(code, &class);
  if (expected == kAny && handled_class != MPI_SUCCESS) expected = handled_class;
  CHECK(class == expected || (swallowed && class == MPI_SUCCESS), "%s: class %d, not %d", what,
        class, expected);
  CHECK(handled == 1 && handled_comm == comm && handled_class == expected,
        "%s: the handler ran %d times, class %d", what, handled, handled_class);
  handled = 0;
}

static long errors(void) {
  swallowed = handlers_swallow_codes();
  MPI_Comm comm;
  MPI_Errhandler errhandler;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(handler, &errhandler);
  MPI_Comm_set_errhandler(comm, errhandler);
  int value = 1, result = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(value, result)
  {
    for (int round = 0; round < 8; ++round) { /* of both kinds: MPI's own, then messages */
      MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_SUM, comm);
      CHECK(result == rank_count, "the sum is %d", result);
      check_error(comm, MPI_Bcast(&value, 1, MPI_INT, rank_count, comm), MPI_ERR_ROOT, "root");
      check_error(comm, MPI_Bcast(&value, -1, MPI_INT, 0, comm), MPI_ERR_COUNT, "count");
      if (!swallowed) /* MPICH 5.0's own MPI_Iallreduce aborts then, without Tidemill, too */
        check_error(comm, MPI_Allreduce(&value, &result, 1, MPI_DATATYPE_NULL, MPI_SUM, comm), kAny,
                    "datatype");
      check_error(comm, MPI_Allreduce(&value, &result, 1, MPI_INT, MPI_OP_NULL, comm), MPI_ERR_OP,
                  "operator");
      check_error(comm, MPI_Allreduce(&value, &result, 1, MPI_DOUBLE, MPI_BXOR, comm), MPI_ERR_OP,
                  "operator for a type");
    }
    /* Other numbers than the others': whoever has too little room learns of it, nobody hangs. */
    int many[2] = {1, 2}, out[2];
    const int code = MPI_Allreduce(many, out, 1 + my_rank % 2, MPI_INT, MPI_SUM, comm);
    if (rank_count == 2 && my_rank == 0)
      check_error(comm, code, MPI_ERR_TRUNCATE, "too many elements");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Errhandler_free(&errhandler);
  MPI_Comm_free(&comm);
  return 8 * 5 + 1;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "random";
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count <= kMostRanks, "at most %d ranks, not %d", kMostRanks, rank_count);
  MPI_Type_contiguous(2, MPI_INT, &affine_type);
  MPI_Type_commit(&affine_type);
  MPI_Datatype holes;
  MPI_Type_vector(2, 1, 2, MPI_INT, &holes);
  MPI_Type_create_resized(holes, 0, 4 * sizeof(int), &spread_type);
  MPI_Type_commit(&spread_type);
  MPI_Type_free(&holes);
  MPI_Op_create(compose, 0, &compose_op);
  long checked;
  if (!strcmp(mode, "in_flight"))
    checked = many_in_flight();
  else if (!strcmp(mode, "lifetimes"))
    checked = lifetimes();
  else if (!strcmp(mode, "errors"))
    checked = errors();
  else
    checked = random_calls(argument(argc, argv, 2, 1), argument(argc, argv, 3, 200));
  MPI_Op_free(&compose_op);
  MPI_Type_free(&affine_type);
  MPI_Type_free(&spread_type);
  finish_mpi("collectives", checked);
  return 0;
}
