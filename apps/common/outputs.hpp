// The files of --png and --json. Collective over `comm`; rank 0 writes.
#pragma once

#include <mpi.h>

#include <string>

#include "options.hpp"
#include "picture.hpp"

namespace app {

/// Throws UsageError on all ranks if one of the files could not be written.
void check_outputs(MPI_Comm comm, const CommonOptions& options);

/// Writes those asked for. Throws UsageError on all ranks.
void write_outputs(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                   const Picture& picture);
void write_outputs(MPI_Comm comm, const CommonOptions& options, const std::string& json,
                   const Image& image);

}  // namespace app
