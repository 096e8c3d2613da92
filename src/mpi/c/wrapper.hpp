// What the wrappers share. A wrapper only translates: not enabled, the plain call; enabled, the
// non-blocking counterpart (Sala et al. 2019, figures 3 and 4) and the engine to wait for it.
// A blocking wrapper may return on another thread than it was called on.
#pragma once

#include "engine/completion_test.hpp"
#include "engine/engine.hpp"

namespace tidemill::mpi {

inline MPI_Status* written(MPI_Status* status) {
  return status == MPI_STATUS_IGNORE ? nullptr : status;
}

inline MPI_Status* all_written(MPI_Status* statuses) {
  return statuses == MPI_STATUSES_IGNORE ? nullptr : statuses;
}

}  // namespace tidemill::mpi
