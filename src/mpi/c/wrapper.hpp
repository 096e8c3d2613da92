// What the wrappers share. A wrapper only translates: not enabled, the plain call; enabled, the
// non-blocking counterpart (Sala et al. 2019, figures 3 and 4) and the engine to wait for it.
// A blocking wrapper may return on another thread than it was called on.
#pragma once

#include "engine/engine.hpp"

namespace tidemill::mpi {

inline MPI_Status* written(MPI_Status* status) {
  return status == MPI_STATUS_IGNORE ? nullptr : status;
}

inline MPI_Status* all_written(MPI_Status* statuses) {
  return statuses == MPI_STATUSES_IGNORE ? nullptr : statuses;
}

/// Posts by post(&request) and waits. A posting that fails has run the error handler already.
template <typename Post>
inline int wait_blocking(const CallSite& call, MPI_Status* status, Post&& post) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = inside_mpi([&] { return post(&request); });
  if (code != MPI_SUCCESS) return code;
  return engine.wait_one(&request, status, call);
}

}  // namespace tidemill::mpi
