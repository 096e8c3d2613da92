/* The collectives that move data, in every shape: see as_blocking.c. */
#include <stddef.h>

#include "as_blocking.h"

MPI_Datatype layouts[kLayouts];
static const int stride_of[kLayouts] = {1, 2, 3};

const Shape shapes[] = {
    {"one", 1, kPacked, kPacked, 0, 0},
    {"none", 0, kPacked, kPacked, 0, 0},
    {"many", kMany, kPacked, kPacked, 0, 0},
    {"gaps", 3, kGaps, kDisplaced, 0, 0},
    {"gaps, many", kMany, kDisplaced, kGaps, 0, 0},
    {"in place", 3, kPacked, kPacked, 1, 0},
    {"in place, many", kMany, kPacked, kPacked, 1, 0},
    {"in place, gaps", 3, kGaps, kGaps, 1, 0},
    {"uneven", 2, kPacked, kPacked, 0, 1},
    {"uneven, gaps", 2, kDisplaced, kGaps, 0, 1},
    {"uneven, in place", 2, kDisplaced, kDisplaced, 1, 1},
};
const int shape_count = sizeof shapes / sizeof *shapes;

/* An int `before` ints from the beginning of `stride`. */
static void make_layout(enum Layout layout, int before, int stride) {
  const int one = 1;
  const MPI_Aint place = before * (MPI_Aint)sizeof(int);
  MPI_Datatype displaced;
  MPI_Type_create_hindexed(1, &one, &place, MPI_INT, &displaced);
  MPI_Type_create_resized(displaced, 0, stride * (MPI_Aint)sizeof(int), &layouts[layout]);
  MPI_Type_free(&displaced);
  MPI_Type_commit(&layouts[layout]);
}

void prepare_types(void) {
  layouts[kPacked] = MPI_INT;
  make_layout(kGaps, 0, stride_of[kGaps]);
  make_layout(kDisplaced, 1, stride_of[kDisplaced]);
}

void free_types(void) {
  MPI_Type_free(&layouts[kGaps]);
  MPI_Type_free(&layouts[kDisplaced]);
}

int count_between(const Shape* shape, int from, int to) {
  return shape->uneven ? (from + to) % 3 * shape->count : shape->count;
}

void fill_ints(const void* shape) {
  (void)shape;
  for (int i = 0; i < kRoom; ++i) {
    in.ints[i] = world_rank * 1000000 + i;
    out.ints[i] = -world_rank * 1000000 - i;
  }
}

/* ---- What a rank passes ------------------------------------------------------------------------
 */

static const Shape* shape;
static MPI_Datatype sent, received;
static int root;
static int counts[kMostRanks], sent_places[kMostRanks], places[kMostRanks];
static int sent_bytes[kMostRanks], bytes[kMostRanks];
static MPI_Datatype sent_types[kMostRanks], types[kMostRanks];

static int own_count(int of) { return count_between(shape, of, 0); }

/* Counts by `count_of`, one after the other. */
static void place_all(int (*count_of)(int peer)) {
  for (int i = 0, at = 0; i < size; at += counts[i++]) {
    counts[i] = count_of(i);
    sent_places[i] = places[i] = at;
    sent_bytes[i] = at * stride_of[shape->sent] * (int)sizeof(int);
    bytes[i] = at * stride_of[shape->received] * (int)sizeof(int);
    sent_types[i] = sent;
    types[i] = received;
  }
}

static int with_peer(int peer) { return count_between(shape, rank, peer); }

static void take(const void* argument) {
  shape = argument;
  sent = layouts[shape->sent];
  received = layouts[shape->received];
  root = shape->count % size;
}

static const void* from(void) { return shape->in_place ? MPI_IN_PLACE : (const void*)&in; }
static const void* from_unless_root(void) {
  return shape->in_place && rank == root ? MPI_IN_PLACE : (const void*)&in;
}
static void* to_unless_root(void) { return shape->in_place && rank == root ? MPI_IN_PLACE : &out; }

