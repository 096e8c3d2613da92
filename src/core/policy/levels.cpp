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

/// To whole typical tasks, so that small differences are no news.
std::uint32_t rounded(std::uint32_t level) noexcept {
  constexpr std::uint32_t kTask = static_cast<std::uint32_t>(kLevelParts);
  return (level + kTask / 2) / kTask * kTask;
}

/// False: not all of them, so they are to be told again.
bool tell_all(Graph& graph, const std::vector<Received>& messages, std::uint32_t slack) {
  return std::ranges::all_of(messages,
                             [&](const Received& message) { return graph.tell(message, slack); });
}

}  // namespace

void Levels::begin(Graph& graph) {
  if (!is_due()) return;
  due_ = met_receives_ = false;
  walking_ = true;
  ++walk_;
  events_ = met_ = 0;
  longest_ = 0;
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
    // What the receiver of a message has behind it: as long as the longest here, less its slack. It
    // counts half: it is from an earlier iteration, and the longest way there may be shorter.
    if (facts.predicted) {
      const std::uint32_t slack = graph.slack_of(facts.identity);
      below = std::max(below, (longest_ - std::min(slack, longest_)) / 2);
    }
    const std::uint32_t slack = rounded(longest_ - std::min(below, longest_));
    if (receives && slack != facts.told && tell_all(graph, facts.received, slack))
      facts.told = slack;
    std::uint32_t level = below;
    if (!facts.predicted && !receives)
      level = std::min(below + level_of(graph.pace.of(graph.duration(task))), kMostLevel);
    longest_ = std::max(longest_, level);
    for (const TaskName predecessor : graph.predecessors(task)) {
      TaskFacts& before = graph.facts(predecessor);
      before.below = before.walk == walk_ ? std::max(before.below, level) : level;
      before.walk = walk_;
    }
  }
  return walking_;
}

}  // namespace tidemill::core
