// Makes MPI advance while a thread posts one send after the other.
//
// In shared memory a queue takes some 60 messages. With more on their way than the receiver has
// taken, a send isn't done when it is posted, but left to MPI's progress, which costs several times
// as much. Where both sides post hundreds before either comes to a scheduling point, both queues
// are full. So one send in kEach is looked at: if it is done, nobody is behind; if not, that look
// makes MPI advance, which takes in what has come for this rank and sends what has waited. Inside
// MPI only.
#pragma once

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class SendProgress {
 public:
  /// After the posting of a send, with its code, which it returns.
  int posted(int code, const MPI_Request* request) {
    if (++posted_ % kEach == 0 && code == MPI_SUCCESS) look_slow(*request);
    return code;
  }

 private:
  static constexpr unsigned kEach = 8;  ///< a fraction of such a queue
  static void look_slow(MPI_Request request);
  unsigned posted_ = 0;
};

extern SendProgress send_progress;

}  // namespace tidemill::mpi
