/* An MPI with a fault, to be preloaded: what FAULTY_MPI says.
 *   few-threads  provides MPI_THREAD_FUNNELED at most
 *   spoil        adds 1 to the first number that rank 0 sends, once
 * It stands in front of whatever else the program has for an MPI, the task-aware layer included.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int fault_is(const char* name) {
  const char* fault = getenv("FAULTY_MPI");
  return fault && strcmp(fault, name) == 0;
}

__attribute__((visibility("default"))) int MPI_Init_thread(int* argc, char*** argv, int required,
                                                           int* provided) {
  int (*next)(int*, char***, int, int*);
  *(void**)&next = dlsym(RTLD_NEXT, "MPI_Init_thread");
  int few = fault_is("few-threads") && required > MPI_THREAD_FUNNELED;
  int result = next(argc, argv, few ? MPI_THREAD_FUNNELED : required, provided);
  if (few) *provided = MPI_THREAD_FUNNELED;
  return result;
}

/* Is this send to be spoilt? */
static int spoils(int count, MPI_Datatype type, int dest, MPI_Comm comm) {
  static int spoilt = 0;
  int rank;
  PMPI_Comm_rank(comm, &rank);
  int spoil = fault_is("spoil") && rank == 0 && dest != MPI_PROC_NULL && type == MPI_DOUBLE &&
              count > 0 && !spoilt;
  spoilt |= spoil;
  return spoil;
}

__attribute__((visibility("default"))) int MPI_Send(const void* data, int count, MPI_Datatype type,
                                                    int dest, int tag, MPI_Comm comm) {
  int (*next)(const void*, int, MPI_Datatype, int, int, MPI_Comm);
  *(void**)&next = dlsym(RTLD_NEXT, "MPI_Send");
  int spoil = spoils(count, type, dest, comm);
  double* first = (double*)data;
  if (spoil) *first += 1;
  int result = next(data, count, type, dest, tag, comm);
  if (spoil) *first -= 1;
  return result;
}

/* MPI may read the number at any time from here on: it stays spoilt. */
__attribute__((visibility("default"))) int MPI_Isend(const void* data, int count, MPI_Datatype type,
                                                     int dest, int tag, MPI_Comm comm,
                                                     MPI_Request* request) {
  int (*next)(const void*, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request*);
  *(void**)&next = dlsym(RTLD_NEXT, "MPI_Isend");
  if (spoils(count, type, dest, comm)) *(double*)data += 1;
  return next(data, count, type, dest, tag, comm, request);
}
