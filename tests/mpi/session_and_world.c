/* A session and MPI_COMM_WORLD, both task-aware or one of them, begun and ended in any order: the
 * process is task-aware as long as one of them is that asked for it. MPI-4.
 *
 * usage: session_and_world first|last|last_plain|bound|waited_for, on 2 ranks */
#include <TAMPI.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

static MPI_Session begin(const char* level) {
  MPI_Info info;
  MPI_Session session;
  OK(MPI_Info_create(&info));
  OK(MPI_Info_set(info, "thread_level", level));
  OK(MPI_Session_init(info, MPI_ERRORS_RETURN, &session));
  OK(MPI_Info_free(&info));
  return session;
}

static MPI_Comm comm_of(MPI_Session session) {
  MPI_Group group;
  MPI_Comm comm;
  OK(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
  OK(MPI_Comm_create_from_group(group, "session_and_world", MPI_INFO_NULL, MPI_ERRORS_RETURN,
                                &comm));
  OK(MPI_Group_free(&group));
  return comm;
}

static void begin_world(int required) {
  int provided = -1;
  OK(MPI_Init_thread(NULL, NULL, required, &provided));
  CHECK(provided == required, "asked for level %d, got %d", required, provided);
}

static void expect(int aware) {
  int mode = -1;
  OK(TAMPI_Blocking_enabled(&mode));
  CHECK(mode == aware, "task-aware: %d, not %d", mode, aware);
}

static void expect_level(int level) {
  int told = -1;
  OK(MPI_Query_thread(&told));
  CHECK(told == level, "MPI_Query_thread says %d, not %d", told, level);
}

/* Hangs where tasks don't pause; collective operations by messages, where they are. */
static void exchange(MPI_Comm comm) {
  enum { kTasks = 20 };
  int sum = 0;
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kTasks; ++k) {
    const int i = my_rank ? kTasks - 1 - k : k;
#pragma omp task
    {
      int value = i;
      if (my_rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, i, comm);
      else
        MPI_Recv(&value, 1, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE);
      CHECK(value == i, "received %d, expected %d", value, i);
    }
  }
  for (int i = 0; i < 8; ++i) {
    OK(MPI_Allreduce(&i, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == 2 * i, "sum %d of twice %d", sum, i);
  }
}

static void world_outlives_session(void) {
  MPI_Session session = begin("MPI_TASK_MULTIPLE");
  MPI_Comm comm = comm_of(session);
  MPI_Comm_rank(comm, &my_rank);
  exchange(comm);
  begin_world(MPI_TASK_MULTIPLE);
  exchange(MPI_COMM_WORLD);
  exchange(comm);
  OK(MPI_Comm_free(&comm));
  OK(MPI_Session_finalize(&session));
  expect(1);
  expect_level(MPI_TASK_MULTIPLE);
  exchange(MPI_COMM_WORLD);
  MPI_Finalize();
}

static void session_outlives_world(int world_level) {
  begin_world(world_level);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  if (world_level == MPI_TASK_MULTIPLE) exchange(MPI_COMM_WORLD);
  MPI_Session session = begin("MPI_TASK_MULTIPLE");
  MPI_Comm comm = comm_of(session);
  expect_level(world_level);
  exchange(comm);
  MPI_Finalize();
  expect(1);
  exchange(comm);
  OK(MPI_Comm_free(&comm));
  OK(MPI_Session_finalize(&session));
  expect(0);
}

/* What is bound to the world's tasks stays in flight when a session ends, also for longer than
 * MPI_Finalize would wait for it. */
static void bound_outlives_session(void) {
  begin_world(MPI_THREAD_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Session session = begin("MPI_TASK_MULTIPLE");
  int received = 0, sent = 5, posted = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : received) shared(posted)
    {
      TAMPI_Irecv(&received, 1, MPI_INT, 1 - my_rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      posted = 1;
    }
#pragma omp task depend(in : received)
    CHECK(received == 5, "received %d", received);
    while (!posted) { /* one thread: no other one writes it */
#pragma omp taskyield
    }
    OK(MPI_Session_finalize(&session));
    expect(0);
    sleep(3);
    MPI_Send(&sent, 1, MPI_INT, 1 - my_rank, 1, MPI_COMM_WORLD);
  }
  CHECK(received == 5, "received %d", received);
  MPI_Finalize();
}

/* Rank 0 ends the world while a task of its session hasn't sent yet; rank 1 waits for that before
 * it ends the world, too. On 2 threads. */
static void session_is_waited_for(void) {
  begin_world(MPI_TASK_MULTIPLE);
  MPI_Comm_rank(MPI_COMM_WORLD, &my_rank);
  MPI_Session session = begin("MPI_TASK_MULTIPLE");
  MPI_Comm comm = comm_of(session);
  exchange(comm);
  int value = 5;
#pragma omp parallel shared(value)
#pragma omp master
  {
    if (my_rank == 0) {
#pragma omp task shared(value)
      {
        usleep(300000);
        OK(MPI_Ssend(&value, 1, MPI_INT, 1, 50, comm));
      }
    } else {
      OK(MPI_Recv(&value, 1, MPI_INT, 0, 50, comm, MPI_STATUS_IGNORE));
    }
    MPI_Finalize();
  }
  exchange(comm);
  OK(MPI_Comm_free(&comm));
  OK(MPI_Session_finalize(&session));
}

int main(int argc, char** argv) {
  const char* mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "first") == 0) world_outlives_session();
  if (strcmp(mode, "last") == 0) session_outlives_world(MPI_TASK_MULTIPLE);
  if (strcmp(mode, "last_plain") == 0) session_outlives_world(MPI_THREAD_MULTIPLE);
  if (strcmp(mode, "bound") == 0) bound_outlives_session();
  if (strcmp(mode, "waited_for") == 0) session_is_waited_for();
  printf("session_and_world %s: rank %d: OK\n", mode, my_rank);
  return 0;
}
