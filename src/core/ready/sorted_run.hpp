// Entries in ascending order of their keys, in a ring, so that both ends grow and shrink in a few
// instructions. For keys that mostly come in order, one way or the other, as what is resumed or
// made ready together was created together; those that fit neither end are kept elsewhere.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace tidemill::core {

/// Not thread-safe.
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
    if (size_ == ring_.size()) grow_slow();
    if (!last) first_ = place(ring_.size() - 1);
    ring_[last ? place(size_) : first_] = entry;
    ++size_;
    return true;
  }

  void pop_front() noexcept {
    first_ = place(1);
    --size_;
  }

  /// Those on the shorter side of it have to move.
  void remove_slow(std::size_t i) noexcept {
    if (i < size_ / 2) {
      for (; i > 0; --i) ring_[place(i)] = ring_[place(i - 1)];
      pop_front();
    } else {
      for (--size_; i < size_; ++i) ring_[place(i)] = ring_[place(i + 1)];
    }
  }

 private:
  std::size_t place(std::size_t i) const noexcept { return (first_ + i) & (ring_.size() - 1); }

  [[gnu::noinline]] void grow_slow() noexcept {
    std::vector<Entry> larger(ring_.empty() ? 8 : 2 * ring_.size());  // a power of two
    for (std::size_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    ring_ = std::move(larger);
    first_ = 0;
  }

  std::vector<Entry> ring_;
  std::size_t first_ = 0;
  std::size_t size_ = 0;
};

}  // namespace tidemill::core
