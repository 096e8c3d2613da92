/* Collective operations between two groups, in tasks: several intercommunicators at once, in
 * opposite orders on the ranks; every root of both groups, with few elements and none. Those of the
 * root's group that are not the root pass nothing at all, which is all that MPI asks of them.
 *
 * usage: intercomm [no_duplicates], on 2 ranks or more. Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

enum { kComms = 4, kMostElements = 3, kMostRanks = 16, kRoom = kMostElements * kMostRanks };

/* An intercommunicator as this rank sees it. */
typedef struct {
  MPI_Comm comm;
  int rank, size, remote_size;
  int upper; /* of which group it is */
} Side;

/* A rooted operation: of the two groups one has the root. */
typedef struct {
  int is_root, idle; /* idle: beside the root */
  int argument;      /* what MPI calls the root here */
} Role;

static Role role_of(const Side* side, int root_is_upper, int root) {
  const int mine = side->upper == root_is_upper;
  const Role role = {mine && side->rank == root, mine && side->rank != root,
                     !mine                ? root
                     : side->rank == root ? MPI_ROOT
                                          : MPI_PROC_NULL};
  return role;
}

static int value_of(int rank, int element) { return 100 * rank + element + 1; }

static void check_from(const char* what, const int* values, int rank, int count) {
  for (int i = 0; i < count; ++i)
    CHECK(values[i] == value_of(rank, i), "%s: element %d is %d, not %d", what, i, values[i],
          value_of(rank, i));
}

static void fill(int* values, int rank, int count) {
  for (int i = 0; i < kRoom; ++i) values[i] = i < count ? value_of(rank, i) : -1;
}

/* Elements that rank `rank` has in the forms with counts of their own. */
static int own_count(int rank, int count) { return (rank + count) % (kMostElements + 1); }

static void list_counts(int ranks, int count, int* counts, int* places) {
  for (int k = 0; k < ranks; ++k) {
    counts[k] = own_count(k, count);
    places[k] = k * kMostElements;
  }
}

static void check_bcast(const Side* side, Role role, int root, int count) {
  int values[kRoom];
  fill(values, root, role.is_root ? count : 0);
  if (role.idle)
    MPI_Bcast(NULL, 0, MPI_BYTE, role.argument, side->comm);
  else
    MPI_Bcast(values, count, MPI_INT, role.argument, side->comm);
  if (!role.idle) check_from("MPI_Bcast", values, root, count);
}

static void check_gathers(const Side* side, Role role, int count) {
  int in[kRoom], out[kRoom], counts[kMostRanks], places[kMostRanks];
  fill(in, side->rank, kMostElements);
  fill(out, 0, 0);
  if (role.idle || role.is_root)
    MPI_Gather(NULL, 0, MPI_BYTE, role.is_root ? out : NULL, count, MPI_INT, role.argument,
               side->comm);
  else
    MPI_Gather(in, count, MPI_INT, NULL, 0, MPI_BYTE, role.argument, side->comm);
  for (int k = 0; role.is_root && k < side->remote_size; ++k)
    check_from("MPI_Gather", out + k * count, k, count);

  list_counts(side->remote_size, count, counts, places);
  if (role.is_root)
    MPI_Gatherv(NULL, 0, MPI_BYTE, out, counts, places, MPI_INT, role.argument, side->comm);
  else
    MPI_Gatherv(in, role.idle ? 0 : own_count(side->rank, count), MPI_INT, NULL, NULL, NULL,
                MPI_BYTE, role.argument, side->comm);
  for (int k = 0; role.is_root && k < side->remote_size; ++k)
    check_from("MPI_Gatherv", out + places[k], k, counts[k]);
}

static void check_scatters(const Side* side, Role role, int count) {
  int in[kRoom], out[kRoom], counts[kMostRanks], places[kMostRanks];
  fill(in, 0, 0);
  fill(out, 0, 0);
  for (int k = 0; k < side->remote_size; ++k)
    for (int i = 0; i < count; ++i) in[k * count + i] = value_of(k, i);
  if (role.idle || role.is_root)
    MPI_Scatter(role.is_root ? in : NULL, count, MPI_INT, NULL, 0, MPI_BYTE, role.argument,
                side->comm);
  else
    MPI_Scatter(NULL, 0, MPI_BYTE, out, count, MPI_INT, role.argument, side->comm);
  if (!role.idle && !role.is_root) check_from("MPI_Scatter", out, side->rank, count);

  list_counts(side->remote_size, count, counts, places);
  for (int k = 0; k < side->remote_size; ++k)
    for (int i = 0; i < counts[k]; ++i) in[places[k] + i] = value_of(k, i);
  const int mine = role.idle || role.is_root ? 0 : own_count(side->rank, count);
  if (role.is_root)
    MPI_Scatterv(in, counts, places, MPI_INT, NULL, 0, MPI_BYTE, role.argument, side->comm);
  else
    MPI_Scatterv(NULL, NULL, NULL, MPI_BYTE, out, mine, MPI_INT, role.argument, side->comm);
  check_from("MPI_Scatterv", out, side->rank, mine);
}

