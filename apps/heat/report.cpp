#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace heat {

std::string Report::line() const {
  char text[512];
  char end[32] = "-";
  if (residual) std::snprintf(end, sizeof end, "%.6e", *residual);
  std::snprintf(text, sizeof text,
                "%-14s  %d ranks x %d threads  %dx%d  block %d  %d iterations  %.3f s  "
                "%.4g updates/s  residual %s  in tasks %.1f %%  computing %.1f %%",
                variant.c_str(), ranks, threads, rows, cols, block, iterations, seconds,
                updates_per_second(), end, 100 * in_task_share(), 100 * compute_share());
  return text;
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["rows"] = rows;
  json["cols"] = cols;
  json["block"] = block;
  json["iterations"] = iterations;
  json["kernel"] = sleep_us > 0 ? "sleep" : "compute";
  json["sleep_us"] = sleep_us;
  json["residual"] = residual ? nlohmann::ordered_json(*residual) : nullptr;
  write_figures(json);
  return json.dump(2) + "\n";
}

}  // namespace heat
