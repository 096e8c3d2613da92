/* Where nothing needs more, MPI is asked for MPI_THREAD_SERIALIZED: so no two threads may be inside
 * it at a time, not even for a receive from nobody. The program stands before MPI for two functions
 * and looks. Run on 1 rank. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <unistd.h>

#include "check.h"

enum { kCalls = 200 };

static int inside, most_inside;

static void enter(void) {
  const int now = __atomic_add_fetch(&inside, 1, __ATOMIC_SEQ_CST);
  int most = __atomic_load_n(&most_inside, __ATOMIC_SEQ_CST);
  while (now > most && !__atomic_compare_exchange_n(&most_inside, &most, now, 0, __ATOMIC_SEQ_CST,
                                                    __ATOMIC_SEQ_CST)) {
  }
  usleep(100);
}

static void leave(void) { __atomic_sub_fetch(&inside, 1, __ATOMIC_SEQ_CST); }

int PMPI_Recv(void* buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
              MPI_Status* status) {
  int (*next)(void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Status*);
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Recv");
  enter();
  const int code = next(buf, count, type, source, tag, comm, status);
  leave();
  return code;
}

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  int (*next)(int, int, MPI_Comm, MPI_Status*);
  *(void**)&next = dlsym(RTLD_NEXT, "PMPI_Probe");
  enter();
  const int code = next(source, tag, comm, status);
  leave();
  return code;
}

static void receive_nothing(void) {
  int value = 3;
  MPI_Status status;
  for (int i = 0; i < kCalls; ++i) {
    MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
    MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    check_status(&status, MPI_PROC_NULL, MPI_ANY_TAG, MPI_INT, 0);
  }
}

int main(void) {
  int level = -1;
  start_mpi(MPI_THREAD_MULTIPLE);
  int (*query)(int*); /* that it calls PMPI_Query_thread nobody is to see */
  *(void**)&query = dlsym(RTLD_NEXT, "PMPI_Query_thread");
  query(&level);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 8; ++i) {
#pragma omp task
    receive_nothing();
  }
  CHECK(most_inside > 0, "the layer has called neither");
  CHECK(level == MPI_THREAD_SERIALIZED, "level %d, of which this test says nothing", level);
  CHECK(most_inside == 1, "%d threads inside", most_inside);
  finish_mpi("nobody_beside", 16 * kCalls);
  return 0;
}
