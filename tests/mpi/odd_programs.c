/* Programs as people write them who have not read the manual: MPI in nested regions, taskloops,
 * detached and cancelled tasks, from threads that OpenMP knows nothing of, on hundreds of
 * communicators, with requests that one task posts and another waits for.
 *
 * usage: odd_programs [CASE]   all of them, or one; `finalize_in_task`, `finalize_in_region`: how
 * it ends. On 2 ranks; knows MPI_THREAD_MULTIPLE only. */
#include <omp.h>
#include <pthread.h>
#include <unistd.h>

#include "check.h"

#define OK(call) CHECK((call) == MPI_SUCCESS, "%s", #call)

static int peer(void) { return 1 - my_rank; }

/* The odd value out, in a ring of two: what one sends the other checks. */
static void exchange(MPI_Comm comm, int tag) {
  int out = 1000 * tag + my_rank, in = -1;
  MPI_Request request;
  OK(MPI_Isend(&out, 1, MPI_INT, peer(), tag, comm, &request));
  OK(MPI_Recv(&in, 1, MPI_INT, peer(), tag, comm, MPI_STATUS_IGNORE));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  CHECK(in == 1000 * tag + peer(), "tag %d: received %d", tag, in);
}
static void synchronous(MPI_Comm comm, int tag) {
  int value = tag;
  if ((tag + my_rank) % 2)
    OK(MPI_Ssend(&value, 1, MPI_INT, peer(), tag, comm));
  else
    OK(MPI_Recv(&value, 1, MPI_INT, peer(), tag, comm, MPI_STATUS_IGNORE));
  CHECK(value == tag, "received %d", value);
}

static void nested_regions(MPI_Comm comm) {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      const int tag = 10 * outer + omp_get_thread_num();
      exchange(comm, tag);
#pragma omp single
      for (int i = 0; i < 8; ++i) {
#pragma omp task
        synchronous(comm, 100 + 10 * outer + (my_rank ? 7 - i : i));
      }
    }
    exchange(comm, 200 + outer);
  }
}

static void taskloops(MPI_Comm comm) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(1) nogroup
    for (int i = 0; i < 40; ++i) synchronous(comm, my_rank ? 39 - i : i);
#pragma omp taskloop num_tasks(20)
    for (int i = 0; i < 20; ++i) exchange(comm, 100 + (my_rank ? 19 - i : i));
  }
}

/* A detached task is over when a message has come, which another task waits for. */
static void detached_tasks(MPI_Comm comm) {
  enum { kTasks = 20 };
  int received[kTasks], checked = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < kTasks; ++i) {
    omp_event_handle_t event;
    received[i] = -1;
#pragma omp task detach(event) depend(out : received[i])
    {}
#pragma omp task firstprivate(event)
    {
      const int out = i;
      MPI_Request request;
      OK(MPI_Isend(&out, 1, MPI_INT, peer(), i, comm, &request));
      OK(MPI_Recv(&received[i], 1, MPI_INT, peer(), i, comm, MPI_STATUS_IGNORE));
      OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : received[i])
    {
      CHECK(received[i] == i, "task %d started with %d", i, received[i]);
#pragma omp atomic
      ++checked;
    }
  }
  CHECK(checked == kTasks, "%d checked", checked);
}

/* Cancelled while its tasks wait for messages: those that have begun end, the others never begin.
 */
static void cancelled_group(MPI_Comm comm) {
  int begun = 0, ended = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
      for (int i = 0; i < 10; ++i) {
#pragma omp task
        {
          int value = -1;
#pragma omp atomic
          ++begun;
          /* From oneself: whether a task begins is not the other rank's affair. */
          OK(MPI_Recv(&value, 1, MPI_INT, my_rank, i, comm, MPI_STATUS_IGNORE));
          CHECK(value == i, "received %d", value);
#pragma omp atomic
          ++ended;
        }
      }
#pragma omp task
      {
#pragma omp cancel taskgroup
      }
#pragma omp task
      {
      }
      /* What has begun gets its message, whatever is cancelled. */
      for (int i = 0; i < 10; ++i) {
        MPI_Request request;
        OK(MPI_Isend(&i, 1, MPI_INT, my_rank, i, comm, &request));
        OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
      }
    }
  }
  CHECK(begun == ended, "%d began, %d ended", begun, ended);
  for (int i = 0, flag = 1; i < 10; ++i, flag = 1) { /* what was never received */
    int value;
    OK(MPI_Iprobe(my_rank, i, comm, &flag, MPI_STATUS_IGNORE));
    if (flag) OK(MPI_Recv(&value, 1, MPI_INT, my_rank, i, comm, MPI_STATUS_IGNORE));
  }
}

