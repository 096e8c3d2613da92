// The seam through which the layer enters MPI for every call on the message path. Today MPI is at
// MPI_THREAD_MULTIPLE and locks for itself, so the call is made where it stands; a delegation lock
// ("one thread inside MPI at a time") goes here and nowhere else.
// Invariant: `call` does not suspend, does not call back into the layer, and does not wait for
// another thread.
#pragma once

#include <utility>

namespace tidemill::mpi {

template <typename Call>
inline auto inside_mpi(Call&& call) {
  return std::forward<Call>(call)();
}

}  // namespace tidemill::mpi
