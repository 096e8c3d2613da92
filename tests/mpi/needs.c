/* What the receiver has most behind it is sent first, under the policy that asks receivers, and
 * under no other: by the order in which tasks run, on any number of threads.
 *
 * In each iteration rank 0 works for two messages, and sends them; one thread alone does so, as the
 * others are kept. Behind the first message rank 1 has nothing to do, behind the second a long way.
 *
 * usage: needs asks | not, on 2 ranks
 *   asks   after some iterations the work for the second goes first, and stays so
 *   not    never
 * Knows MPI_THREAD_MULTIPLE only. */
#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include "check.h"

enum { kMost = 400, kInARow = 10, kWithout = 30, kLong = 20, kWorkUs = 500 };

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
    for (int m = 0; m < 2; ++m) {
#pragma omp task untied depend(in : done[m]) firstprivate(m)
      MPI_Send(&m, 1, MPI_INT, 1, m, MPI_COMM_WORLD);
    }
    usleep(2000); /* the receiver waits meanwhile */
    omp_fulfill_event(event);
  }
  CHECK(next == 2, "%d tasks ran, not 2", next);
  return order[0];
}

static void receive_both(void) {
  static int got[2];
  for (int m = 0; m < 2; ++m) {
#pragma omp task untied depend(out : got[m]) firstprivate(m)
    {
      MPI_Recv(&got[m], 1, MPI_INT, 0, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      CHECK(got[m] == m, "received %d, not %d", got[m], m);
    }
  }
  for (int i = 0; i < kLong; ++i) {
#pragma omp task depend(inout : got[1])
    work();
  }
#pragma omp taskwait
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
  const int asks = argc == 2 && !strcmp(argv[1], "asks");
  start_mpi(MPI_THREAD_MULTIPLE);
#pragma omp parallel
#pragma omp single
  last = keep_others_and_iterate(asks);
  CHECK(last >= 0, "the second message was never first %d times in a row", kInARow);
  MPI_Finalize();
  printf("needs: rank %d: %d iterations OK\n", my_rank, last);
  return 0;
}
