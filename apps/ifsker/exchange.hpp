// Messages by plain MPI: the posting, and a transposition as a whole from one thread, in four ways.
#pragma once

#include <mpi.h>

#include <span>
#include <vector>

#include "run.hpp"

namespace ifsker {

/// Each appends one request for each message.
void post_receives(std::span<const Message> messages, std::vector<MPI_Request>& requests);
void post_sends(const Transposition& transposition, std::span<const Message> messages,
                std::vector<MPI_Request>& requests);  ///< packs them, too

class Exchanger {
 public:
  /// For messages that count as received `delay_s` after they were sent.
  Exchanger(Exchange exchange, double delay_s) : exchange_(exchange), delay_s_(delay_s) {}

  /// To be called some time before perform(), with the receive buffers free: receives that are
  /// posted early spare MPI a copy.
  void prepare(const Transposition& transposition);
  /// When it returns, all messages have been received, and all send buffers are free.
  void perform(const Transposition& transposition);
  /// The same of some whole pieces' messages, for ways that send one after the other.
  void perform_part(const Transposition& transposition, std::span<const Message> messages);

 private:
  void by_waitall(const Transposition& transposition);
  void by_sendrecv(const Transposition& transposition, std::span<const Message> messages);
  void by_alltoallv(const Transposition& transposition, std::span<const Message> messages);
  void by_one_alltoallv(const Transposition& transposition);
  /// Sleeps until the message may count as received.
  void hold(const Transposition& transposition, const Message& message) const;

  Exchange exchange_;
  double delay_s_;
  std::vector<MPI_Request> requests_;  ///< receives that prepare() has posted
};

/// Whether MPI_Alltoallv can say, in int, where in the buffers a peer's messages are.
bool alltoallv_reaches(const Transposition& transposition);

/// The quickest for `transposition`, found by trying: the same on all ranks. One that merges
/// messages only if it may. Leaves nothing behind but messages' buffers. Collective over
/// MPI_COMM_WORLD.
Exchange fastest_exchange(const Transposition& transposition, double delay_s, bool may_merge);

}  // namespace ifsker
