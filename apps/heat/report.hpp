// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include <optional>
#include <string>

#include "common/measurement.hpp"

namespace heat {

struct Report : app::Measurement {
  int rows = 0, cols = 0, block = 0, iterations = 0;
  double sleep_us = 0;
  std::optional<double> residual;

  std::string line() const;
  std::string json() const;
};

}  // namespace heat
