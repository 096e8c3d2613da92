// Back ends: who makes MPI advance, and how it is asked what is done. The variants of Sala et al.
// 2018, section 5.3, chosen by TIDEMILL_MPI_BACKEND:
//
//   test      the runtime's polling service tests batches of requests, which makes MPI advance
//             (the paper's library; any MPI)
//   progress  the polling service calls MPI's progress engine, then looks which requests are done
//             (Interop(polling); where MPI lets its progress engine be called)
//   async     a progress thread does the same, or tests as above, and unblocks the tasks: no thread
//             of the program polls (Interop(mpich); any MPI)
//
// What MPIs offer for it beyond the standard is looked up at run time, so one layer serves all
// versions of its MPI. begin() and end() as Engine::enable and disable; the rest inside MPI only.
#pragma once

#include <atomic>
#include <memory>

namespace tidemill::mpi {

class Backend {
 public:
  using Poll = int (*)(void* engine);

  /// By TIDEMILL_MPI_BACKEND; a value that can't be had is said once, with what is used instead.
  static std::unique_ptr<Backend> chosen();

  virtual ~Backend() = default;

  /// From here until end() `poll` is called whenever `busy` is set.
  virtual void begin(Poll poll, void* engine, std::atomic<bool>& busy) = 0;
  /// When it returns nobody polls any more.
  virtual void end() = 0;

  /// Something is in flight, for the first time since nothing was.
  virtual void wake() {}
};

}  // namespace tidemill::mpi
