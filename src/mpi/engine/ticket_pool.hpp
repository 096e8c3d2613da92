// Tickets of bound operations (TAMPI_Iwait, TAMPI_Iwaitall), which outlive the call that makes
// them.
//
// Taken by the thread inside MPI, given back by whoever wakes the task. Each thread takes from a
// list of its own and refills it with the whole shared list at once, so that the shared one needs
// no protection against ABA. Memory is never returned to the system: it is bounded by the largest
// number of operations in flight, times the threads that post.
#pragma once

#include <atomic>

#include "engine/ticket.hpp"

namespace tidemill::mpi {

/// A pool ticket carries the one entry of TAMPI_Iwait; TAMPI_Iwaitall hangs an array on `entries`.
struct BoundTicket : Ticket {
  Entry single{};
};

class TicketPool {
 public:
  /// Any thread, any number. Never fails: no memory is fatal.
  BoundTicket* take();

  /// Gives `ticket` back; its fields are lost.
  void give(BoundTicket* ticket) noexcept { give_list(ticket, ticket); }

 private:
  struct ThreadCache;

  void give_list(Ticket* first, Ticket* last) noexcept {
    // relaxed: only compared and linked to, never read through, here.
    Ticket* top = free_.load(std::memory_order_relaxed);
    do {
      last->next = top;
      // release: the last use of the ticket happens before its next one; pairs with the acquire
      // of take_slow. relaxed on failure: retried.
    } while (!free_.compare_exchange_weak(top, first, std::memory_order_release,
                                          std::memory_order_relaxed));
  }

  BoundTicket* take_slow(ThreadCache& cache);

  std::atomic<Ticket*> free_{nullptr};
};

extern TicketPool ticket_pool;

}  // namespace tidemill::mpi
