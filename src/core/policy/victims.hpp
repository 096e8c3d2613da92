// In which order a worker that has nothing of its own tries the others: pure numbers.
//
// `TeamLayout` says where the members of a team are: on which memory node each, and how far the
// nodes are from each other. `VictimWalk` visits all other members once, those of the own node
// first, then node by node, nearest first; within a node in a circle from a random one, so that
// thieves spread. On one node that is one circle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tidemill::core {

enum class VictimOrder : std::uint8_t { nearest_first, any };

class TeamLayout {
 public:
  /// All on one node.
  explicit TeamLayout(int members);
  /// `node_of` each member, numbered from 0; `distance` from row to column, of all nodes, any unit.
  TeamLayout(std::span<const int> node_of, std::span<const int> distance);

  bool operator==(const TeamLayout&) const = default;

  int members() const noexcept { return static_cast<int>(node_of_.size()); }
  int nodes() const noexcept { return static_cast<int>(members_of_.size()); }
  int node_of(int member) const noexcept { return node_of_[static_cast<std::size_t>(member)]; }
  std::span<const int> members_of(int node) const noexcept {
    return members_of_[static_cast<std::size_t>(node)];
  }
  /// All nodes, `node` itself first.
  std::span<const int> nearest_to(int node) const noexcept {
    return nearest_to_[static_cast<std::size_t>(node)];
  }

 private:
  std::vector<int> node_of_;
  std::vector<std::vector<int>> members_of_;
  std::vector<std::vector<int>> nearest_to_;
};

class VictimWalk {
 public:
  /// `random`: any number, another for each walk.
  VictimWalk(const TeamLayout& layout, int self, VictimOrder order, std::uint64_t random) noexcept
      : layout_(layout), self_(self), random_(random) {
    if (order == VictimOrder::any || layout.nodes() == 1) {
      in_turn_ = true;
      left_ = layout.members();
      at_ = start(left_);
    } else {
      nodes_ = layout.nearest_to(layout.node_of(self));
      enter_node();
    }
  }

  /// Another member, or -1: all have been visited.
  int next() noexcept {
    for (;;) {
      if (left_ == 0) {
        if (in_turn_ || ++node_at_ == static_cast<int>(nodes_.size())) return -1;
        enter_node();
        continue;
      }
      --left_;
      const int place = at_;
      const int count = in_turn_ ? layout_.members() : static_cast<int>(here_.size());
      at_ = at_ + 1 == count ? 0 : at_ + 1;
      const int member = in_turn_ ? place : here_[static_cast<std::size_t>(place)];
      if (member != self_) return member;
    }
  }

 private:
  int start(int count) const noexcept {
    return static_cast<int>(random_ % static_cast<std::uint64_t>(count));
  }
  void enter_node() noexcept {
    here_ = layout_.members_of(nodes_[static_cast<std::size_t>(node_at_)]);
    left_ = static_cast<int>(here_.size());
    at_ = left_ == 0 ? 0 : start(left_);
  }

  const TeamLayout& layout_;
  const int self_;
  const std::uint64_t random_;
  bool in_turn_ = false;        // one circle, whatever the nodes
  std::span<const int> nodes_;  // else: in this order
  std::span<const int> here_;   // members of the one it is in
  int node_at_ = 0;
  int at_ = 0;
  int left_ = 0;
};

}  // namespace tidemill::core
