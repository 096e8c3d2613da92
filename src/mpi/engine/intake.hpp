// Where posting threads hand tickets to the polling service: many producers, one consumer at a
// time. An intrusive stack that the consumer takes whole, so there is no ABA and no node to free;
// it comes back in order of publication, in which messages mostly complete.
#pragma once

#include <atomic>

#include "engine/ticket.hpp"

namespace tidemill::mpi {

class Intake {
 public:
  /// Any thread. Gives `ticket` away: after the exchange below the polling service may already have
  /// completed it and resumed its task, so nothing here touches it again.
  void push(Ticket* ticket) noexcept {
    // relaxed: only compared; what it points to is not read here.
    Ticket* top = top_.load(std::memory_order_relaxed);
    do {
      ticket->next = top;
      // release: hands over the ticket's fields, entries and (through the release sequence) those
      // below it; pairs with the acquire of take_all. relaxed on failure: retried, nothing read.
    } while (!top_.compare_exchange_weak(top, ticket, std::memory_order_release,
                                         std::memory_order_relaxed));
  }

  /// True if take_all would return nullptr. For the consumer.
  bool empty() const noexcept {
    // relaxed: a hint; a ticket missed now is seen by the next poll, and one seen is only read
    // after take_all's acquire.
    return top_.load(std::memory_order_relaxed) == nullptr;
  }

  /// The consumer: everything pushed so far, oldest first, linked by `next`.
  Ticket* take_all() noexcept {
    // acquire: sees the tickets as their producers filled them; pairs with the release of push.
    Ticket* newest_first = top_.exchange(nullptr, std::memory_order_acquire);
    Ticket* oldest_first = nullptr;
    while (newest_first) {
      Ticket* next = newest_first->next;
      newest_first->next = oldest_first;
      oldest_first = newest_first;
      newest_first = next;
    }
    return oldest_first;
  }

 private:
  std::atomic<Ticket*> top_{nullptr};
};

}  // namespace tidemill::mpi
