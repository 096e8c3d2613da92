// Ready tasks and resumed fibers in key order: a 4-ary heap under a spin lock, its smallest key
// published. Anyone may push and take. One per team member; a worker compares its own smallest
// with others' (sched/dispatch.cpp), so the members' heaps together act as one relaxed priority
// queue (a MultiQueue: Rihani, Sanders and Dementiev, SPAA 2015).
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/sched/order.hpp"
#include "core/sched/runnable.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

class alignas(platform::kCacheLine) OrderedQueue {
 public:
  void push(Runnable* item) noexcept {
    std::lock_guard guard(lock_);
    heap_.push_back({item->key, item});
    sift_up(heap_.size() - 1);
    publish_locked();
  }

  /// The smallest, or nullptr.
  Runnable* pop() noexcept {
    if (smallest() == kNoKey) return nullptr;
    std::lock_guard guard(lock_);
    return heap_.empty() ? nullptr : remove_locked(0);
  }

  /// The smallest that `allowed` accepts, or nullptr. Looks at every entry if need be.
  template <class Allowed>
  Runnable* pop_slow(Allowed&& allowed) noexcept {
    if (smallest() == kNoKey) return nullptr;
    std::lock_guard guard(lock_);
    if (!heap_.empty() && allowed(heap_[0].item)) return remove_locked(0);
    std::size_t best = heap_.size();
    for (std::size_t i = 0; i < heap_.size(); ++i)
      if ((best == heap_.size() || heap_[i].key < heap_[best].key) && allowed(heap_[i].item))
        best = i;
    return best == heap_.size() ? nullptr : remove_locked(best);
  }

  /// Smallest key; kNoKey when empty. A hint; also the last look before sleep, after a heavy fence,
  /// against push() and the light one in Team::notify_one().
  std::uint64_t smallest() const noexcept { return smallest_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    std::uint64_t key;
    Runnable* item;
  };
  static constexpr std::size_t kArity = 4;

  Runnable* remove_locked(std::size_t index) noexcept {
    Runnable* item = heap_[index].item;
    heap_[index] = heap_.back();
    heap_.pop_back();
    if (index < heap_.size()) {
      sift_down(index);
      sift_up(index);
    }
    publish_locked();
    return item;
  }

  // relaxed: the lock hands the items over.
  void publish_locked() noexcept {
    smallest_.store(heap_.empty() ? kNoKey : heap_[0].key, std::memory_order_relaxed);
  }

  void sift_up(std::size_t i) noexcept {
    const Entry entry = heap_[i];
    while (i > 0) {
      const std::size_t above = (i - 1) / kArity;
      if (heap_[above].key <= entry.key) break;
      heap_[i] = heap_[above];
      i = above;
    }
    heap_[i] = entry;
  }

  void sift_down(std::size_t i) noexcept {
    const Entry entry = heap_[i];
    for (;;) {
      const std::size_t first = i * kArity + 1;
      if (first >= heap_.size()) break;
      std::size_t least = first;
      for (std::size_t c = first + 1; c < std::min(first + kArity, heap_.size()); ++c)
        if (heap_[c].key < heap_[least].key) least = c;
      if (heap_[least].key >= entry.key) break;
      heap_[i] = heap_[least];
      i = least;
    }
    heap_[i] = entry;
  }

  SpinLock lock_;                                // guards heap_
  std::atomic<std::uint64_t> smallest_{kNoKey};  // written under lock_, read by anyone
  std::vector<Entry> heap_;
};

}  // namespace tidemill::core
