// tm-bench suspend: runs the benchmarks of this folder. Options are Google Benchmark's; by default
// seven repetitions in random interleaving, so that a noisy moment of the machine hits every side
// alike.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "reporter.hpp"

int main(int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  words.insert(words.begin() + 1, {"--benchmark_repetitions=7", "--benchmark_min_time=0.05",
                                   "--benchmark_enable_random_interleaving=true"});
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  tidemill::bench::Reporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  return 0;
}
