// Collects the repetitions of an interleaved run and prints medians, and ratios to a baseline.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

namespace tidemill::bench {

/// A benchmark is named "case/what"; "case/baseline" is what the others of the case are compared
/// with. Times are nanoseconds per operation (the benchmark's items).
class Reporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

 private:
  std::vector<std::string> order_;
  std::map<std::string, std::vector<double>> ns_;
};

}  // namespace tidemill::bench
