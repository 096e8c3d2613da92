/* Blocking collective calls and non-blocking ones of the program's in another order on each rank,
 * which MPIs bear as they match the two kinds apart (but MPICH's blocking collectives of
 * neighbours, which are non-blocking ones underneath: plain, this test fails there on a grid); and
 * what the layer needs for that, and the program must not see: one copy of an attribute for each
 * duplicate, room for as many communicators as before, errors to the program's handlers.
 *
 * usage: other_sequence [orders | attributes | many | exhausted | errors], on 2 ranks or more.
 * Knows MPI_THREAD_MULTIPLE only. */
#include "check.h"

static int rank_in(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rank;
}

static int size_of(MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  return size;
}

/* ---- Orders ------------------------------------------------------------------------------------
 */

enum { kBlocking = 7, kLarge = 40000 };

/* A blocking call of each way the layer has: by messages, posted, agreed on at the fourth call. */
static void blocking_call(MPI_Comm comm, int kind, int round) {
  static int large[kLarge];
  const int rank = rank_in(comm), size = size_of(comm);
  int mine = rank + 1 + round, out = -1, all[64];
  if (kind == 0) MPI_Barrier(comm);
  if (kind == 1) {
    MPI_Allreduce(&mine, &out, 1, MPI_INT, MPI_SUM, comm);
    CHECK(out == size * (size + 1) / 2 + size * round, "MPI_Allreduce in round %d: %d", round, out);
  }
  if (kind == 2) {
    MPI_Scan(&mine, &out, 1, MPI_INT, MPI_MAX, comm);
    CHECK(out == mine, "MPI_Scan in round %d: %d", round, out);
  }
  if (kind == 3) {
    for (int i = 0; i < kLarge; ++i) large[i] = rank == 0 ? i + round : -1;
    MPI_Bcast(large, kLarge, MPI_INT, 0, comm);
    for (int i = 0; i < kLarge; ++i) CHECK(large[i] == i + round, "MPI_Bcast: %d", large[i]);
  }
  if (kind == 4) {
    MPI_Gather(&mine, 1, MPI_INT, all, 1, MPI_INT, 0, comm);
    for (int i = 0; rank == 0 && i < size; ++i)
      CHECK(all[i] == i + 1 + round, "MPI_Gather: %d", all[i]);
  }
  if (kind == 5) {
    int topology;
    MPI_Topo_test(comm, &topology);
    if (topology != MPI_CART) return;
    int left = -1, right = -1, in[2] = {-1, -1};
    MPI_Cart_shift(comm, 0, 1, &left, &right);
    MPI_Neighbor_allgather(&mine, 1, MPI_INT, in, 1, MPI_INT, comm);
    CHECK(left == MPI_PROC_NULL || in[0] == left + 1 + round, "from the left: %d", in[0]);
    CHECK(right == MPI_PROC_NULL || in[1] == right + 1 + round, "from the right: %d", in[1]);
  }
  if (kind == 6) {
    int counts[64], places[64];
    for (int i = 0; i < size; ++i) counts[i] = 1, places[i] = i;
    MPI_Allgatherv(&mine, 1, MPI_INT, all, counts, places, MPI_INT, comm);
    for (int i = 0; i < size; ++i) CHECK(all[i] == i + 1 + round, "MPI_Allgatherv: %d", all[i]);
  }
}

/* Even ranks post before the blocking call, odd ones after it. */
static long cross(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return 0;
  const int rank = rank_in(comm), size = size_of(comm);
  for (int round = 0; round < 3 * kBlocking; ++round) {
    const int before = rank % 2 == 0;
    int mine = 1000 * (round + 1) + rank, sum = -1, sent = rank == 0 ? 77 + round : -1;
    MPI_Request requests[3];
    if (!before) blocking_call(comm, round % kBlocking, round);
    MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, comm, &requests[0]);
    MPI_Ibcast(&sent, 1, MPI_INT, 0, comm, &requests[1]);
    MPI_Ibarrier(comm, &requests[2]);
    if (before) blocking_call(comm, round % kBlocking, round);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    CHECK(sum == 1000 * (round + 1) * size + size * (size - 1) / 2, "MPI_Iallreduce: %d", sum);
    CHECK(sent == 77 + round, "MPI_Ibcast: %d", sent);
  }
  return 3 * kBlocking;
}

static long cross_in_task(MPI_Comm comm) {
  long done = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(done)
  done = cross(comm);
  return done;
}

