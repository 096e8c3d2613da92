/* TAMPI_Finalize by a call that MPI_Init_thread couldn't see coming, as from a library loaded
 * later. Linked with the layer; its region makes it need the runtime, too. */
#define _GNU_SOURCE
#include <TAMPI.h>
#include <dlfcn.h>

#include "check.h"

int main(void) {
  int members = 0;
  start_mpi(MPI_TASK_MULTIPLE);
#pragma omp parallel reduction(+ : members)
  ++members;
  CHECK(members >= 1, "a region of %d", members);
  int (*const finalize)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "TAMPI_Finalize");
  CHECK(finalize && finalize() == MPI_SUCCESS, "TAMPI_Finalize");
  finish_mpi("late_tampi_finalize", 1);
  return 0;
}
