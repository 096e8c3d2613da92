// Threads of the layer's own: helpers, and the back end's.
#pragma once

#include <pthread.h>

namespace tidemill::mpi {

/// Starts one, named `name`. It takes no signal: those are for the program's threads. And it isn't
/// kept to the place of the worker that starts it, where it would take turns with that one, and
/// spin in MPI meanwhile: it may run wherever there is a place. Returns 0 or an error number.
int start_own_thread(pthread_t& thread, const char* name, void* (*main)(void*), void* data);

}  // namespace tidemill::mpi
