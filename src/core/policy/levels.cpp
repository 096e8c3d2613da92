#include "core/policy/levels.hpp"

#include <algorithm>
#include <limits>

#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint32_t kMostLevel = std::numeric_limits<std::int32_t>::max();

std::uint32_t level_of(double tasks) noexcept {
  return static_cast<std::uint32_t>(std::min(tasks * kLevelParts, double{kMostLevel}));
}

/// Is it news to who was told `before`?
bool differs(std::uint32_t now, std::uint32_t before) noexcept {
  return now > before + before / 8 || now < before - before / 8;
}

}  // namespace

void Levels::begin(Graph& graph) {
  if (!is_due()) return;
  due_ = met_receives_ = false;
  walking_ = true;
  ++walk_;
  events_ = met_ = 0;
  graph.walk_back();
}

bool Levels::step(Graph& graph, int tasks) {
  for (; walking_ && tasks > 0; --tasks) {
    const TaskName task = graph.next_back();
    if (task == TaskName{}) {
      walking_ = false;
      any_receives_ = met_receives_;
      break;
    }
    ++met_;
    TaskFacts& facts = graph.facts(task);
    const bool receives = !facts.received.empty();
    met_receives_ |= receives;
    std::uint32_t below = facts.walk == walk_ ? facts.below : 0;
    // What lies behind a message counts half: it is from an earlier iteration, and where ranks send
    // to each other in a circle it would grow for ever.
    if (facts.predicted) below = std::max(below, graph.need_of(facts.identity) / 2);
    if (receives && differs(below, facts.told)) {
      facts.told = below;
      for (const Received& message : facts.received) graph.tell(message, below);
    }
    std::uint32_t level = below;
    if (!facts.predicted && !receives)
      level = std::min(below, kMostLevel) + level_of(graph.pace.of(graph.duration(task)));
    for (const TaskName predecessor : graph.predecessors(task)) {
      TaskFacts& before = graph.facts(predecessor);
      before.below = before.walk == walk_ ? std::max(before.below, level) : level;
      before.walk = walk_;
    }
  }
  return walking_;
}

}  // namespace tidemill::core
