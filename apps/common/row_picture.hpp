// The picture of a field whose rows are spread over ranks.
#pragma once

#include <mpi.h>

#include <functional>

#include "picture.hpp"

namespace app {

struct RowsOfField {
  int all_rows, cols;                     ///< of the whole field
  int first_row, rows;                    ///< those of this rank
  std::function<const double*(int)> row;  ///< the cells of this rank's row 0, 1, ...
};

/// The mean value under each pixel; one a cell if the field is small. Collective over `comm`;
/// needs the memory of a picture on each rank, never that of the field.
Picture take_picture(MPI_Comm comm, const RowsOfField& field);

}  // namespace app
