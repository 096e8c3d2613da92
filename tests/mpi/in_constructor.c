/* A library whose constructor passes messages between its tasks, while the loader's lock is held by
 * the thread that loads it: nobody who makes messages go on may wait for that lock.
 *
 * The same file is the library (-DLIBRARY) and the program that loads it.
 *
 * usage: in_constructor LIBRARY */
#include <dlfcn.h>
#include <omp.h>
#include <unistd.h>

#include "check.h"

#ifdef LIBRARY

__attribute__((constructor)) static void pass_message(void) {
  static int begun, got;
  const int sent = 7;
  (void)begun;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task untied depend(out : got)
    MPI_Recv(&got, 1, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    /* A kind of task more, complete before the message leaves: something to tell other ranks. */
#pragma omp task depend(out : begun)
    usleep(20000);
#pragma omp task untied depend(in : begun)
    MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  }
  CHECK(got == sent, "received %d", got);
}

#else

int main(int argc, char** argv) {
  start_mpi(MPI_THREAD_MULTIPLE);
  CHECK(argc == 2 && omp_get_max_threads() > 0, "usage: in_constructor LIBRARY");
  CHECK(dlopen(argv[1], RTLD_NOW), "%s", dlerror());
  MPI_Finalize();
  puts("in_constructor: OK");
  return 0;
}

#endif
