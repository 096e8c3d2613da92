/* What receivers need doesn't pile up at a rank that doesn't look: one batch is on its way at most.
 *
 * 1. Rank 1 stops itself (SIGSTOP), all threads of it.
 * 2. Rank 0 waits for more and more messages, with more and more tasks behind them, and tells rank
 *    1. How often is counted where the layer enters MPI: bytes, on a communicator that isn't the
 *    program's. There is nobody to read them.
 * 3. Rank 0 has rank 1 go on, and gets its messages.
 *
 * usage: needs_unread, on 2 ranks of one machine. Exports PMPI_Isend and PMPI_Issend, which the
 * layer finds before MPI's own. Knows MPI_THREAD_MULTIPLE only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"

enum { kMessages = 60, kBehind = 8, kUs = 3000, kQuietUs = 300000 };

typedef int Send(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);

static int counting, batches;

static void count(MPI_Datatype type, MPI_Comm comm) {
  int now = 0;
#pragma omp atomic read
  now = counting;
  if (!now || type != MPI_BYTE || comm == MPI_COMM_WORLD) return;
#pragma omp atomic update
  ++batches;
}

int PMPI_Isend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
               MPI_Request* request) {
  count(type, comm);
  return ((Send*)dlsym(RTLD_NEXT, "PMPI_Isend"))(buffer, n, type, to, tag, comm, request);
}

int PMPI_Issend(const void* buffer, int n, MPI_Datatype type, int to, int tag, MPI_Comm comm,
                MPI_Request* request) {
  count(type, comm);
  return ((Send*)dlsym(RTLD_NEXT, "PMPI_Issend"))(buffer, n, type, to, tag, comm, request);
}

static void wait_until_stopped(int pid) {
  char path[64], state = '?';
  for (snprintf(path, sizeof path, "/proc/%d/stat", pid); state != 'T'; usleep(1000)) {
    FILE* file = fopen(path, "r");
    CHECK(file != NULL && fscanf(file, "%*d (%*[^)]) %c", &state) == 1, "can't read %s", path);
    fclose(file);
  }
}

static void receive_all(int pid) {
  static int got[kMessages];
  for (int m = 0; m < kMessages; ++m) {
#pragma omp task untied depend(out : got[m]) firstprivate(m)
    MPI_Recv(&got[m], 1, MPI_INT, 1, m, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < kBehind; ++i) {
#pragma omp task depend(inout : got[m]) firstprivate(m)
      CHECK(got[m] == m, "received %d, not %d", got[m], m);
    }
    usleep(kUs); /* the other thread has nothing to do meanwhile */
  }
  usleep(kQuietUs);
#pragma omp atomic write
  counting = 0;
  kill(pid, SIGCONT);
}

int main(void) {
  int pid = (int)getpid();
  start_mpi(MPI_THREAD_MULTIPLE);
  if (my_rank == 0) {
    MPI_Recv(&pid, 1, MPI_INT, 1, kMessages, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wait_until_stopped(pid);
    counting = 1;
#pragma omp parallel
#pragma omp single
    receive_all(pid);
    printf("needs_unread: %d batches unread\n", batches);
    CHECK(batches == 1, "%d batches are on their way, not 1", batches);
  } else {
    MPI_Send(&pid, 1, MPI_INT, 0, kMessages, MPI_COMM_WORLD);
    raise(SIGSTOP);
    for (int m = 0; m < kMessages; ++m) MPI_Send(&m, 1, MPI_INT, 0, m, MPI_COMM_WORLD);
  }
  finish_mpi("needs_unread", kMessages);
  return 0;
}
