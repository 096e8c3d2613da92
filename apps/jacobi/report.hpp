// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include "common/team_measurement.hpp"

namespace jacobi {

struct Report : app::TeamMeasurement {
  int size = 0, block = 0, iterations = 0;
  double residual = 0;

  std::string line() const;
  std::string json() const;
};

}  // namespace jacobi
