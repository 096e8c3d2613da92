/* TAMPI_Finalize by a call that MPI_Init_thread couldn't see coming, as from a library loaded
 * later. Linked with the layer. */
#define _GNU_SOURCE
#include <TAMPI.h>
#include <dlfcn.h>

#include "check.h"

int main(void) {
  start_mpi(MPI_TASK_MULTIPLE);
  int (*const finalize)(void) = (int (*)(void))dlsym(RTLD_DEFAULT, "TAMPI_Finalize");
  CHECK(finalize && finalize() == MPI_SUCCESS, "TAMPI_Finalize");
  finish_mpi("late_tampi_finalize", 1);
  return 0;
}
