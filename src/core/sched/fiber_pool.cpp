#include "core/sched/fiber_pool.hpp"

#include <algorithm>
#include <array>
#include <mutex>

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

}  // namespace

FiberPool& FiberPool::get() noexcept { return platform::ProcessWide<FiberPool>::get(); }

Fiber* FiberPool::take(std::size_t most) noexcept {
  Fiber* first = nullptr;
  std::lock_guard guard(lock_);
  needed_at_ = platform::ticks();
  const auto taken = full_.end() - static_cast<std::ptrdiff_t>(std::min(most, full_.size()));
  for (auto each = taken; each != full_.end(); ++each) {
    (*each)->next = first;
    first = *each;
  }
  full_.erase(taken, full_.end());
  if (first != nullptr || hollow_.empty()) return first;
  first = hollow_.back();
  hollow_.pop_back();
  first->next = nullptr;
  learn_locked();
  return first;
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

void FiberPool::give(Fiber* first) noexcept {
  std::array<Fiber*, kAtOnce> some;
  bool plenty = false;
  while (first != nullptr) {
    std::size_t count = 0;
    for (; count < kAtOnce && first != nullptr; first = static_cast<Fiber*>(first->next))
      some[count++] = first;
    std::size_t left = 0;
    {
      std::lock_guard guard(lock_);
      const std::size_t room = most_full_ - std::min(most_full_, full_.size());
      left = count - std::min(count, room);
      // The first of the list, most lately used, are taken first.
      for (std::size_t i = count - left; i > 0; --i) full_.push_back(some[i - 1]);
      plenty = full_.size() > kKept;
      if (left != 0) hollowed_at_ = platform::ticks();
    }
    if (left == 0) continue;
    for (std::size_t i = count - left; i < count; ++i) hollow_fiber(some[i]);
    std::lock_guard guard(lock_);
    hollow_.insert(hollow_.end(), some.begin() + static_cast<std::ptrdiff_t>(count - left),
                   some.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (!plenty) return;
  if (!plenty_.load(std::memory_order_relaxed)) {
    plenty_.store(true, std::memory_order_relaxed);
    wake_to_trim();
  }
  trim_some(Whose::giver);
}

bool FiberPool::trim_some(Whose whose) noexcept {
  std::array<Fiber*, kAtOnce> some;
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
    for (; count < kAtOnce && full_.size() > kKept; full_.pop_front())
      some[count++] = full_.front();
  }
  for (std::size_t i = 0; i < count; ++i) hollow_fiber(some[i]);
  std::lock_guard guard(lock_);
  hollow_.insert(hollow_.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
  return true;
}

void FiberPool::destroy_all() noexcept {
  std::deque<Fiber*> full;
  std::vector<Fiber*> hollow;
  {
    std::lock_guard guard(lock_);
    full.swap(full_);
    hollow.swap(hollow_);
  }
  for (Fiber* fiber : full) destroy_fiber(fiber);
  for (Fiber* fiber : hollow) destroy_fiber(fiber);
}

}  // namespace tidemill::core
