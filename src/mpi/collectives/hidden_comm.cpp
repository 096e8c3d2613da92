#include "collectives/hidden_comm.hpp"

#include <sched.h>

#include <chrono>

#include "engine/diagnostics.hpp"
#include "engine/settings.hpp"

namespace tidemill::mpi {

HiddenComm hidden_comm;

void HiddenComm::open() {
  if (wished_collectives() == CollectivesWish::mpi) return;
  int initial_size = 0;
  PMPI_Comm_size(MPI_COMM_WORLD, &initial_size);
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Comm made = MPI_COMM_NULL;
  if (PMPI_Comm_idup(MPI_COMM_WORLD, &made, &request) != MPI_SUCCESS) return;
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  bool told = false;
  for (int done = 0;;) {
    if (PMPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return;
    if (done) break;
    sched_yield();
    if (told || std::chrono::steady_clock::now() < patience) continue;
    told = true;
    warn(
        "MPI_Init_thread has waited 10 s for ranks that don't ask for MPI_TASK_MULTIPLE, or have "
        "TIDEMILL_MPI_COLLECTIVES=mpi; have all ranks ask for it, or set "
        "TIDEMILL_MPI_COLLECTIVES=mpi for all that do");
  }
  int* limit = nullptr;
  int found = 0;
  PMPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &limit, &found);
  tag_limit_ = found ? *limit : 32767;
  // Errors are told on the user's communicator.
  PMPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  comm_ = made;
}

void HiddenComm::close() {
  if (is_open()) PMPI_Comm_free(&comm_);
  comm_ = MPI_COMM_NULL;
}

}  // namespace tidemill::mpi
