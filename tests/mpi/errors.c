/* Errors come to the call they belong to, through the error handler they belong to.
 *
 * MPI_COMM_WORLD keeps MPI_ERRORS_ARE_FATAL at first: only the communicators the calls are made on
 * ask for codes. Linked with the layer; runs on 2 ranks. */
#include "TAMPI.h"

#include <omp.h>
#include <unistd.h>

#include "check.h"

enum { kTasks = 60 };

static int class_of(int code) {
  int class = -1;
  MPI_Error_class(code, &class);
  return class;
}

/* Every third message is too long for its receive: that task gets the error, the others don't. */
static void check_truncation(MPI_Comm comm, int sender_first) {
  MPI_Barrier(MPI_COMM_WORLD);
  if ((my_rank == 1) != sender_first) usleep(30000);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
#pragma omp task firstprivate(i)
    {
      const int too_long = i % 3 == 0;
      if (my_rank == 1) {
        int values[8] = {i, i, i, i, i, i, i, i};
        MPI_Send(values, too_long ? 8 : 2, MPI_INT, 0, i, comm);
      } else {
        int values[2] = {-1, -1};
        MPI_Status status;
        const int code = MPI_Recv(values, 2, MPI_INT, 1, i, comm, &status);
        if (too_long) {
          CHECK(class_of(code) == MPI_ERR_TRUNCATE, "task %d got code %d", i, code);
        } else {
          CHECK(code == MPI_SUCCESS, "task %d got code %d", i, code);
          CHECK(values[0] == i && values[1] == i, "task %d received %d", i, values[0]);
          check_status(&status, 1, i, MPI_INT, 2);
        }
      }
    }
  }
}

static void check_invalid_arguments(MPI_Comm comm) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task
    {
      int value = 0, other = 0;
      CHECK(class_of(MPI_Send(&value, 1, MPI_INT, rank_count, 1, comm)) == MPI_ERR_RANK, "Send");
      CHECK(class_of(MPI_Ssend(&value, 1, MPI_INT, -77, 1, comm)) == MPI_ERR_RANK, "Ssend");
      CHECK(class_of(MPI_Recv(&value, 1, MPI_INT, rank_count + 5, 1, comm, MPI_STATUS_IGNORE)) ==
                MPI_ERR_RANK,
            "Recv");
      CHECK(class_of(MPI_Recv(&value, -1, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE)) == MPI_ERR_COUNT,
            "Recv");
      CHECK(class_of(MPI_Sendrecv(&value, 1, MPI_INT, rank_count, 1, &other, 1, MPI_INT, 0, 1, comm,
                                  MPI_STATUS_IGNORE)) == MPI_ERR_RANK,
            "Sendrecv");
      CHECK(class_of(MPI_Bcast(&value, 1, MPI_INT, rank_count, comm)) == MPI_ERR_ROOT, "Bcast");
      CHECK(class_of(MPI_Sendrecv_replace(MPI_BOTTOM, 1, MPI_INT, 0, 1, 0, 1, comm,
                                          MPI_STATUS_IGNORE)) == MPI_ERR_BUFFER,
            "Sendrecv_replace");
    }
  }
}

/* A refused Sendrecv has sent nothing, and has taken nothing that was sent to it: the partner's
 * next message from here is the one sent after it, and the other way round. */
static void check_refused_sendrecv(MPI_Comm comm) {
  const int partner = 1 - my_rank, bad = rank_count + 5;
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task firstprivate(i)
    {
      int lost = -5, in = -1, out = 10 * my_rank + i;
      CHECK(class_of(MPI_Sendrecv(&lost, 1, MPI_INT, partner, i, &in, 1, MPI_INT, bad, i, comm,
                                  MPI_STATUS_IGNORE)) == MPI_ERR_RANK,
            "source");
      CHECK(class_of(MPI_Sendrecv(&lost, 1, MPI_INT, partner, i, &in, -1, MPI_INT, partner, i, comm,
                                  MPI_STATUS_IGNORE)) == MPI_ERR_COUNT,
            "recvcount");
      CHECK(class_of(MPI_Sendrecv_replace(&lost, 1, MPI_INT, partner, i, bad, i, comm,
                                          MPI_STATUS_IGNORE)) == MPI_ERR_RANK,
            "source");
      CHECK(class_of(MPI_Sendrecv(&lost, 1, MPI_INT, bad, i, &in, 1, MPI_INT, partner, i, comm,
                                  MPI_STATUS_IGNORE)) == MPI_ERR_RANK,
            "dest");
      CHECK(class_of(MPI_Sendrecv_replace(&lost, 1, MPI_INT, bad, i, partner, i, comm,
                                          MPI_STATUS_IGNORE)) == MPI_ERR_RANK,
            "dest");
      CHECK(class_of(MPI_Sendrecv(&lost, -1, MPI_INT, partner, i, &in, 1, MPI_INT, partner, i, comm,
                                  MPI_STATUS_IGNORE)) == MPI_ERR_COUNT,
            "sendcount");
      CHECK(lost == -5 && in == -1, "refused, and received %d, %d", lost, in);
      MPI_Sendrecv(&out, 1, MPI_INT, partner, i, &in, 1, MPI_INT, partner, i, comm,
                   MPI_STATUS_IGNORE);
      CHECK(in == 10 * partner + i, "task %d received %d", i, in);
    }
  }
}

