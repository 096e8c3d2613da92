/* What the receiver has most behind it is sent first, under the policy that asks receivers, and
 * what leads to a send goes first under those that learn sends: by the order in which tasks run, on
 * any number of threads, for each kind of message.
 *
 * In each iteration rank 0 works for two messages, and sends them; one thread alone does so, as the
 * others are kept. Behind the first message rank 1 has nothing to do, behind the second a long way.
 *
 * usage: needs first|not KIND [one], on 2 ranks
 *   first  after some iterations the work for the second goes first, and stays so
 *   not    never
 *   one    the work for the first leads to no message */
#include <TAMPI.h>
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include "check.h"

enum { kMost = 400, kInARow = 10, kWithout = 30, kLong = 20, kWorkUs = 500 };

static int out[2], in[2], both[2][2];
static MPI_Comm comms[2]; /* of the same processes */
static MPI_Request requests[2];

/* ---- The kinds: what the tasks of rank 0 and of rank 1 do for message m ---- */

static void wait_for(MPI_Request request) { MPI_Wait(&request, MPI_STATUS_IGNORE); }

static void send(int m) { MPI_Send(&out[m], 1, MPI_INT, 1, m, comms[m]); }
static void receive(int m) { MPI_Recv(&in[m], 1, MPI_INT, 0, m, comms[m], MPI_STATUS_IGNORE); }

static void post_send(int m) {
  MPI_Request request;
  MPI_Issend(&out[m], 1, MPI_INT, 1, m, comms[m], &request);
  wait_for(request);
}
static void post_receive(int m) {
  MPI_Request request;
  MPI_Irecv(&in[m], 1, MPI_INT, 0, m, comms[m], &request);
  wait_for(request);
}

static void bind_send(int m) { TAMPI_Isend(&out[m], 1, MPI_INT, 1, m, comms[m]); }
static void bind_receive(int m) {
  TAMPI_Irecv(&in[m], 1, MPI_INT, 0, m, comms[m], MPI_STATUS_IGNORE);
}

static void iwait_send(int m) {
  MPI_Request request;
  MPI_Isend(&out[m], 1, MPI_INT, 1, m, comms[m], &request);
  TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
}
static void iwait_receive(int m) {
  MPI_Request request;
  MPI_Irecv(&in[m], 1, MPI_INT, 0, m, comms[m], &request);
  TAMPI_Iwait(&request, MPI_STATUS_IGNORE);
}

static void sendrecv(int m) {
  int* const to = my_rank == 1 ? &in[m] : &both[m][0];
  MPI_Sendrecv(&out[m], 1, MPI_INT, 1 - my_rank, m, to, 1, MPI_INT, 1 - my_rank, m, comms[m],
               MPI_STATUS_IGNORE);
}

static void probe(int m) {
  MPI_Message message;
  MPI_Mprobe(0, m, comms[m], &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&in[m], 1, MPI_INT, &message, MPI_STATUS_IGNORE);
}

static void receive_any_source(int m) {
  MPI_Recv(&in[m], 1, MPI_INT, MPI_ANY_SOURCE, m, comms[m], MPI_STATUS_IGNORE);
}
static void receive_any_tag(int m) {
  MPI_Recv(&in[m], 1, MPI_INT, 0, MPI_ANY_TAG, comms[m], MPI_STATUS_IGNORE);
}

static void make_persistent(int m) {
  if (my_rank == 0)
    MPI_Send_init(&out[m], 1, MPI_INT, 1, m, comms[m], &requests[m]);
  else
    MPI_Recv_init(&in[m], 1, MPI_INT, 0, m, comms[m], &requests[m]);
}
static void start(int m) {
  MPI_Start(&requests[m]);
  MPI_Wait(&requests[m], MPI_STATUS_IGNORE);
}
static void start_and_bind(int m) {
  MPI_Request bound = requests[m]; /* which becomes MPI_REQUEST_NULL */
  MPI_Startall(1, &bound);
  TAMPI_Iwait(&bound, MPI_STATUS_IGNORE);
}
static void start_early(int m) { MPI_Start(&requests[m]); } /* in no task */
static void wait_late(int m) { MPI_Wait(&requests[m], MPI_STATUS_IGNORE); }

/* The other way: the task of rank 0 receives. */
static void make_persistent_receive(int m) {
  if (my_rank == 0) MPI_Recv_init(&both[m][0], 1, MPI_INT, 1, m, comms[m], &requests[m]);
}
static void send_back(int m) {
  in[m] = m + 1;
  MPI_Send(&in[m], 1, MPI_INT, 0, m, comms[m]);
}

