// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include <optional>
#include <string>

#include "common/measurement.hpp"
#include "layout.hpp"
#include "residuals.hpp"

namespace cholesky {

/// The `variant` is the annotation, `updates` are floating-point operations.
struct Report : app::Measurement {
  int order = 0, tile = 0;
  RankGrid grid;
  Counts tasks;        ///< of all ranks
  std::string policy;  ///< TIDEMILL_POLICY; empty: the default
  double gemm_us = 0, delay_us = 0;
  std::optional<Residuals> residuals;

  std::string line() const;
  std::string json() const;
};

}  // namespace cholesky
