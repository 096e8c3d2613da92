// What a run has measured, and how it is told: one line, or JSON.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "grid.hpp"
#include "problem.hpp"

namespace heat {

struct Report {
  std::string variant;
  std::string mpi;
  std::string message_tasks;  ///< "none", "serialised" or "free"
  int ranks = 1;
  int threads = 1;  ///< of each rank
  int rows = 0, cols = 0, block = 0, iterations = 0;
  double sleep_us = 0;
  double seconds = 0;
  double computing = 0;      ///< seconds inside blocks, all threads of all ranks
  double communicating = 0;  ///< seconds inside message tasks that held a thread
  std::optional<double> residual;
  std::optional<bool> equal_to_serial;  ///< only with --check

  double updates_per_second() const;
  double compute_share() const;  ///< of the time of all threads
  double in_task_share() const;

  std::string line() const;
  std::string json() const;
};

/// Sum over all cells of (mean of the four neighbours - cell)^2: 0 where the temperature is
/// steady. Rows are summed alone and then in order, so that it does not depend on the ranks, and
/// halos are brought up to date first. Collective over `comm`; the result is on rank 0.
double residual(MPI_Comm comm, const Problem& problem, Grid& grid);

}  // namespace heat
