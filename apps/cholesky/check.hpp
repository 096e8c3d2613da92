// --check: is the factor one of the matrix, and does it solve?
#pragma once

#include <mpi.h>

#include "layout.hpp"
#include "problem.hpp"
#include "residuals.hpp"
#include "tiles.hpp"

namespace cholesky {

/// Gathers the factor on rank 0, which needs the memory for two whole matrices. Collective over
/// `comm`; all ranks get the same answer. Throws UsageError.
Residuals check_factor(MPI_Comm comm, const Problem& problem, const Layout& layout,
                       const Tiles& tiles);

}  // namespace cholesky