static void check_reduce(const Side* side, Role role, int count) {
  int in[kRoom], out[kRoom];
  fill(in, side->rank, count);
  MPI_Reduce(in, out, role.idle ? 0 : count, MPI_INT, MPI_SUM, role.argument, side->comm);
  for (int i = 0; role.is_root && i < count; ++i) {
    int sum = 0;
    for (int k = 0; k < side->remote_size; ++k) sum += value_of(k, i);
    CHECK(out[i] == sum, "MPI_Reduce: element %d is %d, not %d", i, out[i], sum);
  }
}

/* Without a root: what each rank of one group has goes to all of the other. */
static void check_rootless(const Side* side, int count) {
  int in[kRoom], out[kRoom];
  fill(in, side->rank, count);
  MPI_Allgather(in, count, MPI_INT, out, count, MPI_INT, side->comm);
  for (int k = 0; k < side->remote_size; ++k)
    check_from("MPI_Allgather", out + k * count, k, count);

  MPI_Allreduce(in, out, count, MPI_INT, MPI_MAX, side->comm);
  check_from("MPI_Allreduce", out, side->remote_size - 1, count);

  for (int k = 0; k < side->remote_size; ++k)
    for (int i = 0; i < count; ++i) in[k * count + i] = value_of(side->rank, k + i);
  MPI_Alltoall(in, count, MPI_INT, out, count, MPI_INT, side->comm);
  for (int k = 0; k < side->remote_size; ++k)
    for (int i = 0; i < count; ++i)
      CHECK(out[k * count + i] == value_of(k, side->rank + i), "MPI_Alltoall: %d of rank %d",
            out[k * count + i], k);
  MPI_Barrier(side->comm);
}

static void check_duplicate(const Side* side) {
  Side duplicate = *side;
  int inter = 0;
  MPI_Comm_dup(side->comm, &duplicate.comm);
  MPI_Comm_test_inter(duplicate.comm, &inter);
  CHECK(inter, "MPI_Comm_dup made an intracommunicator");
  check_rootless(&duplicate, 2);
  check_bcast(&duplicate, role_of(side, 0, 0), 0, 2);
  MPI_Comm_free(&duplicate.comm);
}

static void check_all(const Side* side, int duplicates) {
  if (duplicates) check_duplicate(side);
  for (int upper = 0; upper < 2; ++upper) {
    const int ranks = side->upper == upper ? side->size : side->remote_size;
    for (int root = 0; root < ranks; ++root) {
      for (int count = 0; count <= kMostElements; ++count) {
        const Role role = role_of(side, upper, root);
        check_bcast(side, role, root, count);
        check_rootless(side, count);
        check_gathers(side, role, count);
        check_scatters(side, role, count);
        check_reduce(side, role, count);
      }
    }
  }
}

int main(int argc, char** argv) {
  const int duplicates = argc < 2 || strcmp(argv[1], "no_duplicates");
  Side sides[kComms];
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count >= 2 && rank_count <= kMostRanks, "runs on 2 to %d ranks", kMostRanks);
  const int half = rank_count / 2, upper = my_rank >= half;
  MPI_Comm group;
  MPI_Comm_split(MPI_COMM_WORLD, upper, my_rank, &group);
  for (int k = 0; k < kComms; ++k) {
    Side* side = &sides[k];
    MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, upper ? 0 : half, k, &side->comm);
    MPI_Comm_rank(side->comm, &side->rank);
    MPI_Comm_size(side->comm, &side->size);
    MPI_Comm_remote_size(side->comm, &side->remote_size);
    side->upper = upper;
  }
  check_all(&sides[0], 1); /* outside tasks */
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kComms; ++k) {
    const int i = my_rank % 2 ? kComms - 1 - k : k;
#pragma omp task firstprivate(i)
    check_all(&sides[i], duplicates);
  }
  for (int k = 0; k < kComms; ++k) MPI_Comm_free(&sides[k].comm);
  MPI_Comm_free(&group);
  finish_mpi("intercomm", kComms);
  return 0;
}
