/* The collectives of neighbours, on grids and graphs in which one may be a neighbour twice, its
 * own, or nobody's: see as_blocking.c. */
#include <stdio.h>
#include <string.h>

#include "as_blocking.h"

enum { kMostNeighbours = 6 };

/* ---- Topologies --------------------------------------------------------------------------------
 */

static MPI_Comm grid(int dimensions, const int sizes[], int periodic) {
  const int periods[] = {periodic, periodic, periodic};
  MPI_Comm made;
  MPI_Cart_create(MPI_COMM_WORLD, dimensions, sizes, periods, 0, &made);
  return made;
}

static MPI_Comm line(void) { return grid(1, &world_size, 0); }
static MPI_Comm ring(void) { return grid(1, &world_size, 1); }

static MPI_Comm thin_plane(void) {
  const int sizes[] = {1, world_size};
  return grid(2, sizes, 1);
}

static MPI_Comm plane(void) {
  const int sizes[] = {world_size % 2 ? 1 : 2, world_size % 2 ? world_size : world_size / 2};
  return grid(2, sizes, 1);
}

static MPI_Comm box(void) {
  const int sizes[] = {1, world_size % 2 ? world_size : 2, world_size % 2 ? 1 : world_size / 2};
  return grid(3, sizes, 1);
}

/* Of a plane, its second dimension. */
static MPI_Comm part_of_plane(void) {
  MPI_Comm whole = plane(), part;
  const int kept[] = {0, 1};
  MPI_Cart_sub(whole, kept, &part);
  MPI_Comm_free(&whole);
  return part;
}

static MPI_Comm copy_of_ring(void) {
  MPI_Comm first = ring(), copy;
  MPI_Comm_dup(first, &copy);
  MPI_Comm_free(&first);
  return copy;
}

/* Each has the next rank and the one before for neighbours, twice, and itself. */
static MPI_Comm doubled_graph(void) {
  int index[kMostRanks], edges[5 * kMostRanks];
  for (int r = 0; r < world_size; ++r) {
    const int next = (r + 1) % world_size, before = (r + world_size - 1) % world_size;
    const int of_this[] = {next, before, r, before, next};
    memcpy(edges + 5 * r, of_this, sizeof of_this);
    index[r] = 5 * (r + 1);
  }
  MPI_Comm made;
  MPI_Graph_create(MPI_COMM_WORLD, world_size, index, edges, 0, &made);
  return made;
}

/* Two edges to the next rank, one to the one before, one to itself; received in another order. */
static MPI_Comm doubled_dist_graph(void) {
  const int next = (world_rank + 1) % world_size,
            before = (world_rank + world_size - 1) % world_size;
  const int sources[] = {next, before, world_rank, before},
            destinations[] = {world_rank, next, before, next};
  MPI_Comm made;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 4, sources, MPI_UNWEIGHTED, 4, destinations,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &made);
  return made;
}

/* All send to rank 0; one edge each. The others receive nothing. */
static MPI_Comm star(void) {
  const int degree = 1, destination = 0;
  MPI_Comm made;
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &world_rank, &degree, &destination, MPI_UNWEIGHTED,
                        MPI_INFO_NULL, 0, &made);
  return made;
}

/* ---- The calls ---------------------------------------------------------------------------------
 */

static const Shape* shape;
static MPI_Datatype sent, received;
static int indegree, outdegree, sources[kMostNeighbours], destinations[kMostNeighbours];
static int sent_counts[kMostNeighbours], counts[kMostNeighbours];
static int sent_places[kMostNeighbours], places[kMostNeighbours];
static MPI_Aint sent_bytes[kMostNeighbours], bytes[kMostNeighbours];
static MPI_Datatype sent_types[kMostNeighbours], types[kMostNeighbours];

static void find_neighbours(void) {
  int topology = MPI_UNDEFINED, weighted = 0, dimensions = 0;
  PMPI_Topo_test(comm, &topology);
  if (topology == MPI_CART) {
    PMPI_Cartdim_get(comm, &dimensions);
    for (int d = 0; d < dimensions; ++d)
      PMPI_Cart_shift(comm, d, 1, &sources[2 * d], &sources[2 * d + 1]);
    indegree = outdegree = 2 * dimensions;
    memcpy(destinations, sources, sizeof sources);
  } else if (topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, rank, &indegree);
    PMPI_Graph_neighbors(comm, rank, indegree, sources);
    outdegree = indegree;
    memcpy(destinations, sources, sizeof sources);
  } else {
    PMPI_Dist_graph_neighbors_count(comm, &indegree, &outdegree, &weighted);
    PMPI_Dist_graph_neighbors(comm, indegree, sources, MPI_UNWEIGHTED, outdegree, destinations,
                              MPI_UNWEIGHTED);
  }
}

