// Which thread or node owns which block: touches it first and, with affinity, computes it.
#pragma once

#include <vector>

#include "common/team.hpp"

namespace jacobi {

/// How blocks are shared out.
enum class Shape {
  rectangles,  ///< neighbouring blocks as near to a square as they go (paper of 2016, section 4.1)
  runs         ///< row by row, as `for schedule(static)` gives them to threads
};

/// Rectangles, as near to squares as `owners` allows: rows and columns of them.
struct Split {
  int rows, cols;
};
Split split(int owners);

class Owners {
 public:
  /// Blocks belong to the threads of `team` or, unless `nodes` is empty, to those nodes of memory.
  Owners(int blocks, Shape shape, const app::Team& team, std::vector<int> nodes);

  bool are_nodes() const { return !nodes_.empty(); }
  /// A thread, or a node if are_nodes().
  int of(int i, int j) const;
  /// The node on which block (i, j) is to lie.
  int node_of(int i, int j) const { return are_nodes() ? of(i, j) : node_of_thread_[of(i, j)]; }

 private:
  int blocks_;
  Shape shape_;
  std::vector<int> nodes_, node_of_thread_;
  int count_;
  Split split_;
};

}  // namespace jacobi
