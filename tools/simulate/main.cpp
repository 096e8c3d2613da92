// tidemill-simulate: what a program's task graph takes on a perfect runtime under a policy.
#include <charconv>
#include <cstdio>
#include <exception>
#include <string>

#include "problem.hpp"

namespace tidemill::simulate {

namespace {

constexpr int kExitUsage = 2;

constexpr const Problem* kProblems[] = {&kHeat, &kCholesky};

std::string policies() {
  std::string names;
  for (const core::Policy* policy : core::all_policies())
    if (!policy->for_tests) names += (names.empty() ? "" : ", ") + std::string(policy->name);
  return names;
}

int print_usage() {
  std::fprintf(stderr, "usage: tidemill-simulate PROBLEM NUMBER... [--policy NAME]\n\n");
  for (const Problem* problem : kProblems)
    std::fprintf(stderr, "  %.*s %.*s\n", static_cast<int>(problem->name.size()),
                 problem->name.data(), static_cast<int>(problem->arguments.size()),
                 problem->arguments.data());
  std::fprintf(stderr, "\npolicies: %s\n", policies().c_str());
  return kExitUsage;
}

int refuse(const std::string& words) {
  std::fprintf(stderr, "tidemill-simulate: %s\n", words.c_str());
  return kExitUsage;
}

const Problem* find_problem(std::string_view name) noexcept {
  for (const Problem* problem : kProblems)
    if (problem->name == name) return problem;
  return nullptr;
}

int run(const std::vector<std::string_view>& words) {
  const Problem* const problem = words.empty() ? nullptr : find_problem(words[0]);
  if (problem == nullptr) return print_usage();
  const core::Policy* policy = &core::default_policy();
  bool marks = false;
  std::vector<double> numbers;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--policy") {
      if (++i == words.size()) return refuse("--policy: say which: " + policies());
      policy = core::find_policy(words[i]);
      if (policy == nullptr)
        return refuse("--policy " + std::string(words[i]) + ": use one of " + policies());
      continue;
    }
    if (words[i] == "--marks") {
      marks = true;
      continue;
    }
    double value = 0;
    const auto [end, error] = std::from_chars(words[i].begin(), words[i].end(), value);
    if (error != std::errc{} || end != words[i].end())
      return refuse("'" + std::string(words[i]) + "' is not a number");
    numbers.push_back(value);
  }
  if (numbers.size() < problem->least || numbers.size() > problem->most) return print_usage();
  try {
    problem->run({.numbers = numbers, .policy = *policy, .marks = marks});
    return 0;
  } catch (const BadInput& bad) {
    return refuse(std::string(bad.what) + " is " + std::to_string(bad.value) + ": it must be " +
                  std::string(bad.wanted));
  } catch (const std::exception& failure) {
    return refuse(failure.what());
  }
}

}  // namespace

}  // namespace tidemill::simulate

int main(int argc, char** argv) {
  return tidemill::simulate::run(std::vector<std::string_view>(argv + 1, argv + argc));
}
