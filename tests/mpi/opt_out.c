/* What TAMPI.h and tidemill/mpi.h offer besides operations: modes and properties, opting out by
 * thread and by communicator, and MPI_Cancel of what a task waits for. On one thread, where it can
 * be told whether another task ran while one waited. Two ranks. */
#include <TAMPI.h>
#include <tidemill/mpi.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

static void expect_property(int property, int expected) {
  int value = -1;
  OK(TAMPI_Property_get(property, &value));
  CHECK(value == expected, "property %d is %d, expected %d", property, value, expected);
}

static unsigned late_us = 100000;

/* Whether a task that waits for a late message lets another one run: 1 if it does. The other one is
 * its child and gives way until the wait begins: on one thread it ends meanwhile or afterwards. */
static int others_run(MPI_Comm comm) {
  int about_to_wait = 0, other_ran = 0, ran_meanwhile = -1;
  if (my_rank == 0) {
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp task shared(about_to_wait, other_ran, ran_meanwhile)
    {
      int value, ready = 1;
      MPI_Request request;
#pragma omp task shared(about_to_wait, other_ran)
      {
        while (!__atomic_load_n(&about_to_wait, __ATOMIC_RELAXED)) {
#pragma omp taskyield
        }
        other_ran = 1;
      }
      CHECK(other_ran == 0, "the only thread ran on in a task that gives way");
      OK(MPI_Isend(&ready, 1, MPI_INT, 1, 3, comm,
                   &request)); /* the message may be late from now */
      __atomic_store_n(&about_to_wait, 1, __ATOMIC_RELAXED);
      OK(MPI_Recv(&value, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE));
      ran_meanwhile = other_ran;
      OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
    }
    OK(MPI_Send(&ran_meanwhile, 1, MPI_INT, 1, 2, comm));
  } else {
    int value = 0;
    OK(MPI_Recv(&value, 1, MPI_INT, 0, 3, comm, MPI_STATUS_IGNORE));
    usleep(late_us);
    OK(MPI_Send(&value, 1, MPI_INT, 0, 1, comm));
    OK(MPI_Recv(&ran_meanwhile, 1, MPI_INT, 0, 2, comm, MPI_STATUS_IGNORE));
  }
  return ran_meanwhile;
}

/* What is opted out is the communicator, not the handle, which the next one may get. */
static void check_handles_used_again(void) {
  late_us = 10000;
  for (int i = 0; i < 20; ++i) {
    MPI_Comm comm, next;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    tidemill_mpi_set_comm_aware(comm, 0);
    if (i % 2)
      OK(MPI_Comm_free(&comm));
    else
      OK(MPI_Comm_disconnect(&comm));
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &next));
    CHECK(others_run(next) == 1, "communicator %d is opted out, as the one before was", i);
    OK(MPI_Comm_free(&next));
  }
}

/* Static: a task that only reads what it shares may get a copy of it. */
static int waits, was_waiting;

int main(void) {
  int value;
  expect_property(TAMPI_PROPERTY_AUTO_INIT, 1);
  expect_property(TAMPI_PROPERTY_BLOCKING_MODE, 0);
  expect_property(TAMPI_PROPERTY_NONBLOCKING_MODE, 0);
  start_mpi(MPI_TASK_MULTIPLE);
  expect_property(TAMPI_PROPERTY_BLOCKING_MODE, 1);
  expect_property(TAMPI_PROPERTY_NONBLOCKING_MODE, 1);
  OK(TAMPI_Blocking_enabled(&value));
  CHECK(value == 1, "blocking mode %d", value);
  CHECK(TAMPI_Property_get(99, &value) == MPI_ERR_ARG, "a property 99");
  CHECK(TAMPI_Property_set(TAMPI_PROPERTY_BLOCKING_MODE, 0) == MPI_ERR_ARG, "a mode was set");

  CHECK(others_run(MPI_COMM_WORLD) == 1, "a blocked task kept its thread");
  expect_property(TAMPI_PROPERTY_THREAD_TASKAWARE, 1);
  OK(TAMPI_Property_set(TAMPI_PROPERTY_THREAD_TASKAWARE, 0));
  expect_property(TAMPI_PROPERTY_THREAD_TASKAWARE, 0);
  CHECK(others_run(MPI_COMM_WORLD) == 0, "a task ran on a thread that is opted out");
  tidemill_mpi_set_thread_aware(1);
  expect_property(TAMPI_PROPERTY_THREAD_TASKAWARE, 1);

  MPI_Comm comm;
  OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
  tidemill_mpi_set_comm_aware(comm, 0);
  CHECK(others_run(comm) == 0, "a task ran meanwhile, on a communicator that is opted out");
  CHECK(others_run(MPI_COMM_WORLD) == 1, "another communicator is opted out, too");
  tidemill_mpi_set_comm_aware(comm, 1);
  CHECK(others_run(comm) == 1, "the opt-out stays");

  /* Collective operations between a rank that is opted out and one that is not. */
  tidemill_mpi_set_comm_aware(comm, my_rank != 0);
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp task
  for (int call = 0; call < 20; ++call) {
    int in = my_rank + call, sum = -1;
    OK(MPI_Allreduce(&in, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == 2 * call + 1, "the sum is %d", sum);
    OK(MPI_Barrier(comm));
  }
  OK(MPI_Comm_free(&comm));

  check_handles_used_again();

  /* The child gives way until its parent waits, and ends that. */
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp task
  {
    MPI_Request request;
    MPI_Status status;
    int received, cancelled = 0;
    OK(MPI_Irecv(&received, 1, MPI_INT, 1 - my_rank, 77, MPI_COMM_WORLD, &request));
#pragma omp task shared(request)
    {
      while (!__atomic_load_n(&waits, __ATOMIC_RELAXED)) {
#pragma omp taskyield
      }
      was_waiting = waits;
      OK(MPI_Cancel(&request));
    }
    __atomic_store_n(&waits, 1, __ATOMIC_RELAXED);
    OK(MPI_Wait(&request, &status));
    waits = 0;
    OK(MPI_Test_cancelled(&status, &cancelled));
    CHECK(cancelled, "the receive was not cancelled");
  }
  CHECK(was_waiting, "what was cancelled was not waited for");
  finish_mpi("opt_out", 1);
  return 0;
}
