#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace spmv {

std::string Report::line() const {
  char text[512];
  std::snprintf(text, sizeof text,
                "%-16s  %d threads on %d %s  %s  %d rows  %d nonzeros  %d parts  %d %s  %.3f s  "
                "%.4g nonzeros/s  computing %.1f %%",
                title().c_str(), threads, nodes, nodes == 1 ? "node" : "nodes", matrix.c_str(),
                rows, nonzeros, parts, iterations, residual ? "iterations" : "products", seconds,
                updates_per_second(), 100 * compute_share());
  std::string all = text;
  if (residual) {
    std::snprintf(text, sizeof text, "  residual %.3e", *residual);
    all += text;
  }
  return all + in_place();
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["matrix"] = matrix;
  json["method"] = method;
  json["rows"] = rows;
  json["nonzeros"] = nonzeros;
  json["parts"] = parts;
  json["cut"] = cut;
  json["iterations"] = iterations;
  json["seconds_per_iteration"] = seconds / iterations;
  json["residual"] = residual ? nlohmann::ordered_json(*residual) : nullptr;
  write_figures(json);
  return json.dump(2) + "\n";
}

}  // namespace spmv