static long orders(void) {
  MPI_Comm half, twin, twin_of_half, grid, line, graph, edges, chosen;
  const int periods = 0, keep = 1;
  int from[2], to[2], count = 0, ends[64], neighbours[128], edge_count = 0;
  long done = 0;
  for (int i = -1; i <= 1; i += 2)
    if (my_rank + i >= 0 && my_rank + i < rank_count)
      from[count] = to[count] = my_rank + i, ++count;
  for (int r = 0; r < rank_count; ++r) {
    if (r > 0) neighbours[edge_count++] = r - 1;
    if (r + 1 < rank_count) neighbours[edge_count++] = r + 1;
    ends[r] = edge_count;
  }
  MPI_Comm_split(MPI_COMM_WORLD, 0, -my_rank, &half);
  MPI_Comm_dup(MPI_COMM_WORLD, &twin);
  MPI_Comm_dup(half, &twin_of_half);
  MPI_Cart_create(half, 1, &rank_count, &periods, 0, &grid);
  MPI_Cart_sub(grid, &keep, &line);
  MPI_Graph_create(twin, rank_count, ends, neighbours, 0, &graph);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, count, from, MPI_UNWEIGHTED, count, to,
                                 MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &edges);
  MPI_Group all, some;
  MPI_Comm_group(twin, &all);
  const int first = 0;
  MPI_Group_excl(all, rank_count > 2, &first, &some);
  if (rank_count == 2 || my_rank != 0) {
    MPI_Comm_create_group(twin, some, 5, &chosen);
  } else {
    chosen = MPI_COMM_NULL;
  }
  MPI_Group_free(&all);
  MPI_Group_free(&some);
  MPI_Comm* const comms[] = {&half, &twin, &twin_of_half, &grid, &line, &graph, &edges, &chosen};
  done += cross(MPI_COMM_WORLD) + cross_in_task(MPI_COMM_WORLD);
  for (size_t i = 0; i < sizeof comms / sizeof *comms; ++i) {
    done += cross(*comms[i]) + cross_in_task(*comms[i]);
    if (*comms[i] == MPI_COMM_NULL) continue;
    if (i % 2)
      MPI_Comm_free(comms[i]);
    else
      MPI_Comm_disconnect(comms[i]);
  }
  return done;
}

/* ---- What the program must not see -------------------------------------------------------------
 */

static int copies, deletes;

static int count_copy(MPI_Comm comm, int key, void* extra, void* value, void* copy, int* flag) {
  (void)comm, (void)key, (void)extra;
  ++copies;
  *(void**)copy = value;
  *flag = 1;
  return MPI_SUCCESS;
}

static int count_delete(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)value, (void)extra;
  ++deletes;
  return MPI_SUCCESS;
}

static long attributes(void) {
  enum { kDuplicates = 5 };
  int key, found;
  void* value;
  MPI_Comm comms[kDuplicates + 1], made;
  MPI_Comm_create_keyval(count_copy, count_delete, &key, NULL);
  MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &comms[0]);
  MPI_Comm_set_attr(comms[0], key, &key);
  for (int i = 0; i < kDuplicates; ++i) {
    MPI_Comm_dup(comms[i], &comms[i + 1]);
    CHECK(copies == i + 1, "%d copies of an attribute by %d duplicates", copies, i + 1);
    MPI_Comm_get_attr(comms[i + 1], key, &value, &found);
    CHECK(found && value == &key, "the attribute isn't copied");
  }
  MPI_Comm_split(comms[0], my_rank % 2, 0, &made);
  MPI_Comm_get_attr(made, key, &value, &found);
  CHECK(!found && copies == kDuplicates, "MPI_Comm_split copies an attribute");
  MPI_Comm_free(&made);
  CHECK(deletes == 0, "%d attributes deleted, none was", deletes);
  for (int i = 0; i <= kDuplicates; ++i) {
    MPI_Comm_free(&comms[i]);
    CHECK(deletes == i + 1, "%d attributes deleted with %d communicators", deletes, i + 1);
  }
  MPI_Comm_free_keyval(&key);
  return copies;
}

