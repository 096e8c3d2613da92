// A collective operation as rounds of messages: what each algorithm (allreduce.cpp, ...) derives
// from. It is a ticket, on the stack of the task that waits, and lives inside MPI only: whoever
// sees the last request of a round done posts the next one (collectives.hpp), no task switch
// between.
//
// Invariant that matching rests on: in one operation a rank sends at most one message to each
// other, and to itself.
#pragma once

#include <limits>

#include "collectives/comm_state.hpp"
#include "collectives/private_comms.hpp"
#include "engine/engine.hpp"

namespace tidemill::mpi {

// MPI_Irecv and MPI_Isend. A number of elements that an int can't hold is a program's of MPI 4.
inline int irecv(void* buffer, MPI_Count count, MPI_Datatype type, int source, int tag,
                 MPI_Comm comm, MPI_Request* request) {
#if MPI_VERSION >= 4
  if (count > std::numeric_limits<int>::max())
    return PMPI_Irecv_c(buffer, count, type, source, tag, comm, request);
#endif
  return PMPI_Irecv(buffer, static_cast<int>(count), type, source, tag, comm, request);
}
inline int isend(const void* buffer, MPI_Count count, MPI_Datatype type, int destination, int tag,
                 MPI_Comm comm, MPI_Request* request) {
#if MPI_VERSION >= 4
  if (count > std::numeric_limits<int>::max())
    return PMPI_Isend_c(buffer, count, type, destination, tag, comm, request);
#endif
  return PMPI_Isend(buffer, static_cast<int>(count), type, destination, tag, comm, request);
}

class Schedule : public Ticket {
 public:
  /// Requests of one round: a send to and a receive from each of the others.
  static constexpr int kMostRequests = 32;

  explicit Schedule(const CallSite& site) {
    call = &site;
    count = kMostRequests;
  }
  virtual ~Schedule() = default;
  Schedule(const Schedule&) = delete;
  Schedule& operator=(const Schedule&) = delete;

  /// Shall these calls be made of messages? By nothing but what MPI wants to be equal on all ranks:
  /// or some would use MPI's form and some not. False, too, for what is surely wrong.
  virtual bool suits(const CommState& comm) = 0;

  /// From a communicator's first call on, as MPI's form fails. By the same.
  virtual bool needs_messages() const { return false; }

  /// Posts the next round by receive() and send(), receives first; no request: it is over. Returns
  /// MPI's code.
  virtual int post_round() = 0;

 protected:
  int rank() const { return comm_->rank; }
  int size() const { return comm_->size; }

  int receive(void* buffer, MPI_Count elements, MPI_Datatype type, int source) {
    const int code =
        irecv(buffer, elements, type, comm_->peers[source].rank,
              comm_->tag + static_cast<int>(place_), hidden_comm.handle(), &requests_[posted_]);
    if (code == MPI_SUCCESS) receives_ = ++posted_;
    return code;
  }

  int send(const void* buffer, MPI_Count elements, MPI_Datatype type, int destination) {
    const CommState::Peer& peer = comm_->peers[destination];
    const int code = isend(buffer, elements, type, peer.rank, peer.tag + static_cast<int>(place_),
                           hidden_comm.handle(), &requests_[posted_]);
    if (code == MPI_SUCCESS) ++posted_;
    return code;
  }

 private:
  friend class Collectives;

  void begin_round() {
    posted_ = receives_ = 0;
    ++rounds_;
  }

  const PostOn* mpi_form_ = nullptr;
  CommState* comm_ = nullptr;      ///< nullptr: posted by mpi_form_
  bool unheard_ = true;            ///< of an error the user's communicator has not heard yet
  unsigned place_ = 0;             ///< its number on the communicator, modulo CommState::kInFlight
  int posted_ = 0, receives_ = 0;  ///< requests in this round; the receives come first
  int rounds_ = 0;                 ///< posted
  Schedule* next_waiting_ = nullptr;
  MPI_Request requests_[kMostRequests];
};

}  // namespace tidemill::mpi