/* ---- The calls ---------------------------------------------------------------------------------
 */

static int barrier(const void* argument) {
  (void)argument;
  return way == kNonblocking ? finished(PMPI_Ibarrier(comm, &request))
         : way == kTask      ? MPI_Barrier(comm)
                             : PMPI_Barrier(comm);
}

static int bcast(const void* argument) {
  take(argument);
  return MAKE(Bcast, Ibcast, &out, shape->count, rank == root ? sent : received, root, comm);
}

static int gather(const void* argument) {
  take(argument);
  return MAKE(Gather, Igather, from_unless_root(), shape->count, sent, &out, shape->count, received,
              root, comm);
}

static int gatherv(const void* argument) {
  take(argument);
  place_all(own_count);
  return MAKE(Gatherv, Igatherv, from_unless_root(), own_count(rank), sent, &out, counts, places,
              received, root, comm);
}

static int scatter(const void* argument) {
  take(argument);
  return MAKE(Scatter, Iscatter, &in, shape->count, sent, to_unless_root(), shape->count, received,
              root, comm);
}

static int scatterv(const void* argument) {
  take(argument);
  place_all(own_count);
  return MAKE(Scatterv, Iscatterv, &in, counts, places, sent, to_unless_root(), own_count(rank),
              received, root, comm);
}

static int allgather(const void* argument) {
  take(argument);
  return MAKE(Allgather, Iallgather, from(), shape->count, sent, &out, shape->count, received,
              comm);
}

static int allgatherv(const void* argument) {
  take(argument);
  place_all(own_count);
  return MAKE(Allgatherv, Iallgatherv, from(), own_count(rank), sent, &out, counts, places,
              received, comm);
}

static int alltoall(const void* argument) {
  take(argument);
  return MAKE(Alltoall, Ialltoall, from(), shape->count, sent, &out, shape->count, received, comm);
}

static int alltoallv(const void* argument) {
  take(argument);
  place_all(with_peer);
  return MAKE(Alltoallv, Ialltoallv, from(), counts, sent_places, sent, &out, counts, places,
              received, comm);
}

static int alltoallw(const void* argument) {
  take(argument);
  place_all(with_peer);
  return MAKE(Alltoallw, Ialltoallw, from(), counts, sent_bytes, sent_types, &out, counts, bytes,
              types, comm);
}

/* `own_counts`: each rank's own, so that the shapes are uneven that say so. */
static const struct {
  const char* name;
  Call call;
  int own_counts, has_in_place;
} exchanges[] = {
    {"MPI_Bcast", bcast, 0, 0},           {"MPI_Gather", gather, 0, 1},
    {"MPI_Gatherv", gatherv, 1, 1},       {"MPI_Scatter", scatter, 0, 1},
    {"MPI_Scatterv", scatterv, 1, 1},     {"MPI_Allgather", allgather, 0, 1},
    {"MPI_Allgatherv", allgatherv, 1, 1}, {"MPI_Alltoall", alltoall, 0, 1},
    {"MPI_Alltoallv", alltoallv, 1, 1},   {"MPI_Alltoallw", alltoallw, 1, 1},
};

void compare_exchanges(void) {
  compare("MPI_Barrier", "", barrier, &shapes[0], fill_ints, NULL);
  for (int e = 0; e < (int)(sizeof exchanges / sizeof *exchanges); ++e) {
    for (int s = 0; s < shape_count; ++s) {
      if (shapes[s].uneven && !exchanges[e].own_counts) continue;
      if (shapes[s].in_place && !exchanges[e].has_in_place) continue;
      /* Open MPI's MPI_Ialltoallv and MPI_Ialltoallw don't return from this one. */
      if (asked_nonblocking && shapes[s].in_place && shapes[s].uneven) continue;
      compare(exchanges[e].name, shapes[s].name, exchanges[e].call, &shapes[s], fill_ints, NULL);
    }
  }
}
