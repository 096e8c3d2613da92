// A small set of tasks in order of entry: two in place, more on the heap. Moved by copying its
// bytes; who drops it has forgotten its tasks.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

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
  ~TaskSet() { delete more_; }

  bool empty() const noexcept { return size_ == 0; }
  std::uint32_t size() const noexcept { return size_; }
  Task* front() const noexcept { return *begin(); }
  Task* back() const noexcept { return *(begin() + size_ - 1); }

  void push_back(Task* task) {
    if (more_ != nullptr)
      more_->push_back(task);
    else if (size_ < kFew)
      few_[size_] = task;
    else
      more_ = new std::vector<Task*>{few_[0], few_[1], task};
    ++size_;
  }

  void swap(TaskSet& other) noexcept {
    std::swap(few_[0], other.few_[0]);
    std::swap(few_[1], other.few_[1]);
    std::swap(more_, other.more_);
    std::swap(size_, other.size_);
  }

  /// Calls drop(task) for each, and removes those for which it returned true.
  template <class Drop>
  void remove_if(Drop&& drop) noexcept {
    Task** kept = begin();
    for (Task **t = begin(), **end = t + size_; t != end; ++t)
      if (!drop(*t)) *kept++ = *t;
    size_ = static_cast<std::uint32_t>(kept - begin());
    if (more_ == nullptr) return;
    more_->resize(size_);
    if (size_ == 0) delete std::exchange(more_, nullptr);
  }

 private:
  static constexpr std::uint32_t kFew = 2;
  Task** begin() noexcept { return more_ != nullptr ? more_->data() : few_; }
  Task* const* begin() const noexcept { return more_ != nullptr ? more_->data() : few_; }

  Task* few_[kFew];
  std::vector<Task*>* more_ = nullptr;  // all of them, once there were more than kFew
  std::uint32_t size_ = 0;
};

}  // namespace tidemill::core
