/* What MPI_Init_thread provides and MPI_Query_thread answers.
 *
 * usage: levels REQUIRED EXPECTED: single, funneled, serialized, multiple or task; "init" as
 * REQUIRED calls MPI_Init. EXPECTED is the least that must be provided, and for "multiple" and
 * "task" exactly that. */
#include "check.h"

static int level(const char* name) {
  static const char* const names[] = {"single", "funneled", "serialized", "multiple", "task"};
  static const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED,
                               MPI_THREAD_MULTIPLE, MPI_THREAD_MULTIPLE + 1};
  for (int i = 0; i < 5; ++i) {
    if (strcmp(name, names[i]) == 0) return levels[i];
  }
  fprintf(stderr, "levels: unknown level '%s'\n", name);
  exit(2);
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: levels REQUIRED EXPECTED\n");
    return 2;
  }
  const int expected = level(argv[2]);
  int provided = -1, told = -1;
  const int plain_init = strcmp(argv[1], "init") == 0;
  if (plain_init) {
    CHECK(MPI_Init(&argc, &argv) == MPI_SUCCESS, "MPI_Init");
  } else {
    CHECK(MPI_Init_thread(&argc, &argv, level(argv[1]), &provided) == MPI_SUCCESS, "Init_thread");
  }
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  CHECK(MPI_Query_thread(&told) == MPI_SUCCESS, "MPI_Query_thread");
  if (plain_init) provided = told;
  CHECK(told == provided, "MPI_Query_thread says %d, MPI_Init_thread said %d", told, provided);
  CHECK(provided >= expected, "provided %d, expected %d", provided, expected);
  CHECK(provided == expected || expected < MPI_THREAD_MULTIPLE, "provided %d, expected %d",
        provided, expected);
  /* Whatever the level, messages pass. */
  const int to = (my_rank + 1) % rank_count, from = (my_rank + rank_count - 1) % rank_count;
  int out = my_rank, in = -1;
  MPI_Status status;
  MPI_Sendrecv(&out, 1, MPI_INT, to, 3, &in, 1, MPI_INT, from, 3, MPI_COMM_WORLD, &status);
  CHECK(in == from, "received %d from %d", in, from);
  check_status(&status, from, 3, MPI_INT, 1);
  finish_mpi("levels", 1);
  return 0;
}
