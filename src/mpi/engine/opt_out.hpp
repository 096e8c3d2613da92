// Who does not want its blocking MPI calls to pause the task: single threads, and communicators.
// Programs that opt nothing out pay one relaxed load a call.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

enum class Awareness : unsigned char { off, on };

class OptOut {
 public:
  /// The calling thread, whichever task it runs.
  void set_thread(Awareness awareness);
  void set_comm(MPI_Comm comm, Awareness awareness);

  bool applies(MPI_Comm comm) const noexcept {
    // relaxed: a program that opts out and calls MPI from another thread orders the two itself.
    return any_.load(std::memory_order_relaxed) && applies_slow(comm);
  }

 private:
  bool applies_slow(MPI_Comm comm) const noexcept;

  std::atomic<bool> any_{false};  ///< set by the first opt-out, never cleared
  mutable std::mutex mutex_;      ///< guards comms_; never held across MPI or a suspension
  std::vector<MPI_Comm> comms_;
};

}  // namespace tidemill::mpi
