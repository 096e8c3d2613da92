/* Task-aware sessions one after the other, MPI ending with each: what the layer has learnt of one
 * MPI says nothing of the next. MPI-4.
 *
 * usage: session_again, on 2 ranks */
#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

static MPI_Session begin(void) {
  MPI_Info info;
  MPI_Session session;
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "thread_level", "MPI_TASK_MULTIPLE"));
  OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
  OK(MPI_Info_free(&info));
  return session;
}

static MPI_Comm comm_of(MPI_Session session) {
  MPI_Group group;
  MPI_Comm comm;
  OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
  OK(MPI_Comm_create_from_group(group, "session_again", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
  OK(MPI_Group_free(&group));
  OK(MPI_Comm_rank(comm, &my_rank));
  OK(MPI_Comm_size(comm, &rank_count));
  return comm;
}

/* A ring that may be followed the other way; in tasks, of which the last one waits first. */
static void use(MPI_Comm comm, int turn) {
  MPI_Comm ring, copy;
  const int periods = turn % 2;
  OK(MPI_Cart_create(comm, 1, &rank_count, &periods, 0, &ring));
  OK(MPI_Comm_dup(ring, &copy));
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; ++i) {
#pragma omp task firstprivate(i) depend(inout : my_rank)
    {
      MPI_Comm on = i % 2 ? ring : copy;
      int mine = 10 * i + my_rank, left, right, in[2] = {-1, -1}, sum = -1;
      OK(MPI_Cart_shift(on, 0, 1, &left, &right));
      OK(MPI_Neighbor_allgather(&mine, 1, MPI_INT, in, 1, MPI_INT, on));
      CHECK(left == MPI_PROC_NULL || in[0] == 10 * i + left, "from the left: %d", in[0]);
      CHECK(right == MPI_PROC_NULL || in[1] == 10 * i + right, "from the right: %d", in[1]);
      OK(MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, on));
      CHECK(sum == 10 * i * rank_count + rank_count * (rank_count - 1) / 2, "sum %d", sum);
    }
  }
  OK(MPI_Comm_free(&copy));
  OK(MPI_Comm_free(&ring));
}

int main(void) {
  enum { kTurns = 4 };
  for (int turn = 0; turn < kTurns; ++turn) {
    MPI_Session session = begin();
    MPI_Comm comm = comm_of(session);
    use(comm, turn);
    OK(MPI_Comm_free(&comm));
    OK(MPI_Session_finalize(&session));
  }
  printf("session_again: rank %d: %d OK\n", my_rank, kTurns);
  return 0;
}
