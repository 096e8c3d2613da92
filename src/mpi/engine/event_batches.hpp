// The event counters of bound operations that a sweep has found done: gathered inside MPI,
// decreased after leaving it, a batch at a time. One whose memory is in use elsewhere is asked for
// meanwhile.
#pragma once

#include "engine/delegation.hpp"
#include "engine/return_pool.hpp"
#include "platform/cpu.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

/// All but the decreasing inside MPI only.
class EventBatches {
 public:
  /// A sweep begins: the batch of the one before may be on its way to its tasks.
  void begin() noexcept { filling_ = nullptr; }

  void add(void* counter) {
    if (filling_ == nullptr || filling_->size == kMost) [[unlikely]]
      start_slow();
    filling_->counters[filling_->size++] = counter;
    platform::prefetch_to_write(counter);
  }

 private:
  static constexpr int kMost = 64;
  struct Batch : Delegation::Later {
    Batch* next = nullptr;  ///< link of the pool
    EventBatches* home = nullptr;
    int size = 0;
    void* counters[kMost] = {};
  };

  [[gnu::noinline]] void start_slow() {
    filling_ = pool_.take();
    filling_->run_later = &decrease;
    filling_->home = this;
    filling_->size = 0;
    delegation.after_leaving(*filling_);
  }

  static void decrease(Delegation::Later* later) {
    auto* const batch = static_cast<Batch*>(later);
    tidemill_decrease_task_event_counters(batch->counters, static_cast<unsigned>(batch->size));
    batch->home->pool_.give(batch);
  }

  Batch* filling_ = nullptr;
  ReturnPool<Batch, 8> pool_;
};

}  // namespace tidemill::mpi