static void bcast(int m) { MPI_Bcast(my_rank == 0 ? &out[m] : &in[m], 1, MPI_INT, 0, comms[m]); }

static void gather(int m) {
  MPI_Gather(&out[m], 1, MPI_INT, both[m], 1, MPI_INT, 1, comms[m]);
  in[m] = both[m][0];
}
static void allreduce(int m) { MPI_Allreduce(&out[m], &in[m], 1, MPI_INT, MPI_MAX, comms[m]); }

static void post_allgather(int m) {
  MPI_Request request;
  MPI_Iallgather(&out[m], 1, MPI_INT, both[m], 1, MPI_INT, comms[m], &request);
  wait_for(request);
  in[m] = both[m][0];
}
static void barrier(int m) {
  MPI_Barrier(comms[m]);
  in[m] = m + 1;
}
static void scan(int m) { MPI_Exscan(&out[m], &in[m], 1, MPI_INT, MPI_SUM, comms[m]); }

/* From rank 0 to rank 1, and nothing back. */
static void make_neighbours(int m) {
  const int other = 1 - my_rank, weight = 1;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, my_rank, &other, &weight, other, &other, &weight,
                                 MPI_INFO_NULL, 0, &comms[m]);
}
static void make_grid(int m) {
  const int size = 2, periodic = 0;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &comms[m]);
}
static void tell_neighbours(int m) {
  int got[4] = {0};
  MPI_Neighbor_allgather(&out[m], 1, MPI_INT, got, 1, MPI_INT, comms[m]);
  in[m] = got[0];
}

/* By a helper thread. */
static void make_intercomm(int m) {
  MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - my_rank, m, &comms[m]);
}
static void bcast_across(int m) {
  MPI_Bcast(my_rank == 0 ? &out[m] : &in[m], 1, MPI_INT, my_rank == 0 ? MPI_ROOT : 0, comms[m]);
}

#if MPI_VERSION >= 4
static void make_partitioned(int m) {
  if (my_rank == 0)
    MPI_Psend_init(&out[m], 1, 1, MPI_INT, 1, m, comms[m], MPI_INFO_NULL, &requests[m]);
  else
    MPI_Precv_init(&in[m], 1, 1, MPI_INT, 0, m, comms[m], MPI_INFO_NULL, &requests[m]);
}
static void send_part(int m) {
  MPI_Start(&requests[m]);
  MPI_Pready(0, requests[m]);
  MPI_Wait(&requests[m], MPI_STATUS_IGNORE);
}
static void wait_for_part(int m) {
  for (int arrived = 0; !arrived;) {
    MPI_Parrived(requests[m], 0, &arrived);
#pragma omp taskyield
  }
  MPI_Wait(&requests[m], MPI_STATUS_IGNORE);
}
static void make_bcast(int m) {
  MPI_Bcast_init(my_rank == 0 ? &out[m] : &in[m], 1, MPI_INT, 0, comms[m], MPI_INFO_NULL,
                 &requests[m]);
}
#endif

static const struct Kind {
  const char* name;
  void (*give)(int);
  void (*take)(int);
  void (*make)(int);  /* once */
  void (*begin)(int); /* on rank 1, before there are tasks */
} kinds[] = {
    {"send", send, receive, NULL, NULL},
    {"posted", post_send, post_receive, NULL, NULL},
    {"bound", bind_send, bind_receive, NULL, NULL},
    {"iwait", iwait_send, iwait_receive, NULL, NULL},
    {"sendrecv", sendrecv, sendrecv, NULL, NULL},
    {"probe", send, probe, NULL, NULL},
    {"any_source", send, receive_any_source, NULL, NULL},
    {"any_tag", send, receive_any_tag, NULL, NULL},
    {"persistent", start, start, make_persistent, NULL},
    {"startall", start_and_bind, start_and_bind, make_persistent, NULL},
    {"started_before", start, wait_late, make_persistent, start_early},
    {"receives", start, send_back, make_persistent_receive, NULL},
    {"bcast", bcast, bcast, NULL, NULL},
    {"gather", gather, gather, NULL, NULL},
    {"allreduce", allreduce, allreduce, NULL, NULL},
    {"iallgather", post_allgather, post_allgather, NULL, NULL},
    {"barrier", barrier, barrier, NULL, NULL},
    {"exscan", scan, scan, NULL, NULL},
    {"graph", tell_neighbours, tell_neighbours, make_neighbours, NULL},
    {"grid", tell_neighbours, tell_neighbours, make_grid, NULL},
    {"intercomm", bcast_across, bcast_across, make_intercomm, NULL},
#if MPI_VERSION >= 4
    {"partitioned", send_part, start, make_partitioned, NULL},
    {"parrived", send_part, wait_for_part, make_partitioned, start_early},
    {"bcast_init", start, start, make_bcast, NULL},
#endif
};

