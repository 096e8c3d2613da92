#include "core/sched/fibers_at_rest.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "core/sched/dispatch.hpp"
#include "core/sched/fiber_pool.hpp"

namespace tidemill::core {

/// From the pool, and some more for the next times.
[[gnu::noinline]] Fiber* FibersAtRest::take_slow() noexcept {
  count_ = FiberPool::get().take(std::span(kept_).first(kMoved));
  // They have rested for long, and each lies on a page, and in a page table, of its own. Where that
  // is takes a processor long to find out, and it finds several at once: all are asked for
  // together.
  for (std::size_t i = count_; i-- > 0;) prefetch_page(kept_[i].context);
  return count_ == 0 ? create_fiber(dispatch_forever) : take();
}

[[gnu::noinline]] void FibersAtRest::give_oldest_slow() noexcept {
  FiberPool::get().give(std::span(kept_).first(kMoved));
  std::copy(kept_.begin() + kMoved, kept_.end(), kept_.begin());
  count_ -= kMoved;
}

void FibersAtRest::give_all() noexcept {
  FiberPool::get().give(std::span(kept_).first(std::exchange(count_, 0)));
}

}  // namespace tidemill::core
