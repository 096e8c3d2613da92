#include "priorities.hpp"

#include <climits>

namespace cholesky {
namespace {

/// Of a tile, while tasks are visited from the last to the first: the priorities of those that come
/// next. Whoever touches the tile before has them as successors.
struct Next {
  int writer = 0;
  int readers = 0;  ///< the highest of those before the writer
};

class Backwards {
 public:
  Backwards(const Layout& layout, int highest)
      : layout_(layout), highest_(highest), next_(layout.number_of_tiles()) {}

  int priority_of(const Task& task) {
    const bool sends = task.kind == Kind::send;
    int best = 0;
    for_each_read(task, [&](Next& tile) { best = std::max(best, tile.writer); });
    Next* written = sends ? nullptr : &at(task.i, task.j);
    if (written) best = std::max({best, written->writer, written->readers});
    const int priority = sends ? highest_ : std::max(best - 1, 0);
    if (written) *written = {priority, 0};
    for_each_read(task, [&](Next& tile) { tile.readers = std::max(tile.readers, priority); });
    return priority;
  }

 private:
  Next& at(int i, int j) { return next_[layout_.index(i, j)]; }

  template <class Take>
  void for_each_read(const Task& task, Take&& take) {
    switch (task.kind) {
      case Kind::trsm:
        return take(at(task.k, task.k));
      case Kind::gemm:
        take(at(task.j, task.k));
        [[fallthrough]];
      case Kind::syrk:
        return take(at(task.i, task.k));
      case Kind::send:
        return take(at(task.i, task.j));
      default:
        return;
    }
  }

  const Layout& layout_;
  int highest_;
  std::vector<Next> next_;
};

}  // namespace

std::vector<int> send_priorities(const Layout& layout, int rank, int highest) {
  std::vector<Task> tasks;
  for_each_task(layout, rank, [&](const Task& task) { tasks.push_back(task); });
  Backwards backwards(layout, highest);
  std::vector<int> priorities(tasks.size());
  for (std::size_t n = tasks.size(); n-- > 0;) priorities[n] = backwards.priority_of(tasks[n]);
  return priorities;
}

int steps_to_sends(const Layout& layout, int rank) {
  constexpr int highest = INT_MAX;
  int least = highest;
  for (const int priority : send_priorities(layout, rank, highest)) {
    if (priority > 0) least = std::min(least, priority);
  }
  return highest - least + 1;
}

}  // namespace cholesky
