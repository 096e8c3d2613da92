// MPI_Wait for generalized requests of the program's (MPI_Grequest_start), on MPIs that lose what
// their query function returns where they test several at once: MPICH (4.0 to 5.0) says
// MPI_ERR_OTHER of it. So such a request is not among those that are tested in batches. It is
// complete when the program says so, which passes the layer; then MPI's own test of that one gives
// the code, and runs the error handler, as MPI_Wait would have.
#pragma once

#include <atomic>

#include "engine/engine.hpp"

namespace tidemill::mpi {

class GeneralizedRequests {
 public:
  /// After MPI_Grequest_start, with its code, which is returned.
  int started(int code, const MPI_Request* request);
  /// After MPI_Grequest_complete, in the same visit to MPI: who finds the request marked, MPI lets
  /// take it. With its code, which is returned.
  int completed(int code, MPI_Request request);

  /// Shall wait() wait for it?
  bool is(const MPI_Request* request) {
    // relaxed: the program orders its wait after the start.
    return any_.load(std::memory_order_relaxed) && is_slow(request);
  }
  int wait(MPI_Request* request, MPI_Status* status, const CallSite& call);

 private:
  bool is_slow(const MPI_Request* request);

  std::atomic<bool> any_{false};  ///< set by the first, never cleared
};

extern GeneralizedRequests generalized_requests;

}  // namespace tidemill::mpi
