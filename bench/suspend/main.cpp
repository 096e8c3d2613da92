// tm-bench suspend: runs the benchmarks of this folder. Options are Google Benchmark's; by default
// seven repetitions in random interleaving, so that a noisy moment of the machine hits every side
// alike.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "reporter.hpp"

namespace {

constexpr const char* kHelp =
    R"(usage: tm-bench suspend [-h] [--benchmark_OPTION=VALUE ...]

What suspending and resuming a task costs, beside the least there is: a bare pair of stack switches.

Options go on to Google Benchmark as they are. Those of most use here:

options:
  -h, --help            show this help message and exit
  --benchmark_list_tests=true
                        list the benchmarks and end
  --benchmark_filter=REGEX
                        only those whose names match
  --benchmark_repetitions=N
                        runs of each, interleaved at random (default: 7)
  --benchmark_min_time=SECONDS
                        of a run, at least (default: 0.05)
  --benchmark_out=FILE --benchmark_out_format=json
                        write all results there; or csv

All of them: https://github.com/google/benchmark/blob/main/docs/user_guide.md
)";

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  for (const std::string& word : words)
    if (word == "-h" || word == "--help") {
      std::fputs(kHelp, stdout);
      return 0;
    }
  words.insert(words.begin() + 1, {"--benchmark_repetitions=7", "--benchmark_min_time=0.05",
                                   "--benchmark_enable_random_interleaving=true"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (count > 1) {
    std::fprintf(stderr,
                 "tm-bench suspend: %s: no such option; tm-bench suspend --help names some\n",
                 arguments[1]);
    return 2;
  }
  tidemill::bench::Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
