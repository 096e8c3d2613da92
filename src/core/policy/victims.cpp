#include "core/policy/victims.hpp"

#include <algorithm>
#include <numeric>

namespace tidemill::core {

TeamLayout::TeamLayout(int members)
    : node_of_(static_cast<std::size_t>(members), 0), members_of_(1), nearest_to_{{0}} {
  members_of_[0].resize(static_cast<std::size_t>(members));
  std::iota(members_of_[0].begin(), members_of_[0].end(), 0);
}

TeamLayout::TeamLayout(std::span<const int> node_of, std::span<const int> distance)
    : node_of_(node_of.begin(), node_of.end()) {
  std::size_t nodes = 0;
  while (nodes * nodes < distance.size()) ++nodes;
  members_of_.resize(nodes);
  for (std::size_t m = 0; m < node_of_.size(); ++m)
    members_of_[static_cast<std::size_t>(node_of_[m])].push_back(static_cast<int>(m));
  nearest_to_.resize(nodes);
  for (std::size_t from = 0; from < nodes; ++from) {
    const auto distance_to = [&](int to) {
      const bool same = static_cast<std::size_t>(to) == from;
      return same ? -1 : distance[from * nodes + static_cast<std::size_t>(to)];
    };
    std::vector<int>& order = nearest_to_[from];
    order.resize(nodes);
    std::iota(order.begin(), order.end(), 0);
    // Equally far ones from the own number on, so that not all thieves turn to the same node.
    std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(from), order.end());
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return distance_to(a) < distance_to(b); });
  }
}

}  // namespace tidemill::core
