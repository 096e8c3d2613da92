// Which thread level the MPI beneath is asked for while the layer is enabled.
//
// All calls pass the layer, one at a time, so MPI_THREAD_SERIALIZED is enough, and MPIs are several
// times faster there than at MPI_THREAD_MULTIPLE. It is safe only if really all calls pass, to the
// end, and none of them blocks inside MPI: so what the program, its libraries and its tools import
// is looked at. TIDEMILL_MPI_THREADS=serialized or multiple decides instead.
#pragma once

namespace tidemill::mpi {

/// MPI_THREAD_SERIALIZED or MPI_THREAD_MULTIPLE. Before MPI is initialised.
int thread_level_to_ask();

/// The file of the program or library that a program's call of `name` reaches instead of the layer;
/// nullptr: it reaches the layer.
const char* taken_before_us(const char* name);

/// MPI_Comm_split, ...: the functions whose wrappers use Engine::call_in_helper. Defined with them.
extern const char* const helper_calls[];
extern const int helper_call_count;

}  // namespace tidemill::mpi
