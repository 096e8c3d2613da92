// The picture of a field whose rows are spread over ranks.
#pragma once

#include <mpi.h>

#include "field_picture.hpp"

namespace app {

/// The mean value under each pixel; one a cell if the field is small. Collective over `comm`;
/// needs the memory of a picture on each rank, never that of the field.
Picture take_picture(MPI_Comm comm, const RowsOfField& field);

}  // namespace app
