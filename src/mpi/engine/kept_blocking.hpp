// Collective calls that stay MPI's blocking ones, made by a helper: those for which its
// non-blocking ones can't stand. Either reason is the same for all ranks of a communicator, so all
// decide alike.
//
// Every call on a communicator that holds processes of another MPI_COMM_WORLD: spawned ones, their
// parents, and those met by MPI_Comm_accept, MPI_Comm_connect or MPI_Comm_join. They may not be
// task-aware, and MPI never matches their blocking calls with non-blocking ones of ours. Whoever
// isn't of one's own world is of another one for both.
//
// Every call on an intercommunicator: it has no private communicator on which others could be
// posted (collectives/private_comms.hpp). And of those with a root, MPICH 4.0 to 5.0 loses what
// MPI_Ibcast sends between groups of several ranks, or aborts. Open MPI 4.1 and 5.0 counts its
// non-blocking calls only where they have something to send or receive, which a rank with
// MPI_PROC_NULL may not have: messages of the next ones meet the wrong call. MPICH 4.0's
// MPI_Comm_idup of one whose own group is a single rank asks for its number again and again inside
// one call, and never lets the thread go on that has the numbers at the time.
//
// Programs without either pay one relaxed load for a collective call.
#pragma once

#include <atomic>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class KeptBlocking {
 public:
  /// Whenever MPI may have been initialised: was this process spawned? One thread at a time.
  void begin();

  /// A call that may bring such a communicator is about to be made, task-aware or not yet.
  void meet() noexcept { any_.store(true, std::memory_order_relaxed); }  // see applies()

  /// To a call on `comm`?
  bool applies(MPI_Comm comm) {
    // relaxed: the program orders its calls on a communicator after the one that made it.
    return any_.load(std::memory_order_relaxed) && applies_slow(comm);
  }

 private:
  bool applies_slow(MPI_Comm comm);
  bool find(MPI_Comm comm);

  std::atomic<bool> any_{false};  ///< set by the first meeting, never cleared
  int key_ = MPI_KEYVAL_INVALID;  ///< of the attribute that keeps it; constant after begin()
};

extern KeptBlocking kept_blocking;

}  // namespace tidemill::mpi
