// Work-stealing deque of tasks without dependences, in two parts: a private one that its owner
// works on without any atomic read-modify-write or fence, and a shared one that thieves take from
// under a lock.
//
//    top_             split_              bottom_
//     |  shared: lock   |  private: owner    |
//     oldest                             newest
//
// Contract: push(), pop() and share() by the owner (the worker of the member it belongs to) only;
// steal(), steal_private() and the rest by anyone. The owner works at the bottom, newest first: it
// keeps recursion deep instead of wide. Thieves take the oldest from the top.
//
// top_ and split_ change under the lock only. bottom_ is the owner's. The owner takes what lies
// above split_ freely; below it, or when a thief moves split_ up meanwhile, it takes the lock.
// - share(): the owner moves split_ up, when somebody is hungry and nothing is shared.
// - steal_private(): a thief moves split_ up itself, when the owner hasn't for a while (it may be
//   inside a long task). Owner: lower bottom_, light fence, read split_. Thief: raise split_, heavy
//   fence, read bottom_. One of them sees the other: either the owner finds its item below split_
//   and asks for the lock, or the thief finds it gone and draws split_ back. (The protocol of
//   Cilk-5: Frigo, Leiserson and Randall, PLDI 1998; the fence is asymmetric here.)
//
// The array grows; outgrown arrays are kept until the end, because a thief may still read one.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/sync/spin_lock.hpp"
#include "platform/asymmetric_fence.hpp"
#include "platform/cpu.hpp"

#ifndef TIDEMILL_DEQUE_SLOTS
#define TIDEMILL_DEQUE_SLOTS 256  // test builds start with 4, to grow and wrap all the time
#endif

namespace tidemill::core {

template <class T>
class Deque {
 public:
  Deque() noexcept : array_(new Array(TIDEMILL_DEQUE_SLOTS, nullptr)) {
    use(array_.load(std::memory_order_relaxed));
  }
  ~Deque() {
    for (Array* a = array_.load(std::memory_order_relaxed); a != nullptr;) {
      Array* older = a->older;
      delete a;
      a = older;
    }
  }
  Deque(const Deque&) = delete;
  Deque& operator=(const Deque&) = delete;

  void push(T* item) noexcept {
    NextSlot to = next_slot();
    if (!to.has_room) to.slot = make_room_slow(to.bottom);
    put(to, item);
  }

  /// push() in two steps. Owner: where the next item goes, if there is room for certain, and how
  /// many are before it, at most.
  struct NextSlot {
    bool has_room;
    std::atomic<T*>* slot;
    std::int64_t bottom;
    std::int64_t at_most;
  };
  NextSlot next_slot() const noexcept {
    // relaxed: only the owner writes bottom_.
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const std::int64_t at_most = bottom - oldest_seen_;
    return {at_most <= mask_, &slots_[bottom & mask_], bottom, at_most};
  }
  void put(NextSlot to, T* item) noexcept {
    to.slot->store(item, std::memory_order_relaxed);  // published by bottom_
    // release: hands the item to thieves, who acquire bottom_ or, after share(), the lock.
    bottom_.store(to.bottom + 1, std::memory_order_release);
  }

  T* pop() noexcept {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    if (bottom < split_.load(std::memory_order_relaxed)) [[unlikely]]  // nothing private
      return bottom < top_.load(std::memory_order_relaxed) ? nullptr : pop_contended_slow(bottom);
    // release: keeps what push() handed over visible to a thief that reads this value instead.
    bottom_.store(bottom, std::memory_order_release);
    platform::light_fence();  // against the heavy one in steal_private(); see the head
    if (bottom < split_.load(std::memory_order_relaxed)) return pop_contended_slow(bottom);
    note_progress();
    return slots_[bottom & mask_].load(std::memory_order_relaxed);
  }

  /// Owner: the oldest. Takes the lock: for orders that a deque isn't made for.
  T* pop_oldest() noexcept {
    std::lock_guard guard(lock_);
    if (T* item = take_locked()) return item;
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    if (split_.load(std::memory_order_relaxed) >= bottom) return nullptr;
    split_.store(bottom, std::memory_order_relaxed);  // by the owner itself, so without a fence
    note_progress();
    return take_locked();
  }

