/* A program that names another OpenMP runtime before the layer where it is linked: that one is
 * loaded before libtidemill, and tasks there can't be suspended. So it isn't told that they can,
 * however it asks, and what MPI provides is right: a task may call MPI. Runs on one rank or more;
 * one thread is enough.
 *
 * usage: other_openmp [tampi | session]   who asks for task-awareness; else MPI_Init_thread */
#include "TAMPI.h"

#include "check.h"

/* Alone: not every MPI can begin the world after a session. */
static int ask_by_session(void) {
#if MPI_VERSION >= 4
  MPI_Session session;
  MPI_Info info, used;
  char level[64] = "";
  int found = 0;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "MPI_TASK_MULTIPLE");
  MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, &session);
  MPI_Info_free(&info);
  MPI_Session_get_info(session, &used);
  MPI_Info_get(used, "thread_level", sizeof level - 1, level, &found);
  MPI_Info_free(&used);
  MPI_Session_finalize(&session);
  if (strcmp(level, "MPI_THREAD_MULTIPLE") == 0) return 0;
  fprintf(stderr, "the session says '%s'\n", level);
#endif
  return 1;
}

int main(int argc, char** argv) {
  const char* const who = argc > 1 ? argv[1] : "init";
  const int required = strcmp(who, "init") == 0 ? MPI_TASK_MULTIPLE : MPI_THREAD_MULTIPLE;
  int provided = -1, told = -1, sum = 0;
  if (strcmp(who, "session") == 0) return ask_by_session();
  MPI_Init_thread(NULL, NULL, required, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Comm_size(MPI_COMM_WORLD, &rank_count);
  CHECK(provided == MPI_THREAD_MULTIPLE, "provided %d", provided);
  if (strcmp(who, "tampi") == 0) TAMPI_Init(MPI_TASK_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE, "TAMPI_Init provided %d", provided);
  MPI_Query_thread(&told);
  CHECK(told == provided, "MPI_Query_thread says %d", told);
#pragma omp parallel
#pragma omp single
#pragma omp task shared(sum)
  MPI_Allreduce(&rank_count, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  CHECK(sum == rank_count * rank_count, "sum %d", sum);
  finish_mpi("other_openmp", 1);
  return 0;
}