/* Posted by one task, waited for by a second, tested by a third. */
static void others_requests(MPI_Comm comm) {
  enum { kTasks = 30 };
  static MPI_Request sends[kTasks], receives[kTasks];
  static int out[kTasks], in[kTasks];
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kTasks; ++k) {
    const int i = my_rank ? kTasks - 1 - k : k;
#pragma omp task depend(out : sends[i])
    {
      out[i] = 7 * i + my_rank;
      OK(MPI_Issend(&out[i], 1, MPI_INT, peer(), i, comm, &sends[i]));
    }
#pragma omp task depend(out : receives[i])
    OK(MPI_Irecv(&in[i], 1, MPI_INT, peer(), i, comm, &receives[i]));
#pragma omp task depend(inout : receives[i])
    {
      OK(MPI_Wait(&receives[i], MPI_STATUS_IGNORE));
      CHECK(in[i] == 7 * i + peer(), "received %d", in[i]);
    }
#pragma omp task depend(in : sends[i])
    for (int flag = 0; !flag;) {
      OK(MPI_Test(&sends[i], &flag, MPI_STATUS_IGNORE));
#pragma omp taskyield
    }
  }
}

/* Threads of the program's own block in MPI while tasks do. */
static void* foreign_thread(void* comm) {
  for (int i = 0; i < 50; ++i) exchange(*(MPI_Comm*)comm, i);
  for (int i = 0; i < 5; ++i) OK(MPI_Barrier(*(MPI_Comm*)comm));
  return NULL;
}
static void foreign_threads(MPI_Comm comm) {
  enum { kThreads = 3 };
  pthread_t threads[kThreads];
  MPI_Comm comms[kThreads];
  for (int i = 0; i < kThreads; ++i) OK(MPI_Comm_dup(comm, &comms[i]));
  for (int i = 0; i < kThreads; ++i) pthread_create(&threads[i], NULL, foreign_thread, &comms[i]);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 60; ++i) {
#pragma omp task
    synchronous(comm, my_rank ? 59 - i : i);
  }
  for (int i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], NULL);
    OK(MPI_Comm_free(&comms[i]));
  }
}

static void many_communicators(MPI_Comm comm) {
  enum { kMany = 300 };
  static MPI_Comm comms[kMany];
  for (int i = 0; i < kMany; ++i) OK(MPI_Comm_dup(comm, &comms[i]));
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kMany; ++k) {
    const int i = my_rank ? kMany - 1 - k : k;
#pragma omp task
    {
      int sum = my_rank + i;
      OK(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, comms[i]));
      CHECK(sum == 2 * i + 1, "sum %d on communicator %d", sum, i);
      OK(MPI_Bcast(&sum, 1, MPI_INT, i % 2, comms[i]));
      OK(MPI_Comm_free(&comms[i]));
    }
  }
}

static void intercommunicators(MPI_Comm comm) {
  enum { kMany = 10 };
  MPI_Comm self, inter[kMany];
  OK(MPI_Comm_split(comm, my_rank, 0, &self));
  for (int i = 0; i < kMany; ++i) OK(MPI_Intercomm_create(self, 0, comm, peer(), i, &inter[i]));
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < kMany; ++k) {
    const int i = my_rank ? kMany - 1 - k : k;
#pragma omp task
    {
      int out = my_rank, in = -1, value = my_rank ? -1 : 55;
      OK(MPI_Allreduce(&out, &in, 1, MPI_INT, MPI_SUM, inter[i]));
      CHECK(in == peer(), "the other side's sum is %d", in);
      OK(MPI_Bcast(&value, 1, MPI_INT, my_rank ? 0 : MPI_ROOT, inter[i]));
      CHECK(value == 55, "got %d", value);
      OK(MPI_Barrier(inter[i]));
      OK(MPI_Comm_free(&inter[i]));
    }
  }
  OK(MPI_Comm_free(&self));
}

