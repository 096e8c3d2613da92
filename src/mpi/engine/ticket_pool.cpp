#include "engine/ticket_pool.hpp"

#include <new>

#include "engine/diagnostics.hpp"

namespace tidemill::mpi {

constinit TicketPool ticket_pool;

/// Tickets a thread holds for its next operations; they return to the pool when the thread ends.
struct TicketPool::ThreadCache {
  Ticket* top = nullptr;

  ~ThreadCache() {
    if (!top) return;
    Ticket* last = top;
    while (last->next) last = last->next;
    ticket_pool.give_list(top, last);
  }
};

BoundTicket* TicketPool::take() {
  // take() never suspends, so the address stays this thread's for as long as it is used.
  static thread_local ThreadCache cache;
  if (!cache.top) [[unlikely]]
    return take_slow(cache);
  Ticket* ticket = cache.top;
  cache.top = ticket->next;
  return static_cast<BoundTicket*>(ticket);
}

[[gnu::noinline]] BoundTicket* TicketPool::take_slow(ThreadCache& cache) {
  // acquire: the polling service is done with these tickets; pairs with the release of give_list.
  cache.top = free_.exchange(nullptr, std::memory_order_acquire);
  if (!cache.top) {
    constexpr int kSlab = 64;
    BoundTicket* slab = new (std::nothrow) BoundTicket[kSlab];
    if (!slab) {
      fatal("no memory for %d more operations in flight: bind fewer at a time", kSlab);
    }
    for (int i = 0; i < kSlab; ++i) slab[i].next = i + 1 < kSlab ? &slab[i + 1] : nullptr;
    cache.top = slab;
  }
  Ticket* ticket = cache.top;
  cache.top = ticket->next;
  return static_cast<BoundTicket*>(ticket);
}

}  // namespace tidemill::mpi
