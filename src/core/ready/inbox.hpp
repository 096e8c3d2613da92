// What only one worker may go on with, first in, first out: tied fibers to resume, implicit tasks
// to start. The owner's own entries, which are most, are in a list of its own; anyone else's in
// another, under a lock.
//
// And the word by which others call the owner to the private queues of its domains
// (ready/ready_set.hpp): it is asked for with every task, so a call costs no look of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "core/fiber/fiber.hpp"
#include "core/fiber/runnable.hpp"
#include "core/sync/spin_lock.hpp"

namespace tidemill::core {

class Inbox {
 public:
  /// Anyone. From here on the owner may have taken it; to be unparked, so that it looks again.
  void push_back(Runnable* item) noexcept {
    std::lock_guard guard(lock_);
    given_.append(item);
    news_.fetch_or(kGiven, std::memory_order_relaxed);
  }
  /// Anyone, who has pushed to a private queue. The owner is to be unparked, likewise.
  void call() noexcept {
    // release: what was pushed; pairs with take_call().
    news_.fetch_or(kCall, std::memory_order_release);
  }

  // ---- the owner ----

  void push_back_own(Runnable* item) noexcept { own_.append(item); }
  void push_front_own(Runnable* item) noexcept { own_.prepend(item); }

  Runnable* pop() noexcept {
    // What others gave has its turn, however many entries the owner makes.
    if (!own_.empty() && (!has_given() || ++since_given_ % kOwnInARow != 0)) return own_.take();
    return has_given() ? pop_given() : nullptr;
  }
  /// Or it is called.
  bool maybe_nonempty() const noexcept { return !own_.empty() || has_news(); }
  bool is_called() const noexcept {
    return (news_.load(std::memory_order_relaxed) & kCall) != 0;  // a hint, as has_news()
  }
  /// Before the look at the private queues. acquire: see call().
  void take_call() noexcept {
    news_.fetch_and(static_cast<std::uint8_t>(~kCall), std::memory_order_acquire);
  }

 private:
  class List {
   public:
    bool empty() const noexcept { return first_ == nullptr; }
    void append(Runnable* item) noexcept {
      item->next = nullptr;
      if (first_ == nullptr)
        first_ = item;
      else
        last_->next = item;
      last_ = item;
    }
    void prepend(Runnable* item) noexcept {
      if (first_ == nullptr) last_ = item;
      item->next = first_;
      first_ = item;
    }
    Runnable* take() noexcept {
      Runnable* const item = first_;
      first_ = item->next;
      if (first_ != nullptr && first_->kind == Runnable::Kind::fiber)
        prefetch_left(static_cast<const Fiber&>(*first_));
      return item;
    }

   private:
    Runnable* first_ = nullptr;
    Runnable* last_ = nullptr;
  };

  // relaxed: a hint, the lock orders. After a push the owner is unparked, so it looks again.
  bool has_news() const noexcept { return news_.load(std::memory_order_relaxed) != 0; }
  bool has_given() const noexcept { return (news_.load(std::memory_order_relaxed) & kGiven) != 0; }

  [[gnu::noinline]] Runnable* pop_given() noexcept {
    std::lock_guard guard(lock_);
    if (given_.empty()) return nullptr;
    Runnable* const item = given_.take();
    if (given_.empty())
      news_.fetch_and(static_cast<std::uint8_t>(~kGiven), std::memory_order_relaxed);
    return item;
  }

  static constexpr std::uint32_t kOwnInARow = 16;

  List own_;
  std::uint32_t since_given_ = 0;
  SpinLock lock_;  // guards given_
  List given_;
  static constexpr std::uint8_t kGiven = 1, kCall = 2;
  std::atomic<std::uint8_t> news_{0};
};

}  // namespace tidemill::core
