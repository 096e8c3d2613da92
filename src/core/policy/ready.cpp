// First ready, first run, within a priority: what most runtimes do. What resumes goes by its age.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

std::uint64_t key(const ReadyFacts& facts) noexcept {
  return is_resumed_key(facts.created) ? facts.created : with_place(facts.created, facts.number);
}

}  // namespace

extern const Policy policy_ready;
const Policy policy_ready{
    .name = "ready", .meaning = "first ready, first run", .key = key, .counts_ready = true};

}  // namespace tidemill::core
