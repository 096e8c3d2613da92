// Which MPI a program is linked with, asked of the dynamic loader: it alone knows RPATHs,
// LD_LIBRARY_PATH, its cache, and the libraries that libraries need.
#pragma once

#include "mpi_kind.hpp"
#include "program.hpp"

namespace tidemill::tool {

/// Mpi::none for anything that is not a dynamic_elf, and for one that opens MPI only at run time
/// (an interpreter with an MPI module). Starts the program's loader, never the program.
Mpi linked_mpi(Program const& program);

}  // namespace tidemill::tool
