// Communicators that hold processes of another MPI_COMM_WORLD: spawned ones, their parents, and
// those met by MPI_Comm_accept, MPI_Comm_connect or MPI_Comm_join. They may not be task-aware, and
// MPI never matches their blocking collective calls with non-blocking ones of ours. So on such
// communicators ours are blocking, too, made by a helper. All sides decide alike: whoever isn't of
// one's own world is of another one for both.
//
// Programs that meet nobody pay one relaxed load for a collective call.
#pragma once

#include <atomic>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class OtherWorlds {
 public:
  /// Whenever MPI may have been initialised: was this process spawned? One thread at a time.
  void begin();

  /// A call that may bring one is about to be made, task-aware or not yet.
  void meet() noexcept { any_.store(true, std::memory_order_relaxed); }  // see in_reach()

  /// Has `comm` a process of another world?
  bool in_reach(MPI_Comm comm) {
    // relaxed: the program orders its calls on a communicator after the one that made it.
    return any_.load(std::memory_order_relaxed) && in_reach_slow(comm);
  }

 private:
  bool in_reach_slow(MPI_Comm comm);
  bool find_out(MPI_Comm comm);

  std::atomic<bool> any_{false};  ///< set by the first meeting, never cleared
  int key_ =
      MPI_KEYVAL_INVALID;  ///< of the attribute that keeps the answer; constant after begin()
};

extern OtherWorlds other_worlds;

}  // namespace tidemill::mpi