  /// Owner: shares the older half of two or more private items, unless something is shared; a
  /// single one where those are worth it.
  void share() noexcept {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    const std::int64_t split = split_.load(std::memory_order_relaxed);
    const int least = shares_singles() ? 1 : 2;
    if (bottom - split < least || top_.load(std::memory_order_relaxed) < split) return;
    std::lock_guard guard(lock_);
    const std::int64_t first = split_.load(std::memory_order_relaxed);
    if (first < bottom) split_.store(first + (bottom - first + 1) / 2, std::memory_order_relaxed);
  }

  /// Owner: a thief has found single items worth it. They are shared at once then, hungry or not:
  /// who has just finished the last one is hungry in a moment, when this one is inside the next.
  bool shares_singles() const noexcept { return singles_.load(std::memory_order_relaxed) != 0; }

  /// A thief: whether a single item is worth the sharing, as far as it can tell.
  void share_singles(bool worth) noexcept {
    // relaxed: a hint. First a look, as it is in the owner's line.
    if (shares_singles() != worth)
      singles_.store(worth ? kSinglesInVain : 0, std::memory_order_relaxed);
  }

  /// A shared item, the oldest; nullptr when there is none. Up to half of what is shared, `most` at
  /// most with it, goes to `own`, the thief's own deque. `*all`: how many it was in all.
  T* steal(Deque& own, std::int64_t most, std::int64_t* all) noexcept {
    *all = 0;
    if (!maybe_shared()) return nullptr;
    T* taken[kMostAtOnce];
    std::int64_t count = 0;
    {
      std::lock_guard guard(lock_);
      const std::int64_t shared =
          split_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
      const std::int64_t wanted = std::min({(shared + 1) / 2, most, kMostAtOnce});
      while (count < wanted) taken[count++] = take_locked();
    }
    *all = count;
    for (std::int64_t i = 1; i < count; ++i) own.push(taken[i]);
    return count > 0 ? taken[0] : nullptr;
  }

  /// An item the owner has kept to itself, the oldest. Costs a system call.
  T* steal_private() noexcept {
    std::lock_guard guard(lock_);
    if (T* item = take_locked()) return item;
    const std::int64_t split = split_.load(std::memory_order_relaxed);
    const std::int64_t hoped = bottom_.load(std::memory_order_relaxed) - split;
    if (hoped < 1) return nullptr;
    const std::int64_t wanted = split + (hoped + 1) / 2;
    split_.store(wanted, std::memory_order_relaxed);
    platform::heavy_fence();
    // acquire: pairs with push() and pop(); the items below are whole.
    const std::int64_t bottom = bottom_.load(std::memory_order_acquire);
    if (bottom < wanted) split_.store(std::max(bottom, split), std::memory_order_relaxed);
    return take_locked();
  }

  // Hints for thieves, and the sleeper's last look (after a heavy fence; push() is followed by a
  // light one before the owner looks for sleepers).
  bool maybe_shared() const noexcept {
    return top_.load(std::memory_order_relaxed) < split_.load(std::memory_order_relaxed);
  }
  bool maybe_nonempty() const noexcept {
    return top_.load(std::memory_order_relaxed) < bottom_.load(std::memory_order_relaxed);
  }

  /// Differs from an earlier one, most likely, if the owner has pushed or popped since, or has
  /// noted progress of another kind.
  std::uint64_t progress() const noexcept {
    return static_cast<std::uint64_t>(bottom_.load(std::memory_order_relaxed)) +
           noted_.load(std::memory_order_relaxed);
  }
  /// Owner.
  void note_progress() noexcept {
    constexpr std::uint64_t kFarFromPushes = 1 << 20;
    // relaxed: a hint. Only the owner writes.
    noted_.store(noted_.load(std::memory_order_relaxed) + kFarFromPushes,
                 std::memory_order_relaxed);
  }

