#include "engine/send_progress.hpp"

#include "engine/completion_test.hpp"

namespace tidemill::mpi {

constinit SendProgress send_progress;

/// The request stays as it is: an error is told to who waits for it.
[[gnu::noinline]] void SendProgress::look_slow(MPI_Request request) {
  if (request == MPI_REQUEST_NULL) return;
  QuietWorld quiet;
  int done = 0;
  PMPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
}

}  // namespace tidemill::mpi
