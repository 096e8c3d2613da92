// Work-stealing deque of tasks without dependences, after Chase and Lev (SPAA 2005).
//
// Contract: push() and pop() by the owner (the worker of the member it belongs to) only; steal()
// and maybe_nonempty() by anyone. The owner works at the bottom, newest first: it keeps recursion
// deep instead of wide. Thieves take the oldest from the top.
//
// The array grows; outgrown arrays are kept until the end, because a thief may still read one.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/cpu.hpp"

#ifndef TIDEMILL_DEQUE_SLOTS
#define TIDEMILL_DEQUE_SLOTS 256  // test builds start with 4, to grow and wrap all the time
#endif

namespace tidemill::core {

template <class T>
class Deque {
 public:
  Deque() noexcept : array_(new Array(TIDEMILL_DEQUE_SLOTS, nullptr)) {}
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
    // relaxed: only the owner writes bottom_ and array_.
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed);
    // acquire: pairs with the thieves' CAS; a slot they emptied may be written again.
    const std::int64_t top = top_.load(std::memory_order_acquire);
    Array* array = array_.load(std::memory_order_relaxed);
    if (bottom - top >= array->capacity) array = grow_slow(array, top, bottom);
    array->slot(bottom).store(item, std::memory_order_relaxed);  // published by bottom_ below
    // seq_cst: hands the item to thieves (they load bottom_), and is ordered before the owner's
    // look at the sleepers (Team::notify_one) against their last look at bottom_.
    bottom_.store(bottom + 1, std::memory_order_seq_cst);
  }

  T* pop() noexcept {
    const std::int64_t bottom = bottom_.load(std::memory_order_relaxed) - 1;
    Array* array = array_.load(std::memory_order_relaxed);
    if (top_.load(std::memory_order_relaxed) > bottom) return nullptr;  // only the owner adds
    // seq_cst on both: of the owner lowering bottom_ and a thief raising top_, one sees the
    // other. Weaker, and the last item is taken twice.
    bottom_.store(bottom, std::memory_order_seq_cst);
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top > bottom) {
      bottom_.store(bottom + 1, std::memory_order_relaxed);  // empty again, as thieves see it
      return nullptr;
    }
    T* item = array->slot(bottom).load(std::memory_order_relaxed);  // our own write
    if (top == bottom) {
      // The last one: raced for with thieves on top_.
      if (!top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst)) item = nullptr;
      bottom_.store(bottom + 1, std::memory_order_relaxed);
    }
    return item;
  }

  /// nullptr when empty or when another taker was faster.
  T* steal() noexcept {
    std::int64_t top = top_.load(std::memory_order_seq_cst);
    if (top >= bottom_.load(std::memory_order_seq_cst)) return nullptr;  // pairs with pop()
    // acquire: pairs with the release in grow_slow(); the copy is complete.
    T* item = array_.load(std::memory_order_acquire)->slot(top).load(std::memory_order_relaxed);
    return top_.compare_exchange_strong(top, top + 1, std::memory_order_seq_cst) ? item : nullptr;
  }

  /// seq_cst: the last look before sleep, against push() by the owner.
  bool maybe_nonempty() const noexcept {
    return top_.load(std::memory_order_seq_cst) < bottom_.load(std::memory_order_seq_cst);
  }

  std::int64_t size() const noexcept {  // a snapshot; exact for the owner without thieves
    return bottom_.load(std::memory_order_relaxed) - top_.load(std::memory_order_relaxed);
  }

 private:
  struct Array {
    Array(std::int64_t n, Array* o) : capacity(n), slots(new std::atomic<T*>[n]), older(o) {}
    ~Array() { delete[] slots; }
    std::atomic<T*>& slot(std::int64_t i) const noexcept { return slots[i & (capacity - 1)]; }
    const std::int64_t capacity;  // a power of two
    std::atomic<T*>* const slots;
    Array* const older;
  };

  [[gnu::noinline]] Array* grow_slow(Array* old, std::int64_t top, std::int64_t bottom) noexcept {
    auto* wider = new Array(old->capacity * 2, old);
    for (std::int64_t i = top; i < bottom; ++i)
      wider->slot(i).store(old->slot(i).load(std::memory_order_relaxed), std::memory_order_relaxed);
    array_.store(wider, std::memory_order_release);  // pairs with the acquire in steal()
    return wider;
  }

  alignas(platform::kCacheLine) std::atomic<std::int64_t> top_{0};     // thieves and owner, CAS
  alignas(platform::kCacheLine) std::atomic<std::int64_t> bottom_{0};  // owner writes
  std::atomic<Array*> array_;                                          // owner writes
};

}  // namespace tidemill::core
