// The tasks that access one address, in order of entry: those of the `previous` set, and then those
// of the current one. Five in place, in one cache line with the address; more in a block. Moved by
// copying its bytes; who drops it has forgotten its tasks. For workers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "core/model/request.hpp"
#include "core/model/worker.hpp"

namespace tidemill::core {

struct Task;

/// Those of one such kind don't wait for each other.
constexpr bool is_concurrent(Access a) noexcept {
  return a != Access::out && a != Access::all_memory;
}

class Accesses {
 public:
  Accesses() noexcept = default;
  Accesses(Accesses&& other) noexcept { swap(other); }
  Accesses& operator=(Accesses&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Accesses() {
    if (has_block_) give_block(tasks_.block.first, tasks_.block.size_class);
  }

  std::span<Task* const> all() const noexcept { return {begin(), size_}; }
  std::uint32_t current_size() const noexcept { return size_ - previous_; }

  /// Of the current set.
  Access kind() const noexcept { return kind_; }
  void set_kind(Access kind) noexcept { kind_ = kind; }
  /// A further access of that kind doesn't wait for the current set, but for the previous one.
  bool are_joined_by(Access next) const noexcept {
    return next == kind_ && is_concurrent(next) && current_size() != 0;
  }

  /// To the current set.
  void push_back(Task* task) noexcept {
    if (size_ == capacity()) grow_slow();
    begin()[size_++] = task;
  }

  /// Calls drop(task) for each of the previous set. The current one takes its place; the new one is
  /// of that kind, and empty.
  template <class Drop>
  void close(Access kind, Drop&& drop) noexcept {
    Task** const tasks = begin();
    for (std::uint32_t i = 0; i < previous_; ++i) drop(tasks[i]);
    erase(0, previous_);
    previous_ = size_;
    kind_ = kind;
  }

  /// Calls drop(task) for each of a set, and removes those for which it returned true.
  template <class Drop>
  [[gnu::always_inline]] void remove_previous_if(Drop&& drop) noexcept {
    const std::uint32_t before = previous_;
    previous_ = remove_if(0, before, drop);
    if (previous_ != before) [[unlikely]]
      erase(previous_, before);
  }
  template <class Drop>
  void remove_current_if(Drop&& drop) noexcept {
    size_ = remove_if(previous_, size_, drop);
  }

 private:
  static constexpr std::uint32_t kFew = 5;
  union Tasks {
    Task* few[kFew];
    struct {
      Task** first;
      std::uint32_t capacity;
      std::uint8_t size_class;
    } block;  // all of them, once there were more than kFew
  };
  Task** begin() noexcept { return has_block_ ? tasks_.block.first : tasks_.few; }
  Task* const* begin() const noexcept { return has_block_ ? tasks_.block.first : tasks_.few; }
  std::uint32_t capacity() const noexcept { return has_block_ ? tasks_.block.capacity : kFew; }

  /// The end of those left, which have moved to the front of [from, to).
  template <class Drop>
  [[gnu::always_inline]] std::uint32_t remove_if(std::uint32_t from, std::uint32_t to,
                                                 Drop&& drop) noexcept {
    Task** const tasks = begin();
    std::uint32_t kept = from;
    for (std::uint32_t i = from; i < to; ++i) {
      Task* const task = tasks[i];
      if (!drop(task)) tasks[kept++] = task;
    }
    return kept;
  }
  void erase(std::uint32_t from, std::uint32_t to) noexcept {
    Task** const tasks = begin();
    std::copy(tasks + to, tasks + size_, tasks + from);
    size_ -= to - from;
  }

  void swap(Accesses& other) noexcept {
    std::swap(tasks_, other.tasks_);
    std::swap(size_, other.size_);
    std::swap(previous_, other.previous_);
    std::swap(kind_, other.kind_);
    std::swap(has_block_, other.has_block_);
  }

  [[gnu::noinline]] void grow_slow() noexcept {
    // The first block is the smallest there is, then four times as many.
    const std::uint32_t room =
        has_block_ ? 4 * tasks_.block.capacity
                   : BlockCache::kClassBytes[BlockCache::kSmallTasks] / sizeof(Task*);
    const auto block = take_block(room * sizeof(Task*));
    auto** wider = static_cast<Task**>(block.memory);
    std::copy_n(begin(), size_, wider);
    if (has_block_) give_block(tasks_.block.first, tasks_.block.size_class);
    tasks_.block = {wider, room, block.size_class};
    has_block_ = true;
  }

  Tasks tasks_{};
  std::uint32_t size_ = 0;
  std::uint32_t previous_ = 0;
  Access kind_ = Access::in;
  bool has_block_ = false;
};

}  // namespace tidemill::core
