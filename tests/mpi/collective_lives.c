/* Collective operations and what happens to communicators meanwhile: freed with operations in
 * flight, their handles used again; attributes, whose callbacks free communicators and make
 * collective calls themselves; error codes returned; intercommunicators.
 *
 * usage: collective_lives [freed | few | callbacks | codes | inter], on 2 ranks or more. Knows
 * MPI_THREAD_MULTIPLE only. */
#include <unistd.h>

#include "check.h"

static int sum_of_ranks(int ranks) { return ranks * (ranks + 1) / 2; }

/* A round of several kinds on `comm`. */
static void use(MPI_Comm comm, int rounds) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < rounds; ++i) {
    int in = (rank + 1) * (i + 1), out = -1, row[16];
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
    CHECK(out == sum_of_ranks(size) * (i + 1), "round %d: the sum is %d", i, out);
    MPI_Bcast(&out, 1, MPI_INT, i % size, comm);
    CHECK(out == sum_of_ranks(size) * (i + 1), "round %d: the root sent %d", i, out);
    MPI_Allgather(&in, 1, MPI_INT, row, 1, MPI_INT, comm);
    for (int r = 0; r < size; ++r) CHECK(row[r] == (r + 1) * (i + 1), "round %d: %d", i, row[r]);
  }
}

/* ---- Freed while tasks are in operations of theirs ---------------------------------------------
 */

enum { kInFlight = 3 };

static void reduce(MPI_Comm comm, int i) {
  const int in = (my_rank + 1) * (i + 1);
  int out = -1;
  MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
  CHECK(out == sum_of_ranks(rank_count) * (i + 1), "operation %d of a freed one: %d", i, out);
}

static void free_and_make_another(MPI_Comm* comm, MPI_Comm rest) {
  MPI_Comm next;
  MPI_Comm_free(comm);
  for (int i = 0; my_rank != 0 && i < 2; ++i) { /* may get its tags: rank 0 isn't there yet */
    MPI_Comm_dup(rest, &next);
    use(next, 3);
    MPI_Comm_free(&next);
  }
  MPI_Comm_dup(MPI_COMM_WORLD, &next); /* may get the handle */
  use(next, 3);
  MPI_Comm_free(&next);
}

/* Rank 0 comes late to all of it, so the others' operations are under way when the communicator is
 * freed: in each state of its agreement, which the fourth call begins. */
static long freed(void) {
  enum { kRounds = 48 };
  MPI_Comm rest;
  MPI_Comm_split(MPI_COMM_WORLD, my_rank == 0, my_rank, &rest);
  for (int round = 0; round < kRounds; ++round) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 3 + round % 6; ++i) MPI_Barrier(comm);
    volatile int turn = 0;
    if (my_rank == 0) {
      usleep(3000);
      for (int i = 0; i < kInFlight; ++i) reduce(comm, i);
      free_and_make_another(&comm, rest);
      continue;
    }
#pragma omp parallel num_threads(1)
#pragma omp single
    for (int i = 0; i <= kInFlight; ++i) {
#pragma omp task firstprivate(i) shared(turn, comm)
      {
        while (turn != i) {
#pragma omp taskyield
        }
        turn = i + 1;
        if (i < kInFlight)
          reduce(comm, i);
        else
          free_and_make_another(&comm, rest);
      }
    }
  }
  MPI_Comm_free(&rest);
  return kRounds;
}

/* ---- Freed after a few calls -------------------------------------------------------------------
 */

enum { kAtOnce = 4 };

static void reduce_on(MPI_Comm comm, int which, int i) {
  const int in = (my_rank + 1) * (1000 * which + i);
  int out = -1;
  MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, comm);
  CHECK(out == sum_of_ranks(rank_count) * (1000 * which + i), "communicator %d, round %d: %d",
        which, i, out);
}

/* Operations of several communicators at a time, begun in an order of each rank's own. */
static void use_at_once(MPI_Comm comms[kAtOnce], int round) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kAtOnce; ++i) {
    const int which = (i + my_rank + round) % kAtOnce;
#pragma omp task firstprivate(which)
    for (int k = 0; k < 8; ++k) reduce_on(comms[which], which, k);
  }
}

/* Some are freed before their fourth call, with which the ranks agree on tags: they have none to
 * give back. */
static long few(void) {
  enum { kRounds = 12 };
  for (int round = 0; round < kRounds; ++round) {
    MPI_Comm comms[kAtOnce];
    for (int i = 0; i < kAtOnce; ++i) {
      MPI_Comm brief;
      MPI_Comm_dup(MPI_COMM_WORLD, &brief);
      for (int k = 0; k <= (round + i) % 3; ++k) MPI_Barrier(brief);
      MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
      for (int k = 0; k < 6; ++k) MPI_Barrier(comms[i]);
      MPI_Comm_free(&brief);
    }
    use_at_once(comms, round);
    for (int i = 0; i < kAtOnce; ++i) MPI_Comm_free(&comms[i]);
  }
  return (long)kRounds * kAtOnce * 8;
}

/* ---- Attributes --------------------------------------------------------------------------------
 */

static int copies, deletions;
static MPI_Comm other;

static int copied(MPI_Comm comm, int key, void* extra, void* in, void* out, int* keep) {
  (void)comm, (void)key, (void)extra;
  ++copies;
  *(void**)out = in;
  *keep = 1;
  return MPI_SUCCESS;
}

/* As libraries do it: what they had for the program's communicator goes with it. */
static int deleted(MPI_Comm comm, int key, void* inner, void* extra) {
  (void)comm, (void)key, (void)extra;
  ++deletions;
  use(other, 1);
  if (inner) {
    MPI_Comm_free((MPI_Comm*)inner);
    free(inner);
  }
  return MPI_SUCCESS;
}

