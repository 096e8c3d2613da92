// Who is reached by what the program calls: a matter of the order in which libraries are loaded.
#pragma once

namespace tidemill::mpi {

/// The file of another OpenMP runtime, to which the program's regions and tasks go; nullptr: they
/// come to libtidemill.
const char* other_openmp();

}  // namespace tidemill::mpi