/* More at a time than have private ones; then the first are freed and others made. */
static long many(void) {
  enum { kMany = 400 };
  static MPI_Comm comms[kMany];
  for (int turn = 0; turn < 2; ++turn) {
    for (int i = 0; i < kMany; ++i) {
      if (i % 2)
        MPI_Comm_dup(comms[i - 1], &comms[i]);
      else
        MPI_Comm_split(i ? comms[i / 2] : MPI_COMM_WORLD, 0, my_rank, &comms[i]);
    }
    for (int i = 0; i < kMany; ++i)
      for (int kind = 0; kind < kBlocking; ++kind) blocking_call(comms[i], kind, i);
    for (int i = 0; i < kMany; ++i) MPI_Comm_free(&comms[i]);
  }
  return 2 * kMany;
}

/* As many as this MPI has, but for those that are ours; it says no, and nothing else happens. */
static long exhausted(void) {
  enum { kMost = 2500, kOurs = 130, kLeast = 2000, kAgain = 51 };
  static MPI_Comm comms[kMost];
  int made = 0, failed = 0;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (; made < kMost; ++made) {
    failed = (made % 2 ? MPI_Comm_dup(MPI_COMM_WORLD, &comms[made])
                       : MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &comms[made])) != MPI_SUCCESS;
    if (failed) break;
    if (made % 256 == 0)
      for (int kind = 0; kind < kBlocking; ++kind) blocking_call(comms[made], kind, made);
  }
  CHECK(made >= kLeast - kOurs, "only %d communicators", made);
  /* The oldest go, which had private ones. Of so many again the last finds one left, for itself. */
  for (int by_dup = 0; by_dup < 2; ++by_dup) {
    MPI_Comm self;
    for (int i = 0; i < kAgain; ++i) MPI_Comm_free(&comms[i]);
    CHECK(MPI_Comm_dup(MPI_COMM_SELF, &self) == MPI_SUCCESS, "none of one rank");
    for (int i = 0; i < kAgain; ++i) {
      const int code = by_dup ? MPI_Comm_dup(MPI_COMM_WORLD, &comms[i])
                              : MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &comms[i]);
      CHECK(code == MPI_SUCCESS, "number %d of %d isn't made", i, kAgain);
    }
    for (int i = 0; i < kAgain; i += 10)
      for (int kind = 0; kind < kBlocking; ++kind) blocking_call(comms[i], kind, i);
    MPI_Comm_free(&self);
  }
  for (int i = 0; i < made; ++i) MPI_Comm_free(&comms[i]);
  return made;
}

static int seen;
static MPI_Comm seen_on;

static void note_error(MPI_Comm* comm, int* code, ...) {
  (void)code;
  ++seen;
  seen_on = *comm;
}

/* A wrong call is told to the handler of the program's communicator, which is named to it. */
static long errors(void) {
  MPI_Comm comm;
  MPI_Errhandler handler;
  int value = 0, out[64];
  const int swallowed = handlers_swallow_codes();
  MPI_Comm_split(MPI_COMM_WORLD, 0, my_rank, &comm);
  MPI_Comm_create_errhandler(note_error, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  for (int i = 0; i < 3; ++i) {
    seen = 0;
    int code = MPI_Gather(&value, 1, MPI_INT, out, 1, MPI_INT, rank_count + 3, comm);
    CHECK(seen == 1 && seen_on == comm, "MPI_Gather: the handler was called %d times", seen);
    CHECK(code != MPI_SUCCESS || swallowed, "MPI_Gather returned no error");
    code = MPI_Allreduce(&value, out, -1, MPI_INT, MPI_SUM, comm);
    CHECK(seen == 2 && seen_on == comm, "MPI_Allreduce: the handler was called %d times", seen - 1);
    CHECK(code != MPI_SUCCESS || swallowed, "MPI_Allreduce returned no error");
    for (int kind = 0; kind < kBlocking; ++kind) blocking_call(comm, kind, i);
  }
  CHECK(seen == 2, "errors of right calls");
  MPI_Errhandler_free(&handler);
  MPI_Comm_free(&comm);
  return 6;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "orders";
  start_mpi(MPI_THREAD_MULTIPLE);
  long done = 0;
  if (!strcmp(mode, "orders")) done = orders();
  if (!strcmp(mode, "attributes")) done = attributes();
  if (!strcmp(mode, "many")) done = many();
  if (!strcmp(mode, "exhausted")) done = exhausted();
  if (!strcmp(mode, "errors")) done = errors();
  CHECK(done > 0, "no such mode: %s", mode);
  finish_mpi("other_sequence", done);
  return 0;
}
