// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include <cstdint>
#include <string>

#include "common/measurement.hpp"
#include "problem.hpp"

namespace ifsker {

struct Report : app::Measurement {
  Shape shape;
  int steps = 0;
  std::int64_t messages_per_step = 0;  ///< that each rank sends
  std::int64_t bytes_per_message = 0;
  double delay_us = 0;
  std::string exchange;  ///< of pure; "none", or "tasks"
  double parseval_error = 0;

  std::string line() const;
  std::string json() const;
};

}  // namespace ifsker
