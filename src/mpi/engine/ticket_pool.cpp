#include "engine/ticket_pool.hpp"

#include <new>

#include "engine/diagnostics.hpp"

namespace tidemill::mpi {

constinit TicketPool ticket_pool;

[[gnu::noinline]] void TicketPool::collect_slow() {
  // acquire: their last users are done with these tickets; pairs with the release of give.
  ready_ = free_.exchange(nullptr, std::memory_order_acquire);
  if (ready_ != nullptr) return;
  constexpr int kSlab = 64;
  BoundTicket* slab = new (std::nothrow) BoundTicket[kSlab];
  if (!slab) fatal("no memory for %d more operations in flight: bind fewer at a time", kSlab);
  for (int i = 0; i < kSlab; ++i) slab[i].next = i + 1 < kSlab ? &slab[i + 1] : nullptr;
  ready_ = slab;
}

}  // namespace tidemill::mpi
