// Any order within a priority, for tests: whatever a program may rely on must hold under it. What
// resumes stays before what hasn't begun (or tasks that begin and wait would pile up), in any
// order. Victims and a worker's own tasks come in any order, too.
#include "core/policy/policy.hpp"

namespace tidemill::core {

namespace {

constexpr std::uint64_t kSeed = 0x7469646d696c6c21;

/// The finaliser of MurmurHash3: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

std::uint64_t key(const ReadyFacts& facts) noexcept {
  return with_place(facts.created, mix(mix(facts.created ^ kSeed) + facts.number));
}

}  // namespace

extern const Policy policy_random;
const Policy policy_random{.name = "random",
                           .meaning = "any order within a priority, for tests",
                           .key = key,
                           .counts_ready = true,
                           .victims = VictimOrder::any,
                           .plain = PlainOrder::any,
                           .comparing = Comparing::always,
                           .for_tests = true};

}  // namespace tidemill::core
