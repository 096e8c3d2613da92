// The temperature as a PNG: dark is the coldest place, light the hottest, with lines of equal
// temperature at each tenth of the way between them.
#pragma once

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

#include "grid.hpp"
#include "problem.hpp"

namespace heat {

struct Picture {
  int rows = 0;
  int cols = 0;
  std::vector<double> temperature;  ///< rows x cols, on rank 0; empty elsewhere
};

/// The mean temperature under each pixel; at most 1024 pixels a side, one a cell if that is fewer.
/// Collective over `comm`; needs the memory of a picture on each rank, never that of the grid.
Picture take_picture(MPI_Comm comm, const Grid& grid, const Problem& problem);

/// Writes the PNG; small pictures are enlarged. Returns what failed, or nothing.
std::string write_png(const Picture& picture, std::FILE* file);

}  // namespace heat