static void check_callbacks(int round) {
  int key;
  MPI_Comm comm, copy, *inner = malloc(sizeof *inner);
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_dup(comm, inner);
  MPI_Comm_create_keyval(copied, deleted, &key, NULL);
  copies = deletions = 0;
  MPI_Comm_set_attr(comm, key, NULL);
  use(comm, round % 4);
  use(other, round % 3);
  use(*inner, round % 5);
  MPI_Comm_dup(comm, &copy);
  CHECK(copies == 1, "copied %d times", copies);
  MPI_Comm_set_attr(comm, key, inner); /* takes the first one's place */
  CHECK(deletions == 1, "deleted %d times", deletions);
  use(copy, 2);
  MPI_Comm_free(&copy);
  CHECK(deletions == 2, "deleted %d times", deletions);
  MPI_Comm_free(&comm);
  CHECK(copies == 1 && deletions == 3, "copied %d times, deleted %d times", copies, deletions);
  MPI_Comm_free_keyval(&key);
  use(other, 1);
  MPI_Comm_free(&other);
}

static long callbacks(void) {
  enum { kRounds = 24 };
  for (int round = 0; round < kRounds; ++round) {
#pragma omp parallel
#pragma omp single
#pragma omp task if (round % 2)
    check_callbacks(round);
  }
  return kRounds;
}

/* ---- Codes -------------------------------------------------------------------------------------
 */

static void expect(int code, int expected, const char* what) {
  int class = -1;
  MPI_Error_class(code, &class);
  CHECK(class == expected, "%s: class %d, not %d", what, class, expected);
}

/* Calls that can't be right, the same on all ranks, between calls that are. */
static void check_codes(MPI_Comm comm) {
  int in = 1, out = 0, row[16];
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  for (int round = 0; round < 6; ++round) {
    use(comm, 1);
    expect(MPI_Bcast(&in, 1, MPI_INT, -1, comm), MPI_ERR_ROOT, "MPI_Bcast");
    expect(MPI_Reduce(&in, &out, 1, MPI_INT, MPI_SUM, rank_count, comm), MPI_ERR_ROOT,
           "MPI_Reduce");
    expect(MPI_Reduce(&in, &out, 1, MPI_FLOAT, MPI_BAND, 0, comm), MPI_ERR_OP, "MPI_Reduce");
    expect(MPI_Bcast(&in, -1, MPI_INT, 0, comm), MPI_ERR_COUNT, "MPI_Bcast");
    expect(MPI_Allgather(&in, 1, MPI_DATATYPE_NULL, row, 1, MPI_INT, comm), MPI_ERR_TYPE,
           "MPI_Allgather");
    expect(MPI_Alltoall(&in, -1, MPI_INT, row, 1, MPI_INT, comm), MPI_ERR_COUNT, "MPI_Alltoall");
    expect(MPI_Barrier(MPI_COMM_NULL), MPI_ERR_COMM, "MPI_Barrier");
  }
}

static long codes(void) {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN); /* of MPI_COMM_NULL's calls */
  MPI_Comm inside, outside;
  MPI_Comm_dup(MPI_COMM_WORLD, &inside);
  MPI_Comm_dup(MPI_COMM_WORLD, &outside);
#pragma omp parallel
#pragma omp single
#pragma omp task shared(inside)
  check_codes(inside);
  check_codes(outside);
  MPI_Comm_free(&inside);
  MPI_Comm_free(&outside);
  return 2 * 6 * 7;
}

/* ---- Intercommunicators ------------------------------------------------------------------------
 */

static void check_inter(void) {
  const int group = my_rank % 2;
  const int sizes[2] = {(rank_count + 1) / 2, rank_count / 2};
  MPI_Comm half, inter, merged;
  MPI_Comm_split(MPI_COMM_WORLD, group, my_rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - group, 7, &inter);
  for (int round = 0; round < 8; ++round) {
    const int in = 100 * group + round;
    int out = -1, row[16];
    MPI_Barrier(inter);
    MPI_Allreduce(&in, &out, 1, MPI_INT, MPI_SUM, inter);
    CHECK(out == sizes[1 - group] * (100 * (1 - group) + round), "the others' sum is %d", out);
    MPI_Allgather(&in, 1, MPI_INT, row, 1, MPI_INT, inter);
    for (int r = 0; r < sizes[1 - group]; ++r)
      CHECK(row[r] == 100 * (1 - group) + round, "the others' rank %d sent %d", r, row[r]);
    out = round;
    if (group == 0)
      MPI_Bcast(&out, 1, MPI_INT, my_rank == 0 ? MPI_ROOT : MPI_PROC_NULL, inter);
    else
      MPI_Bcast(&out, 1, MPI_INT, 0, inter);
    CHECK(out == round, "the root sent %d", out);
    use(half, 1);
  }
  MPI_Intercomm_merge(inter, group, &merged);
  use(merged, 6);
  MPI_Comm_free(&merged);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&half);
}

static long inter(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task
  check_inter();
  check_inter();
  return 16;
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "freed";
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count >= 2 && rank_count <= 16, "runs on 2 to 16 ranks, not %d", rank_count);
  long checked;
  if (!strcmp(mode, "few"))
    checked = few();
  else if (!strcmp(mode, "callbacks"))
    checked = callbacks();
  else if (!strcmp(mode, "codes"))
    checked = codes();
  else if (!strcmp(mode, "inter"))
    checked = inter();
  else
    checked = freed();
  finish_mpi("collective_lives", checked);
  return 0;
}
