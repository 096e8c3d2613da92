#include "owners.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace jacobi {

Split split(int owners) {
  int rows = 1;
  for (int r = 1; r * r <= owners; ++r) {
    if (owners % r == 0) rows = r;
  }
  return {rows, owners / rows};
}

Owners::Owners(int blocks, Shape shape, const app::Team& team, std::vector<int> nodes)
    : blocks_(blocks),
      shape_(shape),
      nodes_(std::move(nodes)),
      node_of_thread_(team.node_of_thread),
      count_(are_nodes() ? static_cast<int>(nodes_.size()) : team.threads),
      split_(split(count_)) {}

int Owners::of(int i, int j) const {
  int number = 0;
  if (shape_ == Shape::rectangles) {
    const auto part = [&](int index, int parts) {
      return static_cast<int>(std::int64_t{index} * parts / blocks_);
    };
    number = part(i, split_.rows) * split_.cols + part(j, split_.cols);
  } else {
    // The first `more` owners have one block more.
    const std::int64_t all = std::int64_t{blocks_} * blocks_, each = all / count_;
    const std::int64_t more = all % count_, index = std::int64_t{i} * blocks_ + j;
    number =
        static_cast<int>(index < more * (each + 1) ? index / (each + 1)
                                                   : more + (index - more * (each + 1)) /
                                                                std::max<std::int64_t>(each, 1));
  }
  return are_nodes() ? nodes_[number] : number;
}

}  // namespace jacobi
