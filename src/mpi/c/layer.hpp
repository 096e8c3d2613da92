// Whether MPI's calls are task-aware, and the calls that begin and end that: MPI_Init_thread,
// MPI_Session_init, TAMPI_Init, MPI_Finalize and their like. Called by the entry points of C and
// Fortran; those of initialisation and finalisation by one thread at a time, as MPI says.
//
// Two modes, after TAMPI: the blocking one (MPI_TASK_MULTIPLE, or `tidemill run --task-aware`), in
// which every blocking call pauses its task; and the non-blocking one, which MPI_THREAD_MULTIPLE is
// enough for, in which the TAMPI_I* calls bind to the task and MPI's own calls go straight to MPI.
#pragma once

#include <atomic>

#include "engine/engine.hpp"

namespace tidemill::mpi {

namespace layer_state {
/// The blocking mode is on. Written by the calls below, which the program orders with its others.
extern std::atomic<bool> blocking [[gnu::visibility("hidden")]];
}  // namespace layer_state

/// The one branch a plain call pays. relaxed: hands nothing over, see layer_state::blocking.
inline bool task_aware() noexcept { return layer_state::blocking.load(std::memory_order_relaxed); }

int init(int* argc, char*** argv);
int init_thread(int* argc, char*** argv, int required, int* provided);
int query_thread(int* provided);
int finalize();
int comm_free(MPI_Comm* comm);

/// TAMPI_Init, for programs that switched TAMPI_PROPERTY_AUTO_INIT off: after MPI_Init_thread.
int tampi_init(int required, int* provided);
int tampi_finalize();

/// TAMPI_PROPERTY_AUTO_INIT: MPI_Init_thread also begins task-awareness.
void set_auto_init(bool on);
bool auto_init();

/// The non-blocking mode: starts the engine if MPI's level allows, at the first call that asks.
/// False: MPI is below MPI_THREAD_MULTIPLE (or not initialised), and there is nothing to bind with.
bool begin_binding_slow();
inline bool binding_ready() {
  if (engine.enabled()) [[likely]]
    return true;
  return begin_binding_slow();
}

}  // namespace tidemill::mpi
