// Fully automatic (Pereira et al. 2021, section 3.3): as `sa`, but nobody marks the tasks that
// send: they are recognised (policy/send_profiles.hpp), and all of them are most urgent. As the
// default of programs that pass messages it differs from the paper's in this:
//
// - Priorities are the program's, and count more.
// - Tasks that pass messages are the most urgent, also those that receive: a message that comes
//   before its receive costs MPI a copy and a search.
// - No task waits for ever. A task that leads to a send may create the next one like it, again and
//   again, until another task tells it to stop; by urgency alone that other task would never get a
//   thread. So the order of creation is cut into epochs. What is urgent goes before what was
//   created in its own epoch and the one before; what is older goes first.
#include <algorithm>

#include "core/policy/policy.hpp"
#include "core/policy/send_profiles.hpp"

namespace tidemill::core {

namespace {

// The place of a key (policy/key.hpp): the epoch, a level in it, the task's number in the epoch. An
// epoch has more tasks than are incomplete at a time, as a rule.
constexpr int kEpochBits = 16, kLevelBits = 8;
constexpr std::uint64_t kLastEpoch = (kStampMask >> (kEpochBits + kLevelBits)) - 1;
/// Of what leads to no send; below, they are steps to the next task that does.
constexpr std::uint64_t kNoSend = (1 << kLevelBits) - 1;

std::uint64_t level(const ReadyFacts& facts) noexcept {
  if (facts.passes_messages) return 0;
  if (facts.urgency <= 0) return kNoSend;
  return std::min(static_cast<std::uint64_t>(kMostUrgency - facts.urgency), kNoSend - 1);
}

std::uint64_t key(const ReadyFacts& facts) noexcept {
  if (is_resumed_key(facts.created)) return facts.created;
  const std::uint64_t stamp = stamp_of(facts.created);
  const std::uint64_t at = level(facts);
  const std::uint64_t epoch = std::min(stamp >> kEpochBits, kLastEpoch) + (at == kNoSend ? 1 : 0);
  const std::uint64_t place = stamp & ((1 << kEpochBits) - 1);
  return with_place(facts.created, (epoch << kLevelBits | at) << kEpochBits | place);
}

Urgency urgency_of_send(Graph&, TaskName) { return kMostUrgency; }

void created(Graph& graph, TaskName task) { note_created(graph, task, urgency_of_send); }

bool idle_step(Graph& graph) { return match_some(graph, urgency_of_send, nullptr); }

}  // namespace

extern const Policy policy_fa;
const Policy policy_fa{.name = "fa",
                       .meaning = "what leads to tasks that send first",
                       .key = key,
                       .knows_messages = true,
                       .created = created,
                       .sends = note_sender,
                       .completed = note_completed,
                       .idle_step = idle_step,
                       .keeps_predecessors = true,
                       .learns_sends = true};

}  // namespace tidemill::core
