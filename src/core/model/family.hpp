// Counts with a favourite: one worker counts for nothing, all others by atomic operations (biased
// reference counting: Choi, Shull and Torrellas, PACT 2018).
//
// The worker that runs a task counts its children in plain memory (`own_`); others subtract from a
// shared word. The truth is the sum. Before anybody has to be told that the count has come down to
// something (a wait, the end of the parent) the owner merges its part into the shared word; from
// then on everybody counts there, and who takes it down to the awaited value knows.
//
// Two counts lie in one 64-bit word, so that the usual child takes one operation:
//   bits 0..27   incomplete children                  bit 30 "taskwait is armed"
//   bit 28       the part is merged
//   bits 32..61  unreleased children, and the task itself   bit 63 "barrier is armed"
// While it isn't merged the shared word holds kBase less what others have subtracted, so that no
// field ever borrows from its neighbour.
//
// The owner is a worker: add(), merge(), unmerge() and the parts that say so are for it alone. An
// untied task is owned by the worker it was on until it is first suspended, then by its own code.
#pragma once

#include <atomic>
#include <cstdint>

namespace tidemill::core {

class Family {
 public:
  static constexpr std::uint64_t kChild = 1;
  static constexpr std::uint64_t kMerged = std::uint64_t{1} << 28;
  static constexpr std::uint64_t kTaskwaitArmed = std::uint64_t{1} << 30;
  static constexpr std::uint64_t kUnreleased = std::uint64_t{1} << 32;
  static constexpr std::uint64_t kBoth = kChild + kUnreleased;
  static constexpr std::uint64_t kDrainArmed = std::uint64_t{1} << 63;

  static constexpr std::uint64_t children(std::uint64_t word) noexcept {
    return word & (kMerged - 1);
  }
  static constexpr std::uint64_t unreleased(std::uint64_t word) noexcept {
    return (word & ~kDrainArmed) >> 32;
  }

  /// Counts the task itself as unreleased, and nothing else.
  void reset() noexcept {
    // relaxed: nobody else knows of the count yet.
    own_ = kUnreleased;
    merged_ = false;
    shared_.store(kBase, std::memory_order_relaxed);
  }

  /// Owner: one more child. Returns the incomplete ones, or more (see fold()).
  std::int64_t add_child() noexcept {
    if (merged_) return add_child_of_other();
    own_ += kBoth;
    if (own_children() > kFoldAt) fold();
    return own_children();
  }
  /// Anybody.
  std::int64_t add_child_of_other() noexcept {
    // relaxed: the child is handed over by its queue.
    return static_cast<std::int64_t>(
               children(shared_.fetch_add(kBoth, std::memory_order_relaxed))) +
           1;
  }

  /// Anybody, while another is counted that doesn't go before: a descendant from further below.
  /// relaxed: whoever takes the counts down later does so by an acq_rel operation.
  void add_unreleased_of_other() noexcept {
    shared_.fetch_add(kUnreleased, std::memory_order_relaxed);
  }

  /// Owner: the incomplete children, or more (see fold()); 0 when it is merged. Signed:
  /// others may add what the owner takes off.
  std::int64_t own_children() const noexcept { return static_cast<std::int32_t>(own_); }

  /// Owner, and it isn't merged: no child is left, nor a descendant of one.
  bool is_alone() const noexcept {
    // acquire: as counts().
    return !merged_ && own_ + shared_.load(std::memory_order_acquire) == kUnreleased + kBase;
  }

  /// Owner: takes off its own part and is done, if it isn't merged.
  bool subtract_own(std::uint64_t amount) noexcept {
    if (merged_) return false;
    own_ -= amount;
    if (own_children() < -kFoldAt) fold();
    return true;
  }

  /// Owner: takes what others have counted into its own part, before a field runs over.
  [[gnu::noinline]] void fold() noexcept {
    if (merged_) return;
    // acquire: as counts(). Others only add to and subtract from the word: theirs stay right.
    const std::uint64_t others = shared_.load(std::memory_order_acquire) - kBase;
    own_ += others;
    if (others != 0) shared_.fetch_sub(others, std::memory_order_acq_rel);
  }

  /// Anybody. The word after; its counts mean something only with kMerged. acq_rel: the child's
  /// work goes to whoever takes the count down last. Pairs with itself and with all acquires here.
  std::uint64_t subtract(std::uint64_t amount) noexcept {
    return shared_.fetch_sub(amount, std::memory_order_acq_rel) - amount;
  }

  /// Owner, or anybody once it is merged: the counts as they are, without flags.
  std::uint64_t counts() const noexcept {
    // acquire: what those did whom others have counted down. Pairs with subtract().
    const std::uint64_t shared = shared_.load(std::memory_order_acquire);
    return merged_ ? shared & kFields : own_ + shared - kBase;
  }
  /// Anybody, for whom it is merged: counts and flags. acquire: as counts().
  std::uint64_t load() const noexcept { return shared_.load(std::memory_order_acquire); }

  /// Owner: from here on everybody counts in the shared word, and sees `flags`. The word after.
  /// release: what `flags` stand for, a slot that is ready, for whoever takes the count down.
  /// acquire: as counts(). Pairs with subtract().
  std::uint64_t merge(std::uint64_t flags) noexcept {
    std::uint64_t more = flags;
    if (!merged_) more += own_ - kBase + kMerged;
    own_ = 0;
    merged_ = true;
    return shared_.fetch_add(more, std::memory_order_acq_rel) + more;
  }

  /// The same with no descendant left, and so with nobody who might count meanwhile: relaxed, as
  /// what makes it known hands it over.
  void merge_alone() noexcept {
    shared_.store(counts() + kMerged, std::memory_order_relaxed);
    own_ = 0;
    merged_ = true;
  }

  /// Owner, back at work: takes `flags` off, and what is left into its own part again.
  void unmerge(std::uint64_t flags) noexcept {
    // relaxed: what is subtracted from now on is still right, as the truth is the sum.
    const std::uint64_t word = shared_.load(std::memory_order_relaxed);
    own_ = word & kFields;
    merged_ = false;
    // acq_rel: acquire as counts(). Being one operation it leaves what subtract() has released to
    // those who acquire later.
    shared_.fetch_sub(own_ + kMerged + flags - kBase, std::memory_order_acq_rel);
  }
  /// Owner: takes `flags` off and leaves it merged. relaxed: nobody acts on them any more, the wait
  /// being over; and one operation leaves what subtract() has released to later readers.
  void disarm(std::uint64_t flags) noexcept { shared_.fetch_sub(flags, std::memory_order_relaxed); }

 private:
  static constexpr std::uint64_t kFields = (kMerged - 1) | ((kDrainArmed - 1) & ~(kUnreleased - 1));
  static constexpr std::uint64_t kBase = (kMerged >> 1) + (kUnreleased << 29);

  static constexpr std::int64_t kFoldAt = 1 << 20;

  std::uint64_t own_ = kUnreleased;
  std::atomic<std::uint64_t> shared_{kBase};
  bool merged_ = false;  // the owner's; for others constant while they may ask
};

}  // namespace tidemill::core
