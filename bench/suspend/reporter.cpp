#include "reporter.hpp"

#include <algorithm>
#include <cstdio>

namespace tidemill::bench {

namespace {

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 != 0 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

void Reporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    if (run.run_type != Run::RT_Iteration) continue;
    const std::string name = run.run_name.function_name + "/" + run.run_name.args;
    const std::string key = run.run_name.args.empty() ? run.run_name.function_name : name;
    if (run.error_occurred) {
      std::fprintf(stderr, "%s: %s\n", key.c_str(), run.error_message.c_str());
      continue;
    }
    if (ns_.count(key) == 0) order_.push_back(key);
    const auto rate = run.counters.find("items_per_second");
    ns_[key].push_back(rate != run.counters.end() ? 1e9 / rate->second.value
                                                  : run.GetAdjustedRealTime());
  }
}

void Reporter::Finalize() {
  std::printf("%-40s %10s %10s %10s %8s\n", "case", "min ns", "median ns", "max ns", "ratio");
  for (const std::string& name : order_) {
    const auto& values = ns_[name];
    const std::string base = name.substr(0, name.find('/')) + "/baseline";
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const double mine = median(values);
    std::printf("%-40s %10.1f %10.1f %10.1f", name.c_str(), *least, mine, *most);
    if (ns_.count(base) != 0) std::printf(" %8.2f", mine / median(ns_[base]));
    std::printf("\n");
  }
}

}  // namespace tidemill::bench
