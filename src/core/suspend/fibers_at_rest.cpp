#include "core/model/fibers_at_rest.hpp"

#include <algorithm>
#include <boost/context/detail/fcontext.hpp>
#include <span>
#include <utility>

#include "core/model/switch.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/fiber_pool.hpp"
#include "core/suspend/watch_stacks.hpp"

namespace tidemill::core {

namespace {

/// The first function on a dispatch fiber.
void begin_dispatch(boost::context::detail::transfer_t from) {
  finish_switch(from.fctx, from.data);
  dispatch_forever();
}

}  // namespace

/// From the pool, and some more for the next times.
[[gnu::noinline]] Fiber* FibersAtRest::take_slow() noexcept {
  count_ = FiberPool::get(size_).take(std::span(kept_).first(kMoved));
  // They have rested for long, and each lies on a page, and in a page table, of its own. Where that
  // is takes a processor long to find out, and it finds several at once: all are asked for
  // together.
  for (std::size_t i = count_; i-- > 0;) prefetch_page(kept_[i].context);
  if (count_ != 0) return take();
  watch_stacks();
  return create_fiber(begin_dispatch, size_);
}

/// An untied task has brought it from another thread, or left with one of this thread's.
[[gnu::noinline]] void FibersAtRest::give_other_slow(Fiber* fiber) noexcept {
  FiberPool::get(fiber->stack_size).give(std::array{FiberAtRest{fiber, fiber->context}});
}

[[gnu::noinline]] void FibersAtRest::give_oldest_slow() noexcept {
  FiberPool::get(size_).give(std::span(kept_).first(kMoved));
  std::copy(kept_.begin() + kMoved, kept_.end(), kept_.begin());
  count_ -= kMoved;
}

void FibersAtRest::give_all() noexcept {
  FiberPool::get(size_).give(std::span(kept_).first(std::exchange(count_, 0)));
}

}  // namespace tidemill::core
