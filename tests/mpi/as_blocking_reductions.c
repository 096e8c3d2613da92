/* The collectives that reduce, by operators of MPI's and of the program's: see as_blocking.c. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "as_blocking.h"

enum { kPrime = 10007 };
static MPI_Datatype pair;      /* two ints, one after the other */
static MPI_Datatype wide_pair; /* with gaps around */
static MPI_Op then;            /* of functions x -> a x + b modulo kPrime: not commutative */
static MPI_Op sum_of_gaps;     /* of ints with gaps; commutative */

static void apply_then(void* first, void* second, int* count, MPI_Datatype* type) {
  const int step = *type == pair ? 2 : 4, before = *type == pair ? 0 : 1;
  const int* f = (const int*)first + before;
  int* s = (int*)second + before;
  for (int i = 0; i < *count; ++i, f += step, s += step) {
    const long a = f[0], b = f[1];
    s[1] = (int)((s[0] * b + s[1]) % kPrime);
    s[0] = (int)(a * s[0] % kPrime);
  }
}

static void add_with_gaps(void* first, void* second, int* count, MPI_Datatype* type) {
  (void)type;
  for (int i = 0; i < *count; ++i) ((int*)second)[2 * i] += ((const int*)first)[2 * i];
}

/* ---- Values ------------------------------------------------------------------------------------
 */

typedef struct {
  const char* name;
  MPI_Datatype* type;
  MPI_Op* op;
  void (*fill)(Buffer* buffer);
  Tolerance tolerance;
} Reduction;

static void small_ints(Buffer* buffer) {
  for (int i = 0; i < kRoom; ++i) buffer->ints[i] = (world_rank * 7919 + i * 31 + 1) % kPrime;
}

static void fractions(Buffer* buffer) {
  for (int i = 0; i < kRoom / 2; ++i) buffer->doubles[i] = 1.0 / (3 + world_rank * 7 + i % 101);
}

/* In every element one rank, a different one each time, has the NaN. */
static void with_nans(Buffer* buffer) {
  for (int i = 0; i < kRoom / 2; ++i)
    buffer->doubles[i] = i % world_size == world_rank ? NAN : world_rank + i % 5;
}

static void zeros(Buffer* buffer) {
  for (int i = 0; i < kRoom / 2; ++i) buffer->doubles[i] = (i >> world_rank) & 1 ? 0.0 : -0.0;
}

/* Equal values at several ranks: the lowest one is to be named. */
static void with_places(Buffer* buffer) {
  struct {
    double value;
    int place;
  }* const at = (void*)buffer;
  for (int i = 0; i < (int)(sizeof *buffer / sizeof *at); ++i) {
    at[i].value = (i + world_rank) % 2;
    at[i].place = world_rank;
  }
}

static enum Found close_enough(const Buffer* one, const Buffer* other) {
  for (int i = 0; i < kRoom / 2; ++i) {
    const double a = one->doubles[i], b = other->doubles[i];
    if (memcmp(&a, &b, sizeof a) && !(fabs(a - b) <= 1e-13 * fabs(a))) return kData;
  }
  return kOrder;
}

static enum Found not_a_number(const Buffer* one, const Buffer* other) {
  for (int i = 0; i < kRoom / 2; ++i) {
    const double a = one->doubles[i], b = other->doubles[i];
    if (memcmp(&a, &b, sizeof a) && !isnan(a) && !isnan(b) && a != b) {
      /* A NaN among the operands: what is left of the others depends on where it stands. */
      if (!(a >= 0 && a < 5 + kMostRanks && b >= 0 && b < 5 + kMostRanks)) return kData;
    }
  }
  return kNan;
}

static MPI_Datatype type_int, type_double, type_double_int;
static MPI_Op op_sum, op_bxor, op_max, op_min, op_maxloc, op_minloc;

static const Reduction reductions[] = {
    {"MPI_SUM of int", &type_int, &op_sum, small_ints, NULL},
    {"MPI_BXOR of int", &type_int, &op_bxor, small_ints, NULL},
    {"MPI_SUM of double", &type_double, &op_sum, fractions, close_enough},
    {"MPI_MAX of double", &type_double, &op_max, fractions, NULL},
    {"MPI_MAX with NaN", &type_double, &op_max, with_nans, not_a_number},
    {"MPI_MIN with NaN", &type_double, &op_min, with_nans, not_a_number},
    {"MPI_MAX of 0.0 and -0.0", &type_double, &op_max, zeros, not_a_number},
    {"MPI_MAXLOC", &type_double_int, &op_maxloc, with_places, NULL},
    {"MPI_MINLOC", &type_double_int, &op_minloc, with_places, NULL},
    {"not commutative", &pair, &then, small_ints, NULL},
    {"not commutative, gaps", &wide_pair, &then, small_ints, NULL},
    {"own operator, gaps", &layouts[kGaps], &sum_of_gaps, small_ints, NULL},
};

/* ---- The calls ---------------------------------------------------------------------------------
 */

typedef struct {
  const Reduction* reduction;
  int count, in_place;
} Reducing;

static const Reducing* now;
static MPI_Datatype type;
static MPI_Op op;
static int root;

static void take(const void* argument) {
  now = argument;
  type = *now->reduction->type;
  op = *now->reduction->op;
  /* MPICH 4.0's blocking MPI_Reduce can't be asked for much in place at another root than 0. */
  root = now->in_place ? 0 : (now->count + 1) % size;
}

static void fill(const void* argument) {
  take(argument);
  now->reduction->fill(&in);
  if (now->in_place) now->reduction->fill(&out);
}

