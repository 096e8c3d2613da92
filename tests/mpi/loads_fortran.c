/* A C program that loads a library with MPI calls in Fortran (loaded_fortran.F90), for itself alone
 * (RTLD_LOCAL): so MPI's Fortran library comes late, and is no one's to find by name. The library
 * works outside of tasks, then in two at once, on communicators of their own.
 *
 * usage: loads_fortran LIBRARY. Knows MPI_THREAD_MULTIPLE only. */
#include <dlfcn.h>

#include "check.h"

int main(int argc, char** argv) {
  start_mpi(MPI_THREAD_MULTIPLE);
  void* const library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  CHECK(library, "%s", dlerror());
  int (*work)(int);
  *(void**)&work = dlsym(library, "loaded_work");
  CHECK(work, "%s", dlerror());
  MPI_Comm comms[2];
  for (int i = 0; i < 2; ++i) MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
  int wrong = work(MPI_Comm_c2f(comms[0]));
  CHECK(!wrong, "call %d outside of tasks", wrong);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(i)
    {
      const int call = work(MPI_Comm_c2f(comms[my_rank % 2 ? i : 1 - i]));
      CHECK(!call, "call %d in a task", call);
    }
  }
  for (int i = 0; i < 2; ++i) MPI_Comm_free(&comms[i]);
  finish_mpi("loads_fortran", 3);
  return 0;
}
