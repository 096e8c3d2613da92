// Ready tasks and resumed fibers in key order: a sorted run and, for keys that fit neither of its
// ends, a heap, under a spin lock; the smallest key is published. Anyone may push and take.
// A worker compares its own smallest with others' (ready/ready_set.cpp), so the members' queues
// together act as one relaxed priority queue (a MultiQueue: Rihani, Sanders and Dementiev, SPAA
// 2015).
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "core/fiber/fiber.hpp"
#include "core/fiber/runnable.hpp"
#include "core/policy/key.hpp"
#include "core/sync/spin_lock.hpp"
#include "platform/cpu.hpp"

namespace tidemill::core {

/// Entries in ascending order of their keys, in a ring, so that both ends grow and shrink in a few
/// instructions. For keys that mostly come in order, one way or the other, as what is resumed or
/// made ready together was created together. Not thread-safe.
///
/// The ring has a gap where entries were taken from the middle: the next one beside it is taken as
/// fast. So a task's children go one by one from behind a thousand others that may not begin.
template <class Entry>
class SortedRun {
 public:
  bool empty() const noexcept { return size_ == 0; }
  std::size_t size() const noexcept { return size_; }
  const Entry& operator[](std::size_t i) const noexcept { return ring_[place(i)]; }
  const Entry& front() const noexcept { return ring_[first_]; }

  /// False, and nothing done: `entry` belongs in the middle.
  bool push(const Entry& entry) noexcept {
    const bool last = size_ == 0 || entry.key >= (*this)[size_ - 1].key;
    if (!last && entry.key > front().key) return false;
    if (size_ + gap_ == ring_.size()) make_room_slow();
    if (last) {
      ring_[place(size_)] = entry;
    } else {
      first_ = (first_ - 1) & (ring_.size() - 1);
      ring_[first_] = entry;
      ++split_;
    }
    ++size_;
    return true;
  }

  void pop_front() noexcept {
    first_ = (first_ + 1) & (ring_.size() - 1);
    --size_;
    if (gap_ != 0) [[unlikely]] {
      --split_;
      drop_gap_at_end();
    }
  }

  /// The shortest of three ways: those between it and the gap move, those before, or those behind.
  void remove_slow(std::size_t i) noexcept {
    const std::size_t behind = size_ - 1 - i;
    if (gap_ == 0) split_ = i;
    const std::size_t to_gap = i < split_ ? split_ - i : i - split_;
    if (to_gap <= std::min(i, behind)) {
      for (; split_ < i; ++split_) ring_[at(split_)] = ring_[at(split_ + gap_)];
      for (; split_ > i; --split_) ring_[at(split_ - 1 + gap_)] = ring_[at(split_ - 1)];
      ++gap_;
      --size_;
      drop_gap_at_end();
    } else if (i < behind) {
      for (; i > 0; --i) ring_[place(i)] = ring_[place(i - 1)];
      pop_front();
    } else {
      for (--size_; i < size_; ++i) ring_[place(i)] = ring_[place(i + 1)];
      drop_gap_at_end();
    }
  }

 private:
  /// So far behind the first slot in use.
  std::size_t at(std::size_t slot) const noexcept { return (first_ + slot) & (ring_.size() - 1); }
  std::size_t place(std::size_t i) const noexcept {
    return at(gap_ != 0 && i >= split_ ? i + gap_ : i);
  }

  /// A gap before all entries, or behind them, is none.
  void drop_gap_at_end() noexcept {
    if (split_ == 0) first_ = at(gap_);
    if (split_ == 0 || split_ == size_) gap_ = 0;
  }

  /// Without a gap; and larger, if most of it was in use.
  [[gnu::noinline]] void make_room_slow() noexcept {
    const std::size_t slots = ring_.empty() ? 8 : ring_.size();  // a power of two
    std::vector<Entry> next(4 * size_ > 3 * slots ? 2 * slots : slots);
    for (std::size_t i = 0; i < size_; ++i) next[i] = (*this)[i];
    ring_ = std::move(next);
    first_ = gap_ = 0;
  }

