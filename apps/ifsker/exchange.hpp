// Messages by plain MPI: the posting, and a transposition as a whole from one thread, in three
// ways.
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

 private:
  void by_waitall(const Transposition& transposition);
  void by_sendrecv(const Transposition& transposition);
  void by_alltoallv(const Transposition& transposition);
  /// Sleeps until the message may count as received.
  void hold(const Transposition& transposition, const Message& message) const;

  Exchange exchange_;
  double delay_s_;
  std::vector<MPI_Request> requests_;  ///< receives that prepare() has posted
};

/// The quickest of the three for `transposition`, found by trying: the same on all ranks. Leaves
/// nothing behind but messages' buffers. Collective over MPI_COMM_WORLD.
Exchange fastest_exchange(const Transposition& transposition, double delay_s);

}  // namespace ifsker
