/* A session whose info asks for MPI_TASK_MULTIPLE: blocked tasks give their threads away. MPI-4. */
#include <TAMPI.h>

#include "check.h"

#if MPI_VERSION >= 4
int main(void) {
  enum { kTasks = 40 };
  MPI_Info info;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  int done = 0;
  MPI_Info_create(&info);
  MPI_Info_set(info, "thread_level", "MPI_TASK_MULTIPLE");
  CHECK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session) == MPI_SUCCESS, "MPI_Session_init");
  MPI_Info_free(&info);
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
  MPI_Comm_free(&comm);
  MPI_Group_free(&group);
  CHECK(MPI_Session_finalize(&session) == MPI_SUCCESS, "MPI_Session_finalize");
  printf("session: rank %d: %d OK\n", my_rank, done);
  return 0;
}
#else
int main(void) {
  printf("session: this MPI has none\n");
  return 1;
}
#endif