/* Persistent, inactive, null and cancelled requests in one array, by every way to wait. */
static void mixed_requests(MPI_Comm comm) {
  enum { kActive, kInactive, kNull, kSend, kNever, kAll };
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 12; ++round) {
#pragma omp task
    {
      int in = -1, never = -1, unused, out = round, flag = 0, found = 0, indices[kAll], done = 0;
      MPI_Request requests[kAll];
      MPI_Status statuses[kAll];
      OK(MPI_Recv_init(&in, 1, MPI_INT, peer(), round, comm, &requests[kActive]));
      OK(MPI_Recv_init(&unused, 1, MPI_INT, peer(), 900, comm, &requests[kInactive]));
      requests[kNull] = MPI_REQUEST_NULL;
      OK(MPI_Issend(&out, 1, MPI_INT, peer(), round, comm, &requests[kSend]));
      OK(MPI_Irecv(&never, 1, MPI_INT, peer(), 901, comm, &requests[kNever]));
      OK(MPI_Start(&requests[kActive]));
      OK(MPI_Cancel(&requests[kNever]));
      if (round % 4 == 0) {
        OK(MPI_Waitall(kAll, requests, statuses));
        OK(MPI_Test_cancelled(&statuses[kNever], &flag));
        CHECK(flag, "the receive was not cancelled");
      } else if (round % 4 == 1) {
        for (;;) {
          OK(MPI_Waitany(kAll, requests, &found, statuses));
          if (found == MPI_UNDEFINED) break;
          ++done;
        }
        CHECK(done == 3, "%d done", done);
      } else if (round % 4 == 2) {
        for (;;) {
          OK(MPI_Waitsome(kAll, requests, &found, indices, statuses));
          if (found == MPI_UNDEFINED) break;
          done += found;
        }
        CHECK(done == 3, "%d done", done);
      } else {
        while (!flag) {
          OK(MPI_Testall(kAll, requests, &flag, statuses));
#pragma omp taskyield
        }
      }
      CHECK(in == round, "received %d", in);
      CHECK(requests[kSend] == MPI_REQUEST_NULL && requests[kActive] != MPI_REQUEST_NULL,
            "requests");
      OK(MPI_Request_free(&requests[kActive]));
      OK(MPI_Request_free(&requests[kInactive]));
    }
  }
}

static int somebody_inside;

static void slow_operation(void* in, void* inout, int* count, MPI_Datatype* type) {
  (void)in, (void)inout, (void)count, (void)type;
#pragma omp atomic write
  somebody_inside = 1;
  usleep(20000);
}

/* The main thread is the one that asks, whoever is inside MPI meanwhile. */
static void thread_main(MPI_Comm comm) {
  MPI_Op slow;
  (void)comm;
  OK(MPI_Op_create(slow_operation, 1, &slow));
#pragma omp parallel num_threads(2)
  for (int asker = 0; asker < 2; ++asker) {
    int value = 1, sum = 1, seen = 0, is_main = -1;
    if (omp_get_thread_num() == asker) {
      while (!seen) {
#pragma omp atomic read
        seen = somebody_inside;
      }
      OK(MPI_Is_thread_main(&is_main));
      CHECK(is_main == (asker == 0), "thread %d is told %d", asker, is_main);
      somebody_inside = 0;
    } else {
      OK(MPI_Reduce_local(&value, &sum, 1, MPI_INT, slow));
    }
#pragma omp barrier
  }
  OK(MPI_Op_free(&slow));
}

typedef void Case(MPI_Comm);
static const struct {
  const char* name;
  Case* run;
} cases[] = {{"nested_regions", nested_regions},         {"taskloops", taskloops},
             {"detached_tasks", detached_tasks},         {"cancelled_group", cancelled_group},
             {"others_requests", others_requests},       {"foreign_threads", foreign_threads},
             {"many_communicators", many_communicators}, {"intercommunicators", intercommunicators},
             {"mixed_requests", mixed_requests},         {"thread_main", thread_main}};
enum { kCases = sizeof cases / sizeof cases[0] };

int main(int argc, char** argv) {
  const char* only = argc > 1 ? argv[1] : NULL;
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(rank_count == 2, "runs on 2 ranks, not %d", rank_count);
  int ran = 0;
  for (int i = 0; i < kCases; ++i) {
    if (only && strcmp(only, cases[i].name) != 0) continue;
    MPI_Comm comm;
    OK(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    cases[i].run(comm);
    OK(MPI_Comm_free(&comm));
    ++ran;
  }
  if (only && strcmp(only, "finalize_in_task") == 0) {
#pragma omp parallel num_threads(1)
#pragma omp single
#pragma omp task
    {
      exchange(MPI_COMM_WORLD, 1);
      finish_mpi("odd_programs", 1);
    }
  } else if (only && strcmp(only, "finalize_in_region") == 0) {
#pragma omp parallel
    {
      exchange(MPI_COMM_WORLD, omp_get_thread_num());
#pragma omp barrier
#pragma omp master
      finish_mpi("odd_programs", 1);
    }
  } else {
    CHECK(ran > 0, "no case '%s'", only);
    finish_mpi("odd_programs", ran);
  }
  return 0;
}
