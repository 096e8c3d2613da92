// Who is reached by what the program calls: a matter of the order in which libraries are loaded.
#pragma once

namespace tidemill::mpi {

/// The file of another OpenMP runtime, to which the program's regions and tasks go; nullptr: they
/// come to libtidemill.
const char* other_openmp();

/// Than the first, by what launchers tell their ranks: before MPI is initialised there is nobody to
/// ask.
bool is_another_rank();

}  // namespace tidemill::mpi
