// Sends that are done as soon as they are posted, told by their request alone.
//
// MPICH gives them all one built-in request, which is complete for ever and is never freed; Open
// MPI has such an object, too. To test it and to let MPI complete it costs as much as half the
// posting. That an MPI has one is found out when the layer begins: two sends to MPI_PROC_NULL get
// the same handle while neither was waited for, and a third one gets it after they were. No request
// that is or will be of one operation alone can do that. Of such an MPI every request with that
// handle is done, whatever made it.
#pragma once

#include <atomic>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class DoneAtOnce {
 public:
  /// Inside MPI, by Engine::enable(). Nothing is found without MPI_COMM_WORLD (sessions).
  void look();

  /// Any thread. True: the operation is done without error, and MPI need not be told that nobody
  /// holds the request any more. What a status would say is not known.
  bool is(MPI_Request request) const noexcept {
    // relaxed: whoever has a request from MPI has been inside, or has it from one who has, after
    // look() was.
    return request == shared_.load(std::memory_order_relaxed) && request != MPI_REQUEST_NULL;
  }

 private:
  std::atomic<MPI_Request> shared_{};  ///< at first no request of any MPI: 0, or a null pointer
};

}  // namespace tidemill::mpi
