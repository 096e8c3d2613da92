// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include "common/team_measurement.hpp"

namespace spmv {

struct Report : app::TeamMeasurement {
  std::string matrix;  ///< "laplace 2000", or the file
  std::string method;
  int rows = 0, nonzeros = 0, parts = 0, cut = 0, iterations = 0;
  std::optional<double> residual;  ///< recomputed, of BiCGStab

  std::string line() const;
  std::string json() const;
};

}  // namespace spmv
