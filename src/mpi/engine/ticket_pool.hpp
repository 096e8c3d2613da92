// Tickets of bound operations (TAMPI_Iwait, TAMPI_Iwaitall), which outlive the call that makes
// them.
//
// Taken inside MPI, given back by whoever wakes the task, outside. What was given back is collected
// whole when the list inside has run out, so that the shared one needs no protection against ABA.
// Memory is never returned to the system: it is bounded by the largest number of operations in
// flight.
#pragma once

#include <atomic>
#include <new>

#include "engine/ticket.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

/// Outlives the call, so that it keeps where that was made. Two cache lines: a hundred thousand of
/// them may be in flight.
struct alignas(64) BoundTicket : Ticket {
  BoundTicket() = default;
  explicit BoundTicket(const CallSite& c) : made_by(c) { call = &made_by; }
  CallSite made_by{};
};
static_assert(sizeof(BoundTicket) == 128);

class TicketPool {
 public:
  /// As new, for an operation bound by `call`. Inside MPI, any number. Never fails: no memory is
  /// fatal.
  BoundTicket* take(const CallSite& call) {
    if (ready_ == nullptr) [[unlikely]]
      collect_slow();
    auto* ticket = static_cast<BoundTicket*>(ready_);
    ready_ = ticket->next;
    platform::prefetch_to_write(ready_);
    platform::prefetch_to_write(reinterpret_cast<const char*>(ready_) + sizeof(BoundTicket) / 2);
    return new (ticket) BoundTicket(call);
  }

  /// Gives `ticket` back; its fields are lost.
  void give(BoundTicket* ticket) noexcept {
    // relaxed: only compared and linked to, never read through, here.
    Ticket* top = free_.load(std::memory_order_relaxed);
    do {
      ticket->next = top;
      // release: the last use of the ticket happens before its next one; pairs with the acquire
      // of collect_slow. relaxed on failure: retried.
    } while (!free_.compare_exchange_weak(top, ticket, std::memory_order_release,
                                          std::memory_order_relaxed));
  }

 private:
  void collect_slow();

  Ticket* ready_ = nullptr;  ///< inside MPI only
  std::atomic<Ticket*> free_{nullptr};
};

extern TicketPool ticket_pool;

}  // namespace tidemill::mpi
