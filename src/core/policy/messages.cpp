// Messages first: as `fifo`, but tasks that pass messages go before those created up to kAhead
// earlier. Such a task is short, and elsewhere a rank waits for it; in the order of creation it
// would wait for all that was created before it, though it may need little of that. The program
// marks nothing, and no edges are remembered: a kind of task counts once one of its tasks has
// called MPI.
//
// Not before everything: a task that sends and creates the next one like it, until a task that
// computes says stop, would leave that one no thread.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

/// Stamps: more than tasks are incomplete at a time, as a rule.
constexpr std::uint64_t kAhead = 1 << 16;

}  // namespace

std::uint64_t messages_first(const ReadyFacts& facts) noexcept {
  if (facts.passes_messages) return facts.created;
  return with_place(facts.created, stamp_of(facts.created) + kAhead);
}

extern const Policy policy_messages;
const Policy policy_messages{.name = "messages",
                             .meaning = "tasks that pass messages first",
                             .key = messages_first,
                             .knows_messages = true};

}  // namespace tidemill::core
