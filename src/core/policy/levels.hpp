// How long tasks take, and how long is the way behind them: what `ga` needs besides the graph.
// Numbers alone.
//
// *Pace*: the duration of a typical task. Of all tasks' durations each counts by how long it is, as
// a worker is mostly found in a long one.
//
// *Levels*: the time from a task's end to the end of the longest way behind it (its bottom level).
// They are found by a walk over all tasks, the last created first, so that a task's successors come
// before it; bounded, by workers that have nothing else to do:
// 1. A walk is due once a task has begun to receive (Levels::due): what is behind that task is what
//    the sender is told.
// 2. It begins if at least half as many tasks were created since the last one began as that met:
//    so a task is met three times at the most, however many receives there are.
// 3. What is created meanwhile comes too late for it.
#pragma once

#include <cstdint>

namespace tidemill::core {

class Graph;

class Pace {
 public:
  void saw(std::uint32_t ns) noexcept {
    sum_ += ns;
    squares_ += double{1} * ns * ns;
    if (++count_ < kMostCounted) return;
    count_ /= 2, sum_ /= 2, squares_ /= 2;
  }
  double typical() const noexcept { return knows() ? squares_ / sum_ : kUnknownNs; }
  double of(std::uint32_t ns) const noexcept { return knows() && ns != 0 ? ns : typical(); }

 private:
  /// With fewer, all tasks count as typical: the first ones are of the same kind.
  static constexpr int kLeastCounted = 64, kMostCounted = 256;
  bool knows() const noexcept { return count_ >= kLeastCounted; }
  static constexpr double kUnknownNs = 10'000;
  double sum_ = 0, squares_ = 0;
  int count_ = 0;
};

class Levels {
 public:
  void note_created() noexcept { ++created_; }
  void due() noexcept { due_ = true; }
  /// Begins a walk, if one is due.
  void begin(Graph& graph);
  /// Goes on, for so many tasks. False: it is over.
  bool step(Graph& graph, int tasks);

 private:
  bool due_ = false, walking_ = false;
  std::uint32_t walk_ = 0;
  std::uint64_t created_ = 0;  // since the last walk began
  std::uint64_t met_ = 0;      // by the last walk
};

}  // namespace tidemill::core
