// Last ready, first run, within a priority: depth first along the graph, with warm caches. What
// resumes goes by its age.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

std::uint64_t key(const ReadyFacts& facts) noexcept {
  return is_resumed_key(facts.created) ? facts.created
                                       : with_place(facts.created, kStampMask - facts.number);
}

}  // namespace

extern const Policy policy_lifo;
const Policy policy_lifo{
    .name = "lifo", .meaning = "last ready, first run", .key = key, .counts_ready = true};

}  // namespace tidemill::core