/* MPI_ERR_IN_STATUS, the code in the status of the one that failed. MPI_Waitall has no communicator
 * of its own, and not every MPI remembers those of the requests: so WORLD returns codes as well. */
static void check_waitall(MPI_Comm comm, int bind) {
  static int values[kTasks][2];
  static MPI_Status statuses[kTasks];
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : statuses)
    {
      MPI_Request requests[kTasks];
      int too_much[4] = {0, 0, 0, 0};
      if (my_rank == 1) usleep(20000);
      for (int i = 0; i < kTasks; ++i) {
        if (my_rank == 1) {
          MPI_Isend(too_much, i % 7 == 3 ? 4 : 2, MPI_INT, 0, i, comm, &requests[i]);
        } else {
          MPI_Irecv(values[i], 2, MPI_INT, 1, i, comm, &requests[i]);
        }
      }
      if (my_rank == 1) {
        MPI_Waitall(kTasks, requests, MPI_STATUSES_IGNORE);
      } else if (bind) {
        TAMPI_Iwaitall(kTasks, requests, statuses);
      } else {
        const int code = MPI_Waitall(kTasks, requests, statuses);
        CHECK(code == MPI_ERR_IN_STATUS, "MPI_Waitall returned %d", code);
      }
    }
#pragma omp task depend(in : statuses)
    for (int i = 0; i < kTasks && my_rank == 0; ++i) {
      const int expected = i % 7 == 3 ? MPI_ERR_TRUNCATE : MPI_SUCCESS;
      CHECK(class_of(statuses[i].MPI_ERROR) == expected, "status %d has error %d", i,
            statuses[i].MPI_ERROR);
    }
  }
}

/* MPI_Waitsome: MPI_ERR_IN_STATUS and the code in the status, MPI_Waitany: the code itself, each
 * once for the request it belongs to. */
static void check_waits_for_some(MPI_Comm comm, int one_by_one) {
  enum { kFew = 12, kTooLong = 7 };
  MPI_Barrier(MPI_COMM_WORLD);
#pragma omp parallel
#pragma omp single
#pragma omp task
  {
    MPI_Request requests[kFew];
    int seen[kFew] = {0}, values[kFew][2], too_much[4] = {0};
    if (my_rank == 1) usleep(20000);
    for (int i = 0; i < kFew; ++i) {
      if (my_rank == 1)
        MPI_Isend(too_much, i == kTooLong ? 4 : 2, MPI_INT, 0, i, comm, &requests[i]);
      else
        MPI_Irecv(values[i], 2, MPI_INT, 1, i, comm, &requests[i]);
    }
    for (int done = 0; done < kFew;) {
      int found = 1, indices[kFew], code;
      MPI_Status statuses[kFew];
      if (one_by_one) {
        code = MPI_Waitany(kFew, requests, indices, statuses);
        statuses[0].MPI_ERROR = code;
      } else {
        code = MPI_Waitsome(kFew, requests, &found, indices, statuses);
        CHECK(code == MPI_SUCCESS || code == MPI_ERR_IN_STATUS, "MPI_Waitsome returned %d", code);
      }
      for (int k = 0; k < found; ++k, ++done) {
        const int fails = my_rank == 0 && indices[k] == kTooLong;
        CHECK(!seen[indices[k]]++, "request %d was completed twice", indices[k]);
        if (code == MPI_SUCCESS) {
          CHECK(!fails, "request %d did not fail", indices[k]);
        } else {
          CHECK(class_of(statuses[k].MPI_ERROR) == (fails ? MPI_ERR_TRUNCATE : MPI_SUCCESS),
                "request %d has error %d", indices[k], statuses[k].MPI_ERROR);
        }
      }
    }
  }
}

static int handled;

static void count_errors(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  (void)code;
#pragma omp atomic
  ++handled;
}

/* A handler of the user's runs once for each failed call. */
static void check_own_handler(MPI_Comm comm) {
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(count_errors, &handler);
  MPI_Comm_set_errhandler(comm, handler);
  for (int sender_first = 0; sender_first < 2; ++sender_first) {
    handled = 0;
    check_truncation(comm, sender_first);
    const int expected = my_rank == 0 ? (kTasks + 2) / 3 : 0;
    CHECK(handled == expected, "the error handler ran %d times, expected %d", handled, expected);
  }
  MPI_Errhandler_free(&handler);
}