  std::vector<Entry> ring_;
  std::size_t first_ = 0;  // slot
  std::size_t size_ = 0;   // entries
  std::size_t split_ = 0;  // of which so many are before the gap,
  std::size_t gap_ = 0;    // of so many slots; 0: none, and `split_` has no meaning
};

class alignas(platform::kCacheLine) OrderedQueue {
 public:
  /// `key` is the entry's; the item keeps the one of its creation.
  void push(Runnable* item, std::uint64_t key) noexcept {
    std::lock_guard guard(lock_);
    if (!run_.push({key, item})) push_heap_locked({key, item});
    pushes_.store(pushes() + 1, std::memory_order_relaxed);
    publish_locked();
  }

  /// The smallest, or nullptr.
  Runnable* pop() noexcept {
    if (smallest() == kNoKey) return nullptr;
    std::lock_guard guard(lock_);
    return run_.empty() && heap_.empty() ? nullptr : take_smallest_locked();
  }

  /// The smallest, if it may go on after a pause; or nullptr.
  Runnable* pop_resumed() noexcept {
    std::lock_guard guard(lock_);
    if (!is_resumed_key(smallest())) return nullptr;
    return take_smallest_locked();
  }

  /// Of the smallest class that `allowed` accepts anything of, the smallest or a later one; or
  /// nullptr. Looks at every entry if need be: at all that were pushed by the first *`seen` pushes.
  template <class Allowed>
  Runnable* pop_slow(Allowed&& allowed, std::uint64_t* seen) noexcept {
    std::lock_guard guard(lock_);
    *seen = pushes();
    if (run_.empty() && heap_.empty()) return nullptr;
    if (allowed(smallest_locked().item)) return take_smallest_locked();
    const std::size_t in_run = find_in_run_locked(allowed);
    std::size_t best = heap_.size();
    const std::size_t looks = looks_at_heap_locked(in_run);
    for (std::size_t i = 0; i < looks; ++i)
      if ((best == heap_.size() || heap_[i].key < heap_[best].key) && allowed(heap_[i].item))
        best = i;
    Runnable* item = nullptr;
    if (in_run < run_.size() && (best == heap_.size() || run_[in_run].key < heap_[best].key)) {
      item = run_[in_run].item;
      run_.remove_slow(in_run);
    } else if (best < heap_.size()) {
      item = remove_heap_locked(best);
    }
    publish_locked();
    return item;
  }

  /// An entry gets another key, as its item is more, or less, urgent than it was; the item keeps
  /// the key of its creation. False: it isn't here (any more). Looks at every entry.
  bool rekey_slow(const Runnable* item, std::uint64_t key) noexcept {
    std::lock_guard guard(lock_);
    Entry entry{key, nullptr};
    for (std::size_t i = 0; i < run_.size() && entry.item == nullptr; ++i)
      if (run_[i].item == item) {
        entry.item = run_[i].item;
        run_.remove_slow(i);
      }
    for (std::size_t i = 0; i < heap_.size() && entry.item == nullptr; ++i)
      if (heap_[i].item == item) entry.item = remove_heap_locked(i);
    if (entry.item == nullptr) return false;
    if (!run_.push(entry)) push_heap_locked(entry);
    publish_locked();
    return true;
  }

  /// Is there a smallest, and does `such` hold for it? It stays.
  template <class Such>
  bool smallest_is(Such&& such) noexcept {
    std::lock_guard guard(lock_);
    return !(run_.empty() && heap_.empty()) && such(*smallest_locked().item);
  }

  /// How often something was pushed. A hint, like smallest().
  std::uint64_t pushes() const noexcept { return pushes_.load(std::memory_order_relaxed); }

  /// Smallest key; kNoKey when empty. A hint; also the last look before sleep, after a heavy fence,
  /// against push() and the light one in Team::notify_one().
  std::uint64_t smallest() const noexcept { return smallest_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    std::uint64_t key;
    Runnable* item;
  };
  static constexpr auto kLater = [](const Entry& a, const Entry& b) { return a.key > b.key; };

  bool run_first_locked() const noexcept {
    return !run_.empty() && (heap_.empty() || run_.front().key <= heap_[0].key);
  }

