// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "common/measurement.hpp"
#include "grid.hpp"
#include "problem.hpp"

namespace heat {

struct Report : app::Measurement {
  int rows = 0, cols = 0, block = 0, iterations = 0;
  double sleep_us = 0;
  std::optional<double> residual;

  std::string line() const;
  std::string json() const;
};

/// Sum over all cells of (mean of the four neighbours - cell)^2: 0 where the temperature is
/// steady. Rows are summed alone and then in order, so that it does not depend on the ranks, and
/// halos are brought up to date first. Collective over `comm`; the result is on rank 0.
double residual(MPI_Comm comm, const Problem& problem, Grid& grid);

}  // namespace heat