  std::int64_t size() const noexcept {  // a snapshot; exact for the owner without thieves
    return bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
  }
  /// The same, by the owner, for whom NextSlot::at_most starts from it.
  std::int64_t look_at_size() noexcept {
    // acquire: pairs with take_locked(); a slot that thieves emptied may be written again.
    oldest_seen_ = top_.load(std::memory_order_acquire);
    return bottom_.load(std::memory_order_relaxed) - oldest_seen_;
  }

 private:
  static constexpr std::int64_t kMostAtOnce = 32;
  static constexpr int kSinglesInVain = 64;

  struct Array {
    Array(std::int64_t n, Array* o) : capacity(n), slots(new std::atomic<T*>[n]), older(o) {}
    ~Array() { delete[] slots; }
    std::atomic<T*>& slot(std::int64_t i) const noexcept { return slots[i & (capacity - 1)]; }
    const std::int64_t capacity;  // a power of two
    std::atomic<T*>* const slots;
    Array* const older;
  };

  /// Owner: in its own line, what it asks with every item.
  void use(const Array* array) noexcept {
    slots_ = array->slots;
    mask_ = array->capacity - 1;
  }

  T* take_locked() noexcept {
    const std::int64_t top = top_.load(std::memory_order_relaxed);
    if (top >= split_.load(std::memory_order_relaxed)) return nullptr;
    // acquire: pairs with make_room_slow(); the copy is complete.
    T* item = array_.load(std::memory_order_acquire)->slot(top).load(std::memory_order_relaxed);
    // release: the slot has been read and may be written again (oldest_seen_).
    top_.store(top + 1, std::memory_order_release);
    return item;
  }

  /// Takes a shared item, if thieves have left one, and half of those left back with it.
  [[gnu::noinline]] T* pop_contended_slow(std::int64_t bottom) noexcept {
    std::lock_guard guard(lock_);
    const std::int64_t top = top_.load(std::memory_order_relaxed);
    if (bottom < top) {  // a thief was faster
      bottom_.store(top, std::memory_order_release);
      split_.store(top, std::memory_order_relaxed);
      return nullptr;
    }
    bottom_.store(bottom, std::memory_order_release);
    split_.store(top + (bottom - top) / 2, std::memory_order_relaxed);
    note_progress();
    const int singles = singles_.load(std::memory_order_relaxed);
    if (singles > 0 && bottom == top) singles_.store(singles - 1, std::memory_order_relaxed);
    return array_.load(std::memory_order_relaxed)->slot(bottom).load(std::memory_order_relaxed);
  }

  /// Out of slots, as far as the owner knows: looks what thieves have taken, or grows.
  [[gnu::noinline]] std::atomic<T*>* make_room_slow(std::int64_t bottom) noexcept {
    Array* const old = array_.load(std::memory_order_relaxed);
    if (look_at_size() < old->capacity) return &old->slot(bottom);
    auto* wider = new Array(old->capacity * 2, old);
    for (std::int64_t i = oldest_seen_; i < bottom; ++i)
      wider->slot(i).store(old->slot(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    array_.store(wider, std::memory_order_release);  // pairs with the acquire in take_locked()
    use(wider);
    return &wider->slot(bottom);
  }

  // Thieves' line: lock_ guards the writes of top_ and split_.
  alignas(platform::kCacheLine) SpinLock lock_;
  std::atomic<std::int64_t> top_{0};
  std::atomic<std::int64_t> split_{0};
  // Owner's line.
  alignas(platform::kCacheLine) std::atomic<std::int64_t> bottom_{0};
  std::atomic<Array*> array_;  // released by the owner, acquired by thieves
  // The owner's own.
  std::atomic<T*>* slots_ = nullptr;     // of array_
  std::int64_t mask_ = 0;                // their number, less 1
  std::int64_t oldest_seen_ = 0;         // top_ was at least this
  std::atomic<std::uint64_t> noted_{0};  // see progress()
  std::atomic<int> singles_{0};          // may be shared in vain so often before they no longer are
};

}  // namespace tidemill::core