  /// How many of its entries may go before entry `in_run` of the run (run_.size(): there is none):
  /// where none is of a smaller class, its smallest alone is worth a look.
  std::size_t looks_at_heap_locked(std::size_t in_run) const noexcept {
    if (heap_.empty() || in_run == run_.size()) return heap_.size();
    return heap_[0].key < with_place(run_[in_run].key, 0) ? heap_.size() : 1;
  }

  /// An entry of the smallest class that has one which is allowed; run_.size(): none is.
  template <class Allowed>
  std::size_t find_in_run_locked(Allowed& allowed) const noexcept {
    std::size_t end = 0;
    for (std::size_t begin = 0; begin < run_.size(); begin = end) {
      const std::uint64_t last_key = run_[begin].key | kStampMask;
      end = first_that(begin, run_.size(), [&](std::size_t i) { return run_[i].key > last_key; });
      const std::size_t found = find_in_class_locked(begin, end, allowed);
      if (found != end) return found;
    }
    return run_.size();
  }

  /// Mostly the newest entries of a class are allowed, as they descend from the task that waits,
  /// and those before them aren't: so the first that is allowed is found by binary search. Where
  /// it isn't so, what is found is allowed all the same, but may not be the oldest that is.
  template <class Allowed>
  std::size_t find_in_class_locked(std::size_t begin, std::size_t end,
                                   Allowed& allowed) const noexcept {
    const auto is_allowed = [&](std::size_t i) { return allowed(run_[i].item); };
    if (is_allowed(end - 1)) return first_that(begin, end - 1, is_allowed);
    for (; begin < end; ++begin)
      if (is_allowed(begin)) return begin;
    return end;
  }

  /// The first of [begin, end) for which `such` holds, if it holds for all after it; or `end`.
  template <class Such>
  static std::size_t first_that(std::size_t begin, std::size_t end, Such&& such) noexcept {
    while (begin < end) {
      const std::size_t middle = begin + (end - begin) / 2;
      if (such(middle))
        end = middle;
      else
        begin = middle + 1;
    }
    return end;
  }

  const Entry& smallest_locked() const noexcept {
    return run_first_locked() ? run_.front() : heap_[0];
  }

  Runnable* take_smallest_locked() noexcept {
    Runnable* item = nullptr;
    if (run_first_locked()) [[likely]] {
      item = run_.front().item;
      const bool resumed = is_resumed_key(run_.front().key);
      run_.pop_front();
      if (resumed) prefetch_resumed_locked();
    } else {
      item = pop_heap_locked();
    }
    publish_locked();
    return item;
  }

  /// Fibers that are resumed next: the second one's head, and what the first one, whose head is
  /// there by now, has left behind.
  [[gnu::noinline]] void prefetch_resumed_locked() const noexcept {
    if (run_.size() < 2 || !is_resumed_key(run_[1].key)) return;
    prefetch_head(run_[1].item);
    const Runnable& first = *run_.front().item;
    if (first.kind == Runnable::Kind::fiber) prefetch_left(static_cast<const Fiber&>(first));
  }

  [[gnu::noinline]] void push_heap_locked(Entry entry) noexcept {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), kLater);
  }

  [[gnu::noinline]] Runnable* pop_heap_locked() noexcept {
    std::pop_heap(heap_.begin(), heap_.end(), kLater);
    Runnable* item = heap_.back().item;
    heap_.pop_back();
    return item;
  }

  /// After a look at every entry, which takes as long as to put them in order again.
  Runnable* remove_heap_locked(std::size_t index) noexcept {
    Runnable* item = heap_[index].item;
    heap_[index] = heap_.back();
    heap_.pop_back();
    std::make_heap(heap_.begin(), heap_.end(), kLater);
    return item;
  }

  // relaxed: the lock hands the items over.
  void publish_locked() noexcept {
    smallest_.store(run_.empty() && heap_.empty() ? kNoKey : smallest_locked().key,
                    std::memory_order_relaxed);
  }

  SpinLock lock_;                                // guards run_ and heap_
  std::atomic<std::uint64_t> smallest_{kNoKey};  // written under lock_, read by anyone
  std::atomic<std::uint64_t> pushes_{0};         // the same
  SortedRun<Entry> run_;
  std::vector<Entry> heap_;
};

}  // namespace tidemill::core
