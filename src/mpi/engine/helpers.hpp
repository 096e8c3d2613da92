// Threads that make the blocking MPI calls for which MPI has no other form (MPI_Comm_split,
// MPI_Win_lock, ...), so that no worker blocks in them.
//
// A thread is made when a call finds none free: a bound on their number could leave the call that
// would free the others waiting for them. They sleep between calls and end with MPI_Finalize.
// Calls with one order key (a communicator, a window, a file) are made one after the other, in the
// order they came: MPI wants collective calls on one of these in the same order everywhere.
// Needs MPI_THREAD_MULTIPLE beneath: a helper stays inside MPI while others enter.
#pragma once

#include <pthread.h>

#include <cstdint>
#include <mutex>
#include <vector>

#include "engine/function_ref.hpp"
#include "engine/ticket.hpp"

namespace tidemill::mpi {

inline constexpr std::uint64_t kUnordered = 0;

/// Order keys; handles are integers or pointers, depending on the MPI.
inline std::uint64_t order_of_comm(MPI_Comm comm) { return (std::uint64_t)comm << 3 | 1; }
inline std::uint64_t order_of_win(MPI_Win win) { return (std::uint64_t)win << 3 | 2; }
inline std::uint64_t order_of_file(MPI_File file) { return (std::uint64_t)file << 3 | 3; }
/// Independent accesses wait for no other rank, so not behind collective ones either.
inline std::uint64_t order_of_accesses(MPI_File file) { return (std::uint64_t)file << 3 | 4; }
/// They wait for their target only. One thread a window, not one for each of them.
inline std::uint64_t order_of_accumulates(MPI_Win win) { return (std::uint64_t)win << 3 | 5; }

class Helpers {
 public:
  /// A call to be made; on the stack of the task that waits for it.
  struct Job {
    FunctionRef<int()> body;
    std::uint64_t order_key;
    Waker waker;
    const char* name;
    int result = MPI_SUCCESS;
    Job* next = nullptr;
  };

  /// The helpers' from here on. When it is done its waker is used, with `result` written.
  void submit(Job& job);

  /// Ends them, none being in a call, and waits until they are gone: what libraries keep for each
  /// thread is freed on the thread, by libraries that MPI_Finalize unloads.
  void end();

  /// Name of a call still being made, or nullptr.
  const char* any_name();

 private:
  static void* main(void* self);
  void work();
  Job* next_locked();
  void start_thread_locked();

  std::mutex mutex_;  ///< guards all below; never held during a call
  pthread_cond_t work_to_do_ = PTHREAD_COND_INITIALIZER;  // std's is no constant
  Job* first_ = nullptr;
  Job* last_ = nullptr;
  std::vector<std::uint64_t> busy_keys_;
  std::vector<const char*> running_;
  std::vector<pthread_t> threads_;
  int idle_ = 0;
  int wanted_ = 0;  ///< idle helpers that have been told and have not come yet
  bool ending_ = false;
};

}  // namespace tidemill::mpi
