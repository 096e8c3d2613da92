// Files whose data MPI converts on the way: their views' representation isn't "native".
//
// MPICH's non-blocking collective accesses (4.0) convert in a buffer that they free as soon as they
// have posted the access: what is read or written is wrong then, and the heap damaged. Its blocking
// ones hold its lock over all files while they wait for other ranks, so that two files' in opposite
// order hang. So of a blocking collective access to such a file each rank makes its part by itself,
// by the function that isn't collective: what is in the file and in memory is the same.
#pragma once

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

/// By a helper thread, as MPICH takes its lock over all files for that. False also for what is no
/// file: the access itself reports it.
bool view_converts(MPI_File file);

}  // namespace tidemill::mpi
