/* MPI_COMM_WORLD has ended, and a task-aware session begins (MPI-4.0, 11.3). What the layer looks
 * up with messages of its own goes by no communicator that has ended.
 *
 * usage: session_after_world, on 2 ranks */
#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

int main(void) {
  int provided, sum = 0, first = -1;
  MPI_Info info;
  MPI_Session session;
  MPI_Group group;
  MPI_Comm comm;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Finalize();
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "thread_level", "MPI_TASK_MULTIPLE"));
  OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
  OK(MPI_Info_free(&info));
  OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
  OK(MPI_Comm_create_from_group(group, "session_after_world", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                &comm));
  OK(MPI_Group_free(&group));
  OK(MPI_Comm_rank(comm, &my_rank));
  OK(MPI_Comm_size(comm, &rank_count));
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(first)
    OK(MPI_Recv(&first, 1, MPI_INT, rank_count - 1 - my_rank, 0, comm, MPI_STATUS_IGNORE));
#pragma omp task
    OK(MPI_Ssend(&my_rank, 1, MPI_INT, rank_count - 1 - my_rank, 0, comm));
#pragma omp task shared(sum)
    OK(MPI_Allreduce(&my_rank, &sum, 1, MPI_INT, MPI_SUM, comm));
  }
  CHECK(first == rank_count - 1 - my_rank, "received %d", first);
  CHECK(sum == rank_count * (rank_count - 1) / 2, "sum %d", sum);
  OK(MPI_Comm_free(&comm));
  OK(MPI_Session_finalize(&session));
  return 0;
}