/* With `own`, the peer's own count; else the same for all blocks between two ranks, so that it is
 * right in whatever order they meet. */
static void place(int own, int degree, const int peers[], MPI_Datatype type, int block[], int at[],
                  MPI_Aint at_bytes[], MPI_Datatype block_types[]) {
  MPI_Aint lower, extent;
  PMPI_Type_get_extent(type, &lower, &extent);
  for (int i = 0, end = 0; i < degree; end += block[i++]) {
    block[i] = peers[i] < 0 ? shape->count : count_between(shape, own ? 0 : rank, peers[i]);
    at[i] = end;
    at_bytes[i] = end * extent;
    block_types[i] = type;
  }
}

static void take(const void* argument, int own) {
  shape = argument;
  sent = layouts[shape->sent];
  received = layouts[shape->received];
  place(0, outdegree, destinations, sent, sent_counts, sent_places, sent_bytes, sent_types);
  place(own, indegree, sources, received, counts, places, bytes, types);
}

static int allgather(const void* argument) {
  take(argument, 0);
  return MAKE(Neighbor_allgather, Ineighbor_allgather, &in, shape->count, sent, &out, shape->count,
              received, comm);
}

static int allgatherv(const void* argument) {
  take(argument, 1);
  return MAKE(Neighbor_allgatherv, Ineighbor_allgatherv, &in, count_between(shape, rank, 0), sent,
              &out, counts, places, received, comm);
}

static int alltoall(const void* argument) {
  take(argument, 0);
  return MAKE(Neighbor_alltoall, Ineighbor_alltoall, &in, shape->count, sent, &out, shape->count,
              received, comm);
}

static int alltoallv(const void* argument) {
  take(argument, 0);
  return MAKE(Neighbor_alltoallv, Ineighbor_alltoallv, &in, sent_counts, sent_places, sent, &out,
              counts, places, received, comm);
}

static int alltoallw(const void* argument) {
  take(argument, 0);
  return MAKE(Neighbor_alltoallw, Ineighbor_alltoallw, &in, sent_counts, sent_bytes, sent_types,
              &out, counts, bytes, types, comm);
}

static const struct {
  const char* name;
  Call call;
  int own_counts;
} calls[] = {
    {"MPI_Neighbor_allgather", allgather, 0}, {"MPI_Neighbor_allgatherv", allgatherv, 1},
    {"MPI_Neighbor_alltoall", alltoall, 0},   {"MPI_Neighbor_alltoallv", alltoallv, 1},
    {"MPI_Neighbor_alltoallw", alltoallw, 1},
};

static const struct {
  const char* name;
  MPI_Comm (*make)(void);
} topologies[] = {
    {"line", line},
    {"ring", ring},
    {"1 x n periodic", thin_plane},
    {"2 x n/2 periodic", plane},
    {"1 x 2 x n/2 periodic", box},
    {"part of a grid", part_of_plane},
    {"copy of a ring", copy_of_ring},
    {"graph, edges twice", doubled_graph},
    {"distributed graph, edges twice", doubled_dist_graph},
    {"star", star},
};

/* MPICH before 4.1 takes one degree for the other in MPI_Neighbor_alltoallw and its relatives:
 * where a rank's degrees differ it loses blocks or reads past its own arrays (docs/mpi.md). */
static int has_degrees_mixed_up(Call call) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  PMPI_Get_library_version(text, &length);
  const char* const version = strstr(text, "MPICH Version:");
  int major = 0, minor = 0;
  if (call != alltoallw || !version || sscanf(version + 14, "%d.%d", &major, &minor) != 2) return 0;
  int differ = indegree != outdegree;
  PMPI_Allreduce(MPI_IN_PLACE, &differ, 1, MPI_INT, MPI_MAX, comm);
  return differ && major == 4 && minor == 0;
}

void compare_neighbours(void) {
  for (int t = 0; t < (int)(sizeof topologies / sizeof *topologies); ++t) {
    MPI_Comm made = topologies[t].make();
    take_comm(made);
    find_neighbours();
    for (int c = 0; c < (int)(sizeof calls / sizeof *calls); ++c) {
      if (has_degrees_mixed_up(calls[c].call)) continue;
      for (int s = 0; s < shape_count; ++s) {
        if (shapes[s].in_place || (shapes[s].uneven && !calls[c].own_counts)) continue;
        char name[64];
        snprintf(name, sizeof name, "%s, %s", topologies[t].name, shapes[s].name);
        compare(calls[c].name, name, calls[c].call, &shapes[s], fill_ints, NULL);
      }
    }
    MPI_Comm_free(&made);
  }
}
