// TAMPI's functions that stand for no single operation of MPI, and tidemill/mpi.h. The operations
// (TAMPI_Isend, ...) are generated.
#include "c/wrapper.hpp"

#pragma GCC visibility push(default)
#include "tidemill/mpi.h"
#pragma GCC visibility pop

using namespace tidemill::mpi;

namespace {

/// TAMPI_PROPERTY_THREAD_TASKAWARE of this thread, as TAMPI_Property_get tells it; the engine has
/// its own. Nothing here suspends, so the address stays this thread's.
thread_local bool thread_is_aware = true;

}  // namespace

extern "C" {

int TAMPI_Iwait(MPI_Request* request, MPI_Status* status) {
  if (!binding_ready()) return PMPI_Wait(request, status);
  note_wait(1, request);
  return engine.bind_one(request, written(status), "TAMPI_Iwait");
}

int TAMPI_Iwaitall(int count, MPI_Request requests[], MPI_Status statuses[]) {
  if (!binding_ready()) return PMPI_Waitall(count, requests, statuses);
  note_wait(count, requests);
  return engine.bind_all(count, requests, all_written(statuses), {"TAMPI_Iwaitall"});
}

int TAMPI_Init(int required, int* provided) {
  if (!provided) return MPI_ERR_ARG;
  return tampi_init(required, provided);
}

int TAMPI_Finalize(void) { return tampi_finalize(); }

int TAMPI_Property_get(int property, int* value) {
  if (!value) return MPI_ERR_ARG;
  switch (property) {
    case TAMPI_PROPERTY_BLOCKING_MODE:
      *value = task_aware();
      return MPI_SUCCESS;
    case TAMPI_PROPERTY_NONBLOCKING_MODE:
      *value = binding_ready();
      return MPI_SUCCESS;
    case TAMPI_PROPERTY_AUTO_INIT:
      *value = auto_init();
      return MPI_SUCCESS;
    case TAMPI_PROPERTY_THREAD_TASKAWARE:
      *value = thread_is_aware;
      return MPI_SUCCESS;
    default:
      return MPI_ERR_ARG;
  }
}

int TAMPI_Property_set(int property, int value) {
  switch (property) {
    case TAMPI_PROPERTY_AUTO_INIT:
      set_auto_init(value != 0);
      return MPI_SUCCESS;
    case TAMPI_PROPERTY_THREAD_TASKAWARE:
      thread_is_aware = value != 0;
      engine.set_thread_aware(value ? Awareness::on : Awareness::off);
      return MPI_SUCCESS;
    default:  // the modes are to be asked for when MPI is initialised
      return MPI_ERR_ARG;
  }
}

int TAMPI_Blocking_enabled(int* flag) {
  return TAMPI_Property_get(TAMPI_PROPERTY_BLOCKING_MODE, flag);
}

int TAMPI_Nonblocking_enabled(int* flag) {
  return TAMPI_Property_get(TAMPI_PROPERTY_NONBLOCKING_MODE, flag);
}

void tidemill_mpi_set_thread_aware(int aware) {
  TAMPI_Property_set(TAMPI_PROPERTY_THREAD_TASKAWARE, aware);
}

void tidemill_mpi_set_comm_aware(MPI_Comm comm, int aware) {
  engine.set_comm_aware(comm, aware ? Awareness::on : Awareness::off);
}

}  // extern "C"
