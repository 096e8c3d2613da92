// tidemill-simulate: what a program's task graph takes on a perfect runtime under a policy.
#include <algorithm>
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

std::string synopsis(const Problem& problem) {
  return std::string(problem.name) + " " + std::string(problem.arguments);
}

void print_usage(std::FILE* file) {
  std::fprintf(file, "usage: tidemill-simulate PROBLEM NUMBER... [--policy NAME] [--marks]\n\n");
  for (const Problem* problem : kProblems) std::fprintf(file, "  %s\n", synopsis(*problem).c_str());
  std::fprintf(
      file,
      "\nSays what the task graph of that program takes on a perfect machine: tasks and "
      "messages cost nothing\nbut their time, and each rank has WORKERS threads.\n\n"
      "  ROWS COLS        blocks of each rank\n"
      "  P Q              the grid of ranks\n"
      "  TILES            rows and columns of tiles\n"
      "  LATENCY, MESSAGE the time of a message, in times of a block (default: 0.01), of a "
      "gemm (0.1)\n"
      "  --marks          the tasks that send have a priority above 0\n"
      "  --policy NAME    %s\n",
      policies().c_str());
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

bool asks_for_help(const std::vector<std::string_view>& words) noexcept {
  return std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word == "--help" || word == "-h"; });
}

int run(const std::vector<std::string_view>& words) {
  if (words.empty()) {
    print_usage(stderr);
    return kExitUsage;
  }
  if (asks_for_help(words)) {
    print_usage(stdout);
    return 0;
  }
  const Problem* const problem = find_problem(words[0]);
  if (problem == nullptr)
    return refuse("'" + std::string(words[0]) + "' is not a known problem: use heat or cholesky");
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
    if (words[i].starts_with("--"))
      return refuse("'" + std::string(words[i]) + "' is no option: use --policy NAME or --marks");
    double value = 0;
    const auto [end, error] = std::from_chars(words[i].begin(), words[i].end(), value);
    if (error != std::errc{} || end != words[i].end())
      return refuse("'" + std::string(words[i]) + "' is not a number: give " + synopsis(*problem));
    numbers.push_back(value);
  }
  if (numbers.size() < problem->least || numbers.size() > problem->most)
    return refuse(std::to_string(numbers.size()) + " number(s): give " + synopsis(*problem));
  try {
    problem->run({.numbers = numbers, .policy = *policy, .marks = marks});
    return 0;
  } catch (const BadInput& bad) {
    char value[32];
    std::snprintf(value, sizeof(value), "%.15g", bad.value);
    return refuse(std::string(bad.what) + " is " + value + ": it must be " +
                  std::string(bad.wanted));
  } catch (const std::exception& failure) {
    return refuse(failure.what());
  }
}

}  // namespace

}  // namespace tidemill::simulate

int main(int argc, char** argv) {
  const int status = tidemill::simulate::run(std::vector<std::string_view>(argv + 1, argv + argc));
  if (std::fflush(stdout) == 0 && !std::ferror(stdout)) return status;
  return tidemill::simulate::refuse("the output cannot be written: disk full?");
}
