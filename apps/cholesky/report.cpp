#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace cholesky {

std::string Report::line() const {
  char text[512];
  int used = std::snprintf(
      text, sizeof text,
      "%-4s  %d ranks (%dx%d) x %d threads  order %d, tiles of %d  %lld + %lld tasks  %.3f s  ",
      variant.c_str(), ranks, grid.p, grid.q, threads, order, tile,
      static_cast<long long>(tasks.compute), static_cast<long long>(tasks.communication), seconds);
  if (gemm_us > 0) {
    used += std::snprintf(text + used, sizeof text - used, "%.1f gemms  ", 1e6 * seconds / gemm_us);
  } else {
    used += std::snprintf(text + used, sizeof text - used, "%.3g Gflop/s  ",
                          1e-9 * updates_per_second());
  }
  used +=
      std::snprintf(text + used, sizeof text - used, "computing %.1f %%", 100 * compute_share());
  if (residuals) {
    std::snprintf(text + used, sizeof text - used, "  factor within %.1e, solution within %.1e",
                  residuals->factor, residuals->solution);
  }
  return text;
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["policy"] =
      policy.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(policy);
  json["size"] = order;
  json["tile"] = tile;
  json["grid"] = {grid.p, grid.q};
  json["compute_tasks"] = tasks.compute;
  json["communication_tasks"] = tasks.communication;
  json["kernel"] = gemm_us > 0 ? "sleep" : "compute";
  json["gemm_us"] = gemm_us;
  json["message_delay_us"] = delay_us;
  json["message_tasks"] = message_tasks;
  json["seconds"] = seconds;
  json["flops_per_second"] =
      gemm_us > 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(updates_per_second());
  json["in_task_share"] = in_task_share();
  json["compute_share"] = compute_share();
  json["factor_residual"] = nullptr;
  json["solution_residual"] = nullptr;
  if (residuals) {
    json["factor_residual"] = residuals->factor;
    json["solution_residual"] = residuals->solution;
  }
  return json.dump(2) + "\n";
}

}  // namespace cholesky
