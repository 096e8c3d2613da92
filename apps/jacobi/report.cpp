#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace jacobi {

std::string Report::line() const {
  char text[512];
  std::snprintf(text, sizeof text,
                "%-16s  %d threads on %d %s  %dx%d  block %d  %d iterations  %.3f s  "
                "%.4g updates/s  residual %.6e  computing %.1f %%",
                title().c_str(), threads, nodes, nodes == 1 ? "node" : "nodes", size, size, block,
                iterations, seconds, updates_per_second(), residual, 100 * compute_share());
  return text + in_place();
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["size"] = size;
  json["block"] = block;
  json["iterations"] = iterations;
  json["residual"] = residual;
  write_figures(json);
  return json.dump(2) + "\n";
}

}  // namespace jacobi
