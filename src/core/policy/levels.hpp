// How long tasks take, and how long is the way behind them: what `ga` needs besides the graph.
// Numbers alone.
//
// *Pace*: the duration of a typical task. Of all tasks' durations each counts by how long it is, as
// a worker is mostly found in a long one.
//
// *Levels*: the time from a task's end to the end of the longest way behind it (its bottom level),
// in typical tasks: ranks need no common clock, and where no duration is known they are depths.
//
// *Slack*: how much later a message may come, without being what the rank waits for most: the
// longest way behind any task created since the one that receives, less the way behind that. Both
// are of one walk, so it doesn't matter how many tasks happen to exist.
//
// They are found by a walk over all tasks, the last created first, so that a task's successors come
// before it; bounded, by workers that have nothing else to do:
// 1. A walk is due when a task has begun to receive: its slack is what the sender is told. And when
//    tasks are created while one receives, as they may come behind it.
// 2. It begins once at least half as much has happened since the last one began as that met tasks:
//    tasks created, completed, or begun to receive. So a task is met a few times at the most.
// 3. What is created meanwhile comes too late for it.
#pragma once

#include <cstdint>

namespace tidemill::core {

class Graph;

/// A level is in such parts of a typical task.
inline constexpr double kLevelParts = 256;

class Pace {
 public:
  void saw(std::uint32_t ns) noexcept {
    sum_ += ns;
    squares_ += double{1} * ns * ns;
    if (++count_ < kMostCounted) return;
    count_ /= 2, sum_ /= 2, squares_ /= 2;
  }
  /// What takes so long (0: nobody knows), in typical tasks.
  double of(std::uint32_t ns) const noexcept {
    return count_ >= kLeastCounted && ns != 0 ? ns / (squares_ / sum_) : 1;
  }

 private:
  /// With fewer, all tasks count as typical: the first ones are of the same kind.
  static constexpr int kLeastCounted = 64, kMostCounted = 256;
  double sum_ = 0, squares_ = 0;
  int count_ = 0;
};

class Levels {
 public:
  void note_created() noexcept {
    ++events_;
    due_ |= any_receives_;
  }
  void note_completed() noexcept { ++events_; }
  void note_receives() noexcept {
    ++events_;
    due_ = any_receives_ = true;
  }
  bool is_due() const noexcept { return due_ && !walking_ && 2 * events_ >= met_; }
  /// Begins a walk, if one is due.
  void begin(Graph& graph);
  /// Goes on, for so many tasks. False: it is over.
  bool step(Graph& graph, int tasks);

 private:
  bool due_ = false, walking_ = false;
  bool any_receives_ = false;  // since a walk has met none that does
  bool met_receives_ = false;  // on this walk
  std::uint32_t walk_ = 0;
  std::uint32_t longest_ = 0;  // way from the begin of a task met on this walk
  std::uint64_t events_ = 0;   // since the last walk began
  std::uint64_t met_ = 0;      // tasks, by the last walk
};

}  // namespace tidemill::core