/* ---- The tasks ---- */

static const struct Kind* kind;
static int first_message; /* 1: there is no other */

static void work(void) { usleep(kWorkUs); }

/* Which of both went first? */
static int send_both(void) {
  static int done[2], gate;
  int order[2], next = 0;
  omp_event_handle_t event;
  (void)done, (void)gate; /* which GCC takes for unused */
#pragma omp taskgroup
  {
#pragma omp task detach(event) depend(out : gate)
    (void)event;
    for (int m = 0; m < 2; ++m) {
#pragma omp task depend(in : gate) depend(out : done[m]) firstprivate(m) shared(order, next)
      {
        work();
        order[next++] = m;
      }
    }
    for (int m = first_message; m < 2; ++m) {
#pragma omp task untied depend(in : done[m]) firstprivate(m)
      kind->give(m);
    }
    usleep(2000); /* the receiver waits meanwhile */
    omp_fulfill_event(event);
  }
  CHECK(next == 2, "%d tasks ran, not 2", next);
  return order[0];
}

static void receive_both(void) {
  static int got[2];
  (void)got;
  for (int m = first_message; m < 2; ++m) {
    in[m] = 0;
    if (kind->begin) kind->begin(m);
#pragma omp task untied depend(out : got[m]) firstprivate(m)
    kind->take(m);
  }
  for (int i = 0; i < kLong; ++i) {
#pragma omp task depend(inout : got[1])
    work();
  }
#pragma omp taskwait
  for (int m = first_message; m < 2; ++m)
    CHECK(in[m] == m + 1, "received %d, not %d", in[m], m + 1);
}

/* By one thread. The iteration that was the last; -1: the order isn't as it should be. */
static int iterate(int asks) {
  int in_a_row = 0, second = 0;
  for (int i = 0; i < kMost; ++i) {
    int more = 1;
    MPI_Barrier(MPI_COMM_WORLD); /* or rank 1 would be behind, and wait for nothing */
    if (my_rank == 0) {
      const int first = send_both();
      second += first;
      in_a_row = first == 1 ? in_a_row + 1 : 0;
      more = asks ? in_a_row < kInARow : i < kWithout;
    } else {
      receive_both();
    }
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (more) continue;
    CHECK(asks || second == 0, "the second message went first %d times", second);
    return i;
  }
  return -1;
}

/* Other threads of the team are in tasks that only wait for the end. */
static int keep_others_and_iterate(int asks) {
  static int kept, stop;
  int last = 0;
  const int others = my_rank == 0 ? omp_get_num_threads() - 1 : 0;
  for (int t = 0; t < others; ++t) {
#pragma omp task shared(kept, stop)
    {
#pragma omp atomic update
      ++kept;
      for (int now = 0; !now; usleep(1000)) {
#pragma omp atomic read
        now = stop;
      }
    }
  }
  for (int now = 0; now < others; sched_yield()) {
#pragma omp atomic read
    now = kept;
  }
  last = iterate(asks);
#pragma omp atomic write
  stop = 1;
  return last;
}

int main(int argc, char** argv) {
  int last = 0;
  start_mpi(MPI_TASK_MULTIPLE);
  for (size_t k = 0; argc > 2 && k < sizeof kinds / sizeof kinds[0]; ++k)
    if (!strcmp(argv[2], kinds[k].name)) kind = &kinds[k];
  CHECK(kind, "usage: needs first|not KIND [one]");
  first_message = argc > 3;
  for (int m = 0; m < 2; ++m) {
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[m]);
    out[m] = my_rank == 0 ? m + 1 : 0;
    requests[m] = MPI_REQUEST_NULL;
    if (kind->make) kind->make(m);
  }
#pragma omp parallel
#pragma omp single
  last = keep_others_and_iterate(!strcmp(argv[1], "first"));
  CHECK(last >= 0, "the second message was never first %d times in a row", kInARow);
  for (int m = 0; m < 2; ++m)
    if (requests[m] != MPI_REQUEST_NULL) MPI_Request_free(&requests[m]);
  MPI_Finalize();
  printf("needs: rank %d: %s: %d iterations OK\n", my_rank, kind->name, last);
  return 0;
}
