// A pool of objects that are taken inside MPI and given back outside, by whoever is done with them.
//
// What was given back is collected whole when the list inside has run out, so that the shared one
// needs no protection against ABA. Memory is never returned to the system: it is bounded by the
// largest number in use at a time.
#pragma once

#include <atomic>
#include <new>

#include "engine/diagnostics.hpp"

namespace tidemill::mpi {

/// Of `T`s that have a link `next`, made `kSlab` at a time.
template <typename T, int kSlab>
class ReturnPool {
 public:
  /// Inside MPI. Whatever it was before: the caller makes it anew. Never fails: no memory is fatal.
  T* take() {
    if (ready_ == nullptr) [[unlikely]]
      collect_slow();
    T* const taken = ready_;
    ready_ = static_cast<T*>(taken->next);
    return taken;
  }

  void give(T* object) noexcept {
    // relaxed: only compared and linked to, never read through, here.
    T* top = free_.load(std::memory_order_relaxed);
    do {
      object->next = top;
      // release: the last use happens before the next one; pairs with the acquire of collect_slow.
      // relaxed on failure: retried.
    } while (!free_.compare_exchange_weak(top, object, std::memory_order_release,
                                          std::memory_order_relaxed));
  }

 private:
  [[gnu::noinline]] void collect_slow() {
    // acquire: their last users are done with these; pairs with the release of give.
    ready_ = free_.exchange(nullptr, std::memory_order_acquire);
    if (ready_ != nullptr) return;
    T* const slab = new (std::nothrow) T[kSlab];
    if (!slab) fatal("no memory for %d more operations in flight: bind fewer at a time", kSlab);
    for (int i = 0; i < kSlab; ++i) slab[i].next = i + 1 < kSlab ? &slab[i + 1] : nullptr;
    ready_ = slab;
  }

  T* ready_ = nullptr;  ///< inside MPI only
  std::atomic<T*> free_{nullptr};
};

}  // namespace tidemill::mpi
