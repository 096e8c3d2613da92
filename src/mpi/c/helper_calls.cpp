// The functions whose wrappers leave the call to a helper thread: with any of them in the program
// the MPI beneath has to be at MPI_THREAD_MULTIPLE.
#include "engine/thread_level.hpp"

namespace tidemill::mpi {

const char* const helper_calls[] = {nullptr};
const int helper_call_count = 0;

}  // namespace tidemill::mpi
