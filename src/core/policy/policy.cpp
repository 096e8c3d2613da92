// The table of policies; and what of their propagation needs the whole Graph.
#include "core/policy/policy.hpp"

#include <algorithm>

namespace tidemill::core {

// Every one is a file of that name in this folder.
extern const Policy policy_fifo, policy_messages, policy_ready, policy_lifo, policy_sa, policy_fa,
    policy_ga, policy_random;

namespace {

/// The first is the default.
constexpr const Policy* kPolicies[] = {&policy_fifo, &policy_messages, &policy_ready,
                                       &policy_lifo, &policy_sa,       &policy_fa,
                                       &policy_ga,   &policy_random};

}  // namespace

std::span<const Policy* const> all_policies() noexcept { return kPolicies; }

const Policy& default_policy(bool messages) noexcept {
  return messages ? policy_fa : *kPolicies[0];
}

const Policy* find_policy(std::string_view name) noexcept {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; };
  for (const Policy* policy : kPolicies)
    if (std::ranges::equal(name, policy->name, same)) return policy;
  return nullptr;
}

void Propagation::raise(Graph& graph, TaskName task, Urgency urgency) {
  if (graph.raise(task, urgency)) due_.push_back(task);
}

void Propagation::raise_before(Graph& graph, TaskName predecessor, TaskName successor,
                               Weight weight) {
  const Urgency urgency = graph.urgency(successor);
  if (urgency > 0) raise(graph, predecessor, before(graph, predecessor, urgency, weight));
}

}  // namespace tidemill::core
