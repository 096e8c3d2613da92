// The calls that wait for requests, and those that bind them to the task (TAMPI.h).
#include "c/wrapper.hpp"

using namespace tidemill::mpi;

extern "C" {

int MPI_Wait(MPI_Request* request, MPI_Status* status) {
  if (!engine.enabled()) return PMPI_Wait(request, status);
  return engine.wait_one(request, written(status), {"MPI_Wait"});
}

int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (!engine.enabled()) return PMPI_Waitall(count, requests, statuses);
  return engine.wait_all(count, requests, all_written(statuses), {"MPI_Waitall"});
}

int TAMPI_Iwait(MPI_Request* request, MPI_Status* status) {
  if (!engine.enabled()) return PMPI_Wait(request, status);
  return engine.bind_one(request, written(status), {"TAMPI_Iwait"});
}

int TAMPI_Iwaitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (!engine.enabled()) return PMPI_Waitall(count, requests, statuses);
  return engine.bind_all(count, requests, all_written(statuses), {"TAMPI_Iwaitall"});
}

}  // extern "C"
