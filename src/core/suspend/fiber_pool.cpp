#include "core/suspend/fiber_pool.hpp"

#include <algorithm>
#include <array>
#include <boost/context/detail/fcontext.hpp>
#include <mutex>
#include <span>
#include <utility>

#include "core/model/fibers_at_rest.hpp"
#include "core/suspend/dispatch.hpp"
#include "core/suspend/watch_stacks.hpp"
#include "platform/cpu.hpp"
#include "platform/process_wide.hpp"

namespace tidemill::core {

namespace {

// A fiber that was hollowed not longer ago than this and is needed again was hollowed too soon. Nor
// does who brings fibers hollow any that were needed since: the end of a large burst takes long.
constexpr std::uint64_t kSoonNs = 1'000'000'000;

/// `since` may be another processor's, and a little ahead.
bool passed(std::uint64_t since, std::uint64_t ns) noexcept {
  return static_cast<std::int64_t>(platform::ticks() - since) >=
         static_cast<std::int64_t>(ns * platform::ticks_per_us() / 1000);
}

/// The first function on a dispatch fiber.
void begin_dispatch(boost::context::detail::transfer_t from) {
  finish_switch(from.fctx, from.data);
  dispatch_forever();
}

}  // namespace

FiberPool& FiberPool::get(StackSize size) noexcept {
  return platform::ProcessWide<std::array<FiberPool, 2>>::get()[static_cast<std::size_t>(size)];
}

std::size_t FiberPool::take(std::span<FiberAtRest> room) noexcept {
  std::lock_guard guard(lock_);
  needed_at_ = platform::ticks();
  if (!full_.empty()) {
    const std::size_t count = std::min(room.size(), full_.size());
    const auto taken = full_.end() - static_cast<std::ptrdiff_t>(count);
    std::copy(taken, full_.end(), room.begin());
    full_.erase(taken, full_.end());
    return count;
  }
  if (hollow_.empty()) return 0;
  room.front() = {hollow_.back(), nullptr};
  hollow_.pop_back();
  learn_locked();
  return 1;
}

/// A hollow fiber is needed: was it hollowed too soon?
void FiberPool::learn_locked() noexcept {
  if (passed(hollowed_at_, kSoonNs)) {
    most_full_ = kMostFull;
    patience_ns_ = kBurstNs;
  } else if (trimmed_) {
    patience_ns_ = std::min(2 * patience_ns_, kSoonNs);
  } else {
    ++most_full_;
  }
  trimmed_ = false;
}

void FiberPool::give(std::span<const FiberAtRest> fibers) noexcept {
  if (fibers.empty()) return;
  bool plenty = false;
  std::size_t too_many = 0;
  {
    std::lock_guard guard(lock_);
    const std::size_t room = most_full_ - std::min(most_full_, full_.size());
    too_many = fibers.size() - std::min(fibers.size(), room);
    const auto full = fibers.subspan(too_many);
    full_.insert(full_.end(), full.begin(), full.end());
    plenty = full_.size() > kKept;
    if (too_many != 0) hollowed_at_ = platform::ticks();
  }
  if (too_many != 0) hollow(fibers.first(too_many));
  if (!plenty) return;
  wake_to_trim(plenty_);
  trim_some(Whose::giver);
}

bool FiberPool::trim_some(Whose whose) noexcept {
  std::array<FiberAtRest, kTrimmed> some;
  std::size_t count = 0;
  {
    std::lock_guard guard(lock_);
    const std::uint64_t patience = whose == Whose::sleeper ? patience_ns_ : kSoonNs;
    if (full_.size() <= kKept) {
      plenty_.store(false, std::memory_order_relaxed);
      return false;
    }
    if (!passed(needed_at_, patience)) return false;
    trimmed_ = true;
    hollowed_at_ = platform::ticks();
    for (; count < kTrimmed && full_.size() > kKept; full_.pop_front())
      some[count++] = full_.front();
  }
  hollow(std::span(some).first(count));
  return true;
}

/// Not under the lock.
void FiberPool::hollow(std::span<const FiberAtRest> fibers) noexcept {
  for (const FiberAtRest& each : fibers) hollow_fiber(each.fiber);
  std::lock_guard guard(lock_);
  for (const FiberAtRest& each : fibers) hollow_.push_back(each.fiber);
}

void FiberPool::destroy_all() noexcept {
  std::deque<FiberAtRest> full;
  std::vector<Fiber*> hollow;
  {
    std::lock_guard guard(lock_);
    full.swap(full_);
    hollow.swap(hollow_);
  }
  for (const FiberAtRest& each : full) destroy_fiber(each.fiber);
  for (Fiber* fiber : hollow) destroy_fiber(fiber);
}

// ---- those of one worker ----

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
