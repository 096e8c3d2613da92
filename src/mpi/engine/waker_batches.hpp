// The tasks that a sweep has found done: gathered inside MPI, told after leaving it, a batch at a
// time. What is named, whose memory is in use elsewhere, is asked for meanwhile.
#pragma once

#include "engine/delegation.hpp"
#include "engine/return_pool.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

/// Of blocking contexts or event counters, for `tell`. All but the telling inside MPI only.
template <void (*tell)(void* const handles[], unsigned int count)>
class WakerBatches {
 public:
  /// A sweep begins: the batch of the one before may be on its way to its tasks.
  void begin() noexcept { filling_ = nullptr; }

  void add(void* handle) {
    if (filling_ == nullptr || filling_->size == kMost) [[unlikely]]
      start_slow();
    filling_->handles[filling_->size++] = handle;
    platform::prefetch_to_write(handle);
  }

 private:
  static constexpr int kMost = 64;
  struct Batch : Delegation::Later {
    Batch* next = nullptr;  ///< link of the pool
    WakerBatches* home = nullptr;
    int size = 0;
    void* handles[kMost] = {};
  };

  [[gnu::noinline]] void start_slow() {
    filling_ = pool_.take();
    filling_->run_later = &tell_all;
    filling_->home = this;
    filling_->size = 0;
    delegation.after_leaving(*filling_);
  }

  static void tell_all(Delegation::Later* later) {
    auto* const batch = static_cast<Batch*>(later);
    tell(batch->handles, static_cast<unsigned>(batch->size));
    batch->home->pool_.give(batch);
  }

  Batch* filling_ = nullptr;
  ReturnPool<Batch, 8> pool_;
};

}  // namespace tidemill::mpi
