/* A session whose info asks for MPI_TASK_MULTIPLE: blocked tasks give their threads away. MPI-4. */
#include <TAMPI.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

static int handled;
static void handle_session(MPI_Session* session, int* code, ...) {
  int class = -1;
  (void)session;
  MPI_Error_class(*code, &class);
  CHECK(class == MPI_ERR_OTHER, "class %d", class);
  ++handled;
}

/* What a session says of itself, in a task. */
static void check_queries(MPI_Session session) {
  int sets = 0, length = 0;
  char name[256];
  MPI_Info info;
  MPI_Errhandler handler, got;
  CHECK_HANDLE(Session, session);
  OK(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &sets));
  CHECK(sets > 0, "%d process sets", sets);
  OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, NULL));
  CHECK(length > 0 && length <= (int)sizeof name, "%d characters", length);
  OK(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name));
  OK(MPI_Session_get_pset_info(session, name, &info));
  OK(MPI_Info_free(&info));
  OK(MPI_Session_get_info(session, &info));
  OK(MPI_Info_free(&info));
  OK(MPI_Session_create_errhandler(handle_session, &handler));
  OK(MPI_Session_set_errhandler(session, handler));
  OK(MPI_Session_get_errhandler(session, &got));
  CHECK(got == handler, "another handler");
  MPI_Session_call_errhandler(session, MPI_ERR_OTHER);
  CHECK(handled == 1, "the handler ran %d times", handled);
  OK(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN));
  OK(MPI_Errhandler_free(&got));
  OK(MPI_Errhandler_free(&handler));
#if MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1
  static char room[1000];
  char* detached = NULL;
  int bytes = 0;
  MPI_Count large = 0;
  MPI_Request request;
  OK(MPI_Session_attach_buffer(session, room, sizeof room));
  OK(MPI_Session_flush_buffer(session));
  OK(MPI_Session_iflush_buffer(session, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  OK(MPI_Session_detach_buffer(session, &detached, &bytes));
  CHECK(detached == room && bytes == (int)sizeof room, "%d bytes", bytes);
  OK(MPI_Session_attach_buffer_c(session, room, sizeof room));
  OK(MPI_Session_detach_buffer_c(session, &detached, &large));
  CHECK(detached == room && large == sizeof room, "%lld bytes", (long long)large);
#endif
}

/* Each of the two ranks is a side. */
static void check_intercommunicator(MPI_Group all) {
  const int zero = 0;
  MPI_Group first, rest;
  MPI_Comm inter;
  int got = -1, size = 0;
  OK(MPI_Group_incl(all, 1, &zero, &first));
  OK(MPI_Group_excl(all, 1, &zero, &rest));
  OK(MPI_Intercomm_create_from_groups(my_rank ? rest : first, 0, my_rank ? first : rest, 0, "inter",
                                      MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter));
  OK(MPI_Comm_remote_size(inter, &size));
  CHECK(size == 1, "%d on the other side", size);
  OK(MPI_Sendrecv(&my_rank, 1, MPI_INT, 0, 1, &got, 1, MPI_INT, 0, 1, inter, MPI_STATUS_IGNORE));
  CHECK(got == 1 - my_rank, "rank %d sent", got);
  OK(MPI_Comm_free(&inter));
  OK(MPI_Group_free(&first));
  OK(MPI_Group_free(&rest));
}

static MPI_Session begin(const char* level) {
  MPI_Info info = MPI_INFO_NULL;
  MPI_Session session;
  if (level) OK(MPI_Info_create(&info));
  if (level) OK(MPI_Info_set(info, "thread_level", level));
  OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
  if (level) OK(MPI_Info_free(&info));
  return session;
}

/* The level a session says it has (where MPI tells), and whether blocking calls pause tasks. */
static void expect_level(MPI_Session session, const char* level, int blocking) {
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int found = 0, mode = -1;
  MPI_Info info;
  OK(MPI_Session_get_info(session, &info));
  OK(MPI_Info_get(info, "thread_level", MPI_MAX_INFO_VAL, value, &found));
  OK(MPI_Info_free(&info));
  if (level && found) CHECK(strcmp(value, level) == 0, "%s, not %s", value, level);
  OK(TAMPI_Blocking_enabled(&mode));
  CHECK(mode == blocking, "blocking mode %d", mode);
}

/* Sessions of several levels, begun and ended in turns: task-aware while one is that asks for it.
 */
static void check_levels(MPI_Session plain) {
  expect_level(plain, "MPI_THREAD_MULTIPLE", 0);
  for (int round = 0; round < 2; ++round) {
    MPI_Session aware = begin("MPI_TASK_MULTIPLE"), second = begin("MPI_TASK_MULTIPLE");
    MPI_Session none = begin(NULL);
    expect_level(aware, "MPI_TASK_MULTIPLE", 1);
    expect_level(plain, "MPI_THREAD_MULTIPLE", 1);
    expect_level(none, NULL, 1);
    OK(MPI_Session_finalize(&aware));
    expect_level(second, "MPI_TASK_MULTIPLE", 1);
    OK(MPI_Session_finalize(&second));
    expect_level(plain, "MPI_THREAD_MULTIPLE", 0);
    OK(MPI_Session_finalize(&none));
  }
}

int main(void) {
  enum { kTasks = 40 };
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  int done = 0;
  MPI_Session plain = begin("MPI_THREAD_MULTIPLE"); /* MPICH 4.0 can't begin again after the last */
  check_levels(plain);
  session = begin("MPI_TASK_MULTIPLE");
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "session", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Comm_rank(comm, &my_rank);
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kTasks; ++k) {
    const int i = my_rank ? kTasks - 1 - k : k; /* opposite orders: hangs without tasks paused */
#pragma omp task shared(done)
    {
      int value = i;
      if (my_rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, i, comm);
      else
        MPI_Recv(&value, 1, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE);
      CHECK(value == i, "received %d, expected %d", value, i);
#pragma omp atomic
      ++done;
    }
  }
  CHECK(done == kTasks, "%d done", done);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    check_queries(session);
#pragma omp task
    check_intercommunicator(group);
  }
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS, "MPI_Session_finalize");
  CHECK(MPI_Session_finalize(&plain) == MPI_SUCCESS, "MPI_Session_finalize");
  printf("session: rank %d: %d OK\n", my_rank, done);
  return 0;
}