/* Open MPI's own test of such a request aborts, on a NULL communicator, in plain programs, too. */
#ifndef OMPI_MAJOR_VERSION
/* A bound receive fails when its communicator is gone already, and perhaps another one has the
 * handle: its error is in its status, and no handler runs that is not its own. */
static void check_freed_communicator(void) {
  static int values[2], too_much[4], posted;
  static MPI_Status status;
  MPI_Comm comm, next;
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(count_errors, &handler);
  for (int round = 0; round < 6; ++round) {
    handled = posted = 0;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (my_rank == 1) {
      MPI_Comm_dup(MPI_COMM_WORLD, &next);
      MPI_Barrier(MPI_COMM_WORLD);
      MPI_Send(too_much, 4, MPI_INT, 0, 1, comm);
      MPI_Comm_free(&comm);
    } else {
#pragma omp parallel
#pragma omp single
      {
#pragma omp task
        {
          TAMPI_Irecv(values, 2, MPI_INT, 1, 1, comm, &status);
#pragma omp atomic write
          posted = 1;
        }
        for (int seen = 0; !seen;) {
#pragma omp atomic read
          seen = posted;
#pragma omp taskyield
        }
        MPI_Comm_free(&comm);
        MPI_Comm_dup(MPI_COMM_WORLD, &next);
        MPI_Comm_set_errhandler(next, handler);
        MPI_Barrier(MPI_COMM_WORLD);
      }
      CHECK(class_of(status.MPI_ERROR) == MPI_ERR_TRUNCATE, "error %d", status.MPI_ERROR);
      CHECK(handled == 0, "another communicator's handler ran %d times", handled);
    }
    MPI_Comm_free(&next);
  }
  MPI_Errhandler_free(&handler);
}
#endif

/* What is wrong with a call as such: MPI_COMM_WORLD's handler runs once, or the code says it. Not
 * MPI_Testsome, at which Open MPI runs no handler. */
static void check_negative_counts(void) {
  enum { kCalls = 6 };
  static const char* const names[] = {"Waitall", "Waitany", "Waitsome",
                                      "Testall", "Testany", "TAMPI_Iwaitall"};
  MPI_Errhandler handler;
  MPI_Comm_create_errhandler(count_errors, &handler);
#pragma omp parallel
#pragma omp single
#pragma omp task
  for (int i = 0; i < 2 * kCalls; ++i) {
#ifdef MPI_ABI
    /* MPICH 5.0.2 crashes there, in plain programs, too. */
    if (i % kCalls == 1) continue;
#endif
    const int returns = i >= kCalls;
    int found = 0, index = 0, code = MPI_SUCCESS;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, returns ? MPI_ERRORS_RETURN : handler);
    handled = 0;
    switch (i % kCalls) {
      case 0:
        code = MPI_Waitall(-1, &request, &status);
        break;
      case 1:
        code = MPI_Waitany(-1, &request, &index, &status);
        break;
      case 2:
        code = MPI_Waitsome(-1, &request, &found, &index, &status);
        break;
      case 3:
        code = MPI_Testall(-1, &request, &found, &status);
        break;
      case 4:
        code = MPI_Testany(-1, &request, &index, &found, &status);
        break;
      case 5:
        code = TAMPI_Iwaitall(-1, &request, &status);
        break;
    }
    if (returns) CHECK(code != MPI_SUCCESS, "%s gave no error", names[i % kCalls]);
    CHECK(handled == !returns, "%s: the error handler ran %d times", names[i % kCalls], handled);
  }
  MPI_Errhandler_free(&handler);
}

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  MPI_Comm returning, handling;
  MPI_Comm_dup(MPI_COMM_WORLD, &returning);
  MPI_Comm_dup(MPI_COMM_WORLD, &handling);
  MPI_Comm_set_errhandler(returning, MPI_ERRORS_RETURN);
  check_truncation(returning, 0);
  check_truncation(returning, 1);
  check_invalid_arguments(returning);
  check_refused_sendrecv(returning);
  check_own_handler(handling);
#ifndef OMPI_MAJOR_VERSION
  check_freed_communicator();
#endif
  MPI_Errhandler world;
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &world);
  CHECK(world == MPI_ERRORS_ARE_FATAL, "MPI_COMM_WORLD has lost its error handler");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  check_waitall(returning, 0);
  check_waitall(returning, 1);
  check_waits_for_some(returning, 0);
  check_waits_for_some(returning, 1);
  check_negative_counts();
  MPI_Comm_free(&returning);
  MPI_Comm_free(&handling);
  finish_mpi("errors", 2 * kTasks + 8 + 2 * kTasks + 2 * kTasks);
  return 0;
}
