#include "report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

namespace ifsker {

std::string Report::line() const {
  char text[512];
  std::snprintf(text, sizeof text,
                "%-14s  %d ranks x %d threads  %s  %d steps  %lld messages of %lld bytes a step "
                "(%s)  %.3f s  %.4g updates/s  Parseval within %.1e  computing %.1f %%",
                variant.c_str(), ranks, threads, shape.text().c_str(), steps,
                static_cast<long long>(messages_per_step),
                static_cast<long long>(bytes_per_message), exchange.c_str(), seconds,
                updates_per_second(), parseval_error, 100 * compute_share());
  return text;
}

std::string Report::json() const {
  nlohmann::ordered_json json;
  write_what(json);
  json["points"] = shape.points();
  json["levels"] = shape.levels;
  json["rows"] = shape.rows;
  json["cols"] = shape.cols;
  json["steps"] = steps;
  json["messages_per_step"] = messages_per_step;
  json["bytes_per_message"] = bytes_per_message;
  json["message_delay_us"] = delay_us;
  json["exchange"] = exchange;
  json["parseval_error"] = parseval_error;
  write_figures(json);
  return json.dump(2) + "\n";
}

}  // namespace ifsker
