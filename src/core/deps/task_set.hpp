// A small set of tasks in order of entry: two in place, more in a block. Moved by copying its
// bytes; who drops it has forgotten its tasks. For workers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/model/worker.hpp"

namespace tidemill::core {

struct Task;

class TaskSet {
 public:
  TaskSet() noexcept = default;
  TaskSet(TaskSet&& other) noexcept { swap(other); }
  TaskSet& operator=(TaskSet&& other) noexcept {
    swap(other);
    return *this;
  }
  ~TaskSet() {
    if (has_block_) give_block(tasks_.block.first, tasks_.block.size_class);
  }

  bool empty() const noexcept { return size_ == 0; }
  std::uint32_t size() const noexcept { return size_; }
  Task* back() const noexcept { return *(begin() + size_ - 1); }
  Task* operator[](std::uint32_t i) const noexcept { return begin()[i]; }

  /// The last takes the place of the i-th.
  void remove(std::uint32_t i) noexcept {
    begin()[i] = back();
    --size_;
  }

  void push_back(Task* task) noexcept {
    if (size_ == capacity()) grow_slow();
    begin()[size_++] = task;
  }

  void swap(TaskSet& other) noexcept {
    std::swap(tasks_, other.tasks_);
    std::swap(size_, other.size_);
    std::swap(has_block_, other.has_block_);
  }

  /// Calls drop(task) for each, and removes those for which it returned true.
  template <class Drop>
  void remove_if(Drop&& drop) noexcept {
    if (size_ == 0) return;
    Task** kept = begin();
    for (Task **t = begin(), **end = t + size_; t != end; ++t)
      if (!drop(*t)) *kept++ = *t;
    size_ = static_cast<std::uint32_t>(kept - begin());
  }

  /// Calls drop(task) for each, and forgets them all.
  template <class Drop>
  void forget_all(Drop&& drop) noexcept {
    for (Task **t = begin(), **end = t + size_; t != end; ++t) drop(*t);
    size_ = 0;
  }

 private:
  static constexpr std::uint32_t kFew = 2;
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
  bool has_block_ = false;
};

}  // namespace tidemill::core
