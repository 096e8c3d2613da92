// The tied tasks of one member that are suspended in native waits, or are throttled: what the
// scheduling constraint (suspend/constraint.hpp) is about. And for each queue of the team, whether
// a look through all of it under this constraint was in vain: with thousands of entries that
// neither change nor may begin, looking again and again would take longer than the tasks. The
// worker's own.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

namespace tidemill::core {

struct Task;

class WaitingTasks {
 public:
  /// `descends`: from newest(), if there is one (add_waiting() in suspend/constraint.hpp).
  void add(Task* task, bool descends) {
    push_back(task, descends);
    ++changes_;
  }
  void remove(Task* task) noexcept {
    erase(task);
    ++changes_;
  }

  /// While the waiting task runs another one right on its own stack it constrains nobody. What was
  /// in vain before still is afterwards.
  void lift(Task* task) noexcept {
    erase(task);
    ++lifted_;
  }
  void put_back(Task* task, bool descends) {
    push_back(task, descends);
    --lifted_;
  }

  /// They constrain nobody for now; see suspend/constraint.hpp.
  void ignore(bool yes) noexcept {
    if (ignored_ == yes) return;
    ignored_ = yes;
    ++changes_;
  }
  bool ignored() const noexcept { return ignored_; }

  bool empty() const noexcept { return tasks_.empty(); }
  std::size_t size() const noexcept { return tasks_.size(); }
  Task* newest() const noexcept { return tasks_.back(); }
  /// Each descends from the one before: what descends from the newest descends from all.
  bool are_line() const noexcept { return are_line_ || tasks_.size() <= 1; }
  bool contains(const Task* task) const noexcept {
    return std::find(tasks_.begin(), tasks_.end(), task) != tasks_.end();
  }
  /// Set while the worker follows the parents of a task: see model/lineage.hpp.
  std::atomic<bool>& follows_parents() const noexcept { return follows_parents_; }

  auto begin() const noexcept { return tasks_.begin(); }
  auto end() const noexcept { return tasks_.end(); }

  /// Was the last full look at queue `number` of the team in vain, and has nothing been pushed
  /// there since? `pushes`: how often something was.
  bool in_vain(int number, std::uint64_t pushes) const noexcept {
    const auto at = static_cast<std::size_t>(number);
    return lifted_ == 0 && at < looks_.size() && looks_[at].changes == changes_ &&
           looks_[at].pushes == pushes;
  }
  void looked_in_vain(int number, std::uint64_t pushes) {
    const auto at = static_cast<std::size_t>(number);
    if (lifted_ != 0) return;
    if (at >= looks_.size()) looks_.resize(at + 1);
    looks_[at] = {changes_, pushes};
  }

 private:
  struct Look {
    std::uint64_t changes = 0;  // of the constraint; 0: none yet
    std::uint64_t pushes = 0;
  };
  void push_back(Task* task, bool descends) {
    are_line_ = tasks_.empty() || (are_line() && descends);
    tasks_.push_back(task);
  }
  /// If it is there; mostly the newest.
  void erase(const Task* task) noexcept {
    const auto found = std::find(tasks_.rbegin(), tasks_.rend(), task);
    if (found != tasks_.rend()) tasks_.erase(std::next(found).base());
  }

  std::vector<Task*> tasks_;
  bool are_line_ = true;
  std::uint64_t changes_ = 0;
  int lifted_ = 0;
  bool ignored_ = false;
  mutable std::atomic<bool> follows_parents_{false};
  std::vector<Look> looks_;
};

}  // namespace tidemill::core
