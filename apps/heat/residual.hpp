// How far the temperature is from steady.
#pragma once

#include <mpi.h>

#include "grid.hpp"
#include "problem.hpp"

namespace heat {

/// Sum over all cells of (mean of the four neighbours - cell)^2: 0 where the temperature is
/// steady. Rows are summed alone and then in order, so that it does not depend on the ranks, and
/// halos are brought up to date first. Collective over `comm`; the result is on rank 0.
double residual(MPI_Comm comm, const Problem& problem, Grid& grid);

}  // namespace heat
