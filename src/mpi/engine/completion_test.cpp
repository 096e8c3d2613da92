#include "engine/completion_test.hpp"

#include <mutex>

namespace tidemill::mpi {

constinit ErrorHandlers error_handlers;

namespace {

// Protects WORLD's handler from the moment a test replaces it until it is back. Held across one
// Test or Testsome, never across a suspension.
constinit std::mutex world_mutex;
MPI_Errhandler quieted_handler = MPI_ERRHANDLER_NULL;  ///< WORLD's own, under world_mutex

}  // namespace

int ErrorHandlers::set(MPI_Comm comm, MPI_Errhandler handler) {
  if constexpr (!kTestForgetsCommunicator) return PMPI_Comm_set_errhandler(comm, handler);
  std::lock_guard lock(world_mutex);
  int code = PMPI_Comm_set_errhandler(comm, handler);
  if (code == MPI_SUCCESS) {
    // relaxed: see ours().
    any_set_.store(true, std::memory_order_relaxed);
    if (comm == MPI_COMM_WORLD) {
      world_needs_quiet_.store(handler != MPI_ERRORS_RETURN, std::memory_order_relaxed);
    }
  }
  return code;
}

int ErrorHandlers::run(MPI_Comm comm, int code) {
  if (comm == MPI_COMM_NULL && kTestForgetsCommunicator) comm = MPI_COMM_WORLD;
  if (comm != MPI_COMM_NULL) PMPI_Comm_call_errhandler(comm, code);
  return code;
}

[[gnu::noinline]] void ErrorHandlers::quiet_slow() {
  world_mutex.lock();
  PMPI_Comm_get_errhandler(MPI_COMM_WORLD, &quieted_handler);
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

[[gnu::noinline]] void ErrorHandlers::restore_slow() {
  PMPI_Comm_set_errhandler(MPI_COMM_WORLD, quieted_handler);
  PMPI_Errhandler_free(&quieted_handler);
  world_mutex.unlock();
}

}  // namespace tidemill::mpi
