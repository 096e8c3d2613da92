// Semi-automatic (Pereira et al. 2021, section 3.3): the program marks the tasks that send, by a
// `priority` above 0, whatever OMP_MAX_TASK_PRIORITY says. They are the most urgent, and what leads
// to them the less so the more steps away it is. Among the equally urgent the first created goes
// first, as under `fifo`.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

std::uint64_t key(const ReadyFacts& facts) noexcept {
  return with_urgency(facts.created, facts.urgency);
}

Urgency urgency(int priority) noexcept { return priority > 0 ? kMostUrgency : 0; }

}  // namespace

extern const Policy policy_sa;
const Policy policy_sa{.name = "sa",
                       .meaning = "what leads to marked tasks first",
                       .key = key,
                       .urgency = urgency,
                       .keeps_predecessors = true};

}  // namespace tidemill::core