static const void* from(void) { return now->in_place ? MPI_IN_PLACE : (const void*)&in; }

static int allreduce(const void* argument) {
  take(argument);
  return MAKE(Allreduce, Iallreduce, from(), &out, now->count, type, op, comm);
}

static int reduce(const void* argument) {
  take(argument);
  const int code =
      MAKE(Reduce, Ireduce, rank == root ? from() : &in, &out, now->count, type, op, root, comm);
  if (rank != root) memset(&out, 0, sizeof out); /* means nothing there */
  return code;
}

static int reduce_scatter(const void* argument) {
  take(argument);
  int counts[kMostRanks];
  for (int i = 0; i < size; ++i) counts[i] = i % 3 * now->count / size;
  const int code = MAKE(Reduce_scatter, Ireduce_scatter, from(), &out, counts, type, op, comm);
  /* In place: behind the result may be anything. */
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  if (now->in_place)
    memset((char*)&out + counts[rank] * extent, 0, sizeof out - (size_t)(counts[rank] * extent));
  return code;
}

static int reduce_scatter_block(const void* argument) {
  take(argument);
  const int count = now->count / size;
  const int code =
      MAKE(Reduce_scatter_block, Ireduce_scatter_block, from(), &out, count, type, op, comm);
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  if (now->in_place) memset((char*)&out + count * extent, 0, sizeof out - (size_t)(count * extent));
  return code;
}

static int scan(const void* argument) {
  take(argument);
  return MAKE(Scan, Iscan, from(), &out, now->count, type, op, comm);
}

static int exscan(const void* argument) {
  take(argument);
  const int code = MAKE(Exscan, Iexscan, from(), &out, now->count, type, op, comm);
  if (rank == 0) memset(&out, 0, sizeof out); /* undefined there */
  return code;
}

/* Intel MPI's (2021) MPI_Reduce of much with gaps, by the program's own operator, takes elements
 * from other places. What the other call has is right, if it is the sum, and has the same gaps. */
static enum Found sum_at_root(const Buffer* one, const Buffer* other) {
  static Buffer operands, sum;
  const int own_rank = world_rank;
  memcpy(&sum, one, sizeof sum);
  for (int i = 0; i < now->count; ++i) sum.ints[2 * i] = 0;
  for (int r = 0; r < size; ++r) {
    world_rank = size == 1 ? own_rank : r;
    now->reduction->fill(&operands);
    for (int i = 0; i < now->count; ++i) sum.ints[2 * i] += operands.ints[2 * i];
  }
  world_rank = own_rank;
  return memcmp(&sum, other, sizeof sum) ? kData : kOutside;
}

static const struct {
  const char* name;
  Call call;
} calls[] = {
    {"MPI_Allreduce", allreduce},
    {"MPI_Reduce", reduce},
    {"MPI_Reduce_scatter", reduce_scatter},
    {"MPI_Reduce_scatter_block", reduce_scatter_block},
    {"MPI_Scan", scan},
    {"MPI_Exscan", exscan},
};

static void make_own_types(void) {
  type_int = MPI_INT, type_double = MPI_DOUBLE, type_double_int = MPI_DOUBLE_INT;
  op_sum = MPI_SUM, op_bxor = MPI_BXOR, op_max = MPI_MAX, op_min = MPI_MIN;
  op_maxloc = MPI_MAXLOC, op_minloc = MPI_MINLOC;
  const int two = 2;
  const MPI_Aint place = sizeof(int);
  MPI_Datatype displaced;
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Type_create_hindexed(1, &two, &place, MPI_INT, &displaced);
  MPI_Type_create_resized(displaced, 0, 4 * (MPI_Aint)sizeof(int), &wide_pair);
  MPI_Type_free(&displaced);
  MPI_Type_commit(&wide_pair);
  MPI_Op_create(apply_then, 0, &then);
  MPI_Op_create(add_with_gaps, 1, &sum_of_gaps);
}

void compare_reductions(void) {
  static const struct {
    const char* name;
    int count, in_place;
  } amounts[] = {{"few", 7, 0},
                 {"none", 0, 0},
                 {"many", kMany, 0},
                 {"in place", 7, 1},
                 {"in place, many", kMany, 1}};
  make_own_types();
  for (int c = 0; c < (int)(sizeof calls / sizeof *calls); ++c) {
    for (int r = 0; r < (int)(sizeof reductions / sizeof *reductions); ++r) {
      /* Damage memory: Open MPI 4.1's MPI_Ireduce, MPICH 4.0's MPI_Reduce_scatter_block. */
      const int gaps_before = *reductions[r].type == wide_pair;
      if (gaps_before && calls[c].call == reduce && asked_nonblocking) continue;
      if (gaps_before && calls[c].call == reduce_scatter_block) continue;
      for (int a = 0; a < (int)(sizeof amounts / sizeof *amounts); ++a) {
        const Reducing reducing = {&reductions[r], amounts[a].count, amounts[a].in_place};
        char shape[64];
        snprintf(shape, sizeof shape, "%s, %s", reductions[r].name, amounts[a].name);
        const int sums_gaps = calls[c].call == reduce && *reductions[r].op == sum_of_gaps;
        compare(calls[c].name, shape, calls[c].call, &reducing, fill,
                sums_gaps ? sum_at_root : reductions[r].tolerance);
      }
    }
  }
  MPI_Op_free(&then);
  MPI_Op_free(&sum_of_gaps);
  MPI_Type_free(&pair);
  MPI_Type_free(&wide_pair);
}
