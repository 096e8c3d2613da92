// --check: is the result that of serial, bit by bit?
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <string>

#include "grid.hpp"
#include "problem.hpp"

namespace heat {

struct Difference {
  std::int64_t row, col;  ///< the first cell in lexicographic order
  double serial, here;
};

/// Solves the problem serially on rank 0, which needs the memory for it, and compares it with the
/// rows of all ranks. Collective over `comm`; all ranks get the same answer. Throws UsageError.
std::optional<Difference> compare_with_serial(MPI_Comm comm, const Problem& problem,
                                              const Grid& grid);

}  // namespace heat
