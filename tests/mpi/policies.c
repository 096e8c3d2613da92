/* Which policy ranks have after MPI_Init_thread that began with these, or with others.
 * usage: policies POLICY. Knows MPI_THREAD_MULTIPLE only, and Tidemill's policy by its name. */
#include <dlfcn.h>

#include "check.h"

int main(int argc, char** argv) {
  start_mpi(MPI_THREAD_MULTIPLE);
  char const* (*get)(void) = 0;
  *(void**)&get = dlsym(RTLD_DEFAULT, "tidemill_get_policy");
  CHECK(argc == 2 && get && !strcmp(get(), argv[1]), "the policy is %s", get ? get() : "unknown");
  MPI_Finalize();
  printf("policies: rank %d: OK\n", my_rank);
  return 0;
}
