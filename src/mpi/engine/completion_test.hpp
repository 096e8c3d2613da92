// How the layer asks MPI whether requests are done, and whose error handler runs when one failed.
//
// A Test of one request is simple under Open MPI, which runs the handler of the request's
// communicator. Otherwise the MPIs leave something to do, marked in the ticket as `handler_due`:
// - Open MPI, in a batch, runs the handler of the first request that failed only, though they may
//   belong to different calls. The layer runs the others' (due_in_batch); of a call that names no
//   communicator, such as MPI_Wait, it cannot, and that call returns its code all the same.
// - MPICH runs MPI_COMM_WORLD's handler, whatever the communicator: a failed MPI_Recv on one with
//   MPI_ERRORS_RETURN would abort. So from the program's first MPI_Comm_set_errhandler on WORLD's
//   is MPI_ERRORS_RETURN during tests, and the layer runs the right one after them. Programs that
//   set none pay one relaxed load. A communicator that a helper makes of WORLD meanwhile would
//   inherit MPI_ERRORS_RETURN: it is given the right one (inherit), but for intercommunicators.
//   Known limit: an error that another thread's call raises on MPI_COMM_WORLD during such a test
//   returns a code, whatever the handler.
// - MPICH (4.0 to 5.0), in a Test or Wait of one request, knows the communicator. The layer doesn't
//   know it of MPI_Wait: it tests such a request alone, with WORLD as it is (knows_alone). But a
//   handler that is a function of the program's would run on any thread so, and MPICH 5.0's
//   MPI_Test returns MPI_SUCCESS after it, as its other functions do. Once there is one, requests
//   are tested as batches of one: that gives the code, and runs no handler of their own
//   communicator's.
#pragma once

#include <atomic>

#include "engine/inside_mpi.hpp"
#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

class ErrorHandlers {
 public:
  /// MPI_Comm_set_errhandler, seen by the layer.
  int set(MPI_Comm comm, MPI_Errhandler handler);

  /// A communicator is created with this one.
  void note(MPI_Errhandler handler) noexcept {
    // relaxed: see ours().
    any_set_.store(true, std::memory_order_relaxed);
    if (is_function(handler)) any_function_.store(true, std::memory_order_relaxed);
    note_function(handler);
  }

  /// Something, also a window, a file or a session, has this handler.
  static void note_function(MPI_Errhandler handler) noexcept {
    if (is_function(handler)) note_functions();
  }

  /// Runs the error handler of `comm` (MPI_COMM_NULL: the call names none) as MPI would have;
  /// returns `code` if that handler returns. Enters MPI, also from inside.
  int run(MPI_Comm comm, int code);

  /// A helper has made `made` of `parent`, beside tests that may have had WORLD quiet: it has the
  /// handler it would have inherited. Not from inside MPI.
  void inherit(MPI_Comm parent, MPI_Comm made) {
    if (parent == MPI_COMM_WORLD && made != MPI_COMM_NULL && ours()) [[unlikely]]
      inherit_slow(made);
  }

  /// The tests run no handler: whoever sees an error has to.
  bool ours() const noexcept {
    // relaxed: a program that sets a handler and posts on another thread orders the two itself.
    return kTestForgetsCommunicator && any_set_.load(std::memory_order_relaxed);
  }

  /// A test of one request may run a handler of the program's and then lose the code.
  bool may_lose_code() const noexcept {
    return kTestForgetsCommunicator && any_function_.load(std::memory_order_relaxed);  // as ours()
  }

  /// A test of one request runs the right handler, where the layer, which doesn't know the
  /// communicator, would run WORLD's; and that one's isn't MPI_ERRORS_RETURN.
  bool knows_alone() const noexcept {
    return ours() && !may_lose_code() && world_needs_quiet_.load(std::memory_order_relaxed);
  }

  /// Whether the handler for a failed request of a batch is still to be run.
  bool due_in_batch(bool first_failed) const noexcept {
    return kTestForgetsCommunicator ? ours() : !first_failed;
  }

 private:
  friend class QuietWorld;
  /// It isn't one of MPI's own (MPI_ERRORS_ABORT counts as one: no matter).
  static bool is_function(MPI_Errhandler handler) noexcept {
    return handler != MPI_ERRORS_RETURN && handler != MPI_ERRORS_ARE_FATAL;
  }
  static void inherit_slow(MPI_Comm made);
  void quiet_slow();
  void restore_slow();

  std::atomic<bool> any_set_{false};       ///< written by note(), never cleared
  std::atomic<bool> any_function_{false};  ///< one that isn't MPI's own; likewise
  /// WORLD's handler is other than MPI_ERRORS_RETURN. Written inside MPI; relaxed: see ours().
  std::atomic<bool> world_needs_quiet_{true};
};

extern ErrorHandlers error_handlers;

/// While it lives, MPI's tests run no error handler but MPI_ERRORS_RETURN, if that is ours to care
/// for. Inside MPI only.
class QuietWorld {
 public:
  QuietWorld() {
    if (error_handlers.ours() && error_handlers.world_needs_quiet_.load(std::memory_order_relaxed))
        [[unlikely]] {
      error_handlers.quiet_slow();
      quiet_ = true;
    }
  }
  ~QuietWorld() {
    if (quiet_) error_handlers.restore_slow();
  }
  QuietWorld(const QuietWorld&) = delete;
  QuietWorld& operator=(const QuietWorld&) = delete;

 private:
  bool quiet_ = false;
};

/// As test_quiet(), by a batch of one.
bool test_in_batch_slow(MPI_Request* request, MPI_Status* status, int* code);

/// PMPI_Test, inside MPI, with WORLD quiet. True if the request is done, failed or not; `code` is
/// its error.
inline bool test_quiet(MPI_Request* request, MPI_Status* status, int* code) {
  if (error_handlers.may_lose_code()) [[unlikely]]
    return test_in_batch_slow(request, status, code);
  int done = 0;
  *code = PMPI_Test(request, &done, status);
  return done || *code != MPI_SUCCESS;
}
inline bool test_one(MPI_Request* request, MPI_Status* status, int* code) {
  QuietWorld quiet;
  return test_quiet(request, status, code);
}

/// The same for a request that is likely to be done. MPICH's PMPI_Test runs the whole progress
/// engine first, its PMPI_Request_get_status only for a request that isn't done.
inline bool test_likely(MPI_Request* request, MPI_Status* status, int* code) {
  if (!kTestProgressesFirst || error_handlers.may_lose_code())
    return test_one(request, status, code);
  QuietWorld quiet;
  int done = 0;
  *code = PMPI_Request_get_status(*request, &done, MPI_STATUS_IGNORE);
  if (*code == MPI_SUCCESS && !done) return false;
  *code = PMPI_Wait(request, status);  // no waiting: it is done
  return true;
}

/// MPI's progress engine and the state of a request, each by a call of its own. nullptr: MPI has
/// none, or the back end does without (engine/backend.hpp, which sets it).
struct NativeProgress {
  void (*advance)() = nullptr;                ///< makes MPI advance; completes nothing for us
  int (*is_complete)(MPI_Request) = nullptr;  ///< MPI_Test would say so; advances nothing
};
extern NativeProgress native_progress;

/// What PMPI_Testsome does, of requests that MPI says are complete, without making it advance.
int test_complete(int count, MPI_Request* requests, int* done, int* where, MPI_Status* statuses);

/// PMPI_Testsome, inside MPI. MPI_SUCCESS, MPI_ERR_IN_STATUS or an error of the call itself.
inline int test_some(int count, MPI_Request* requests, int* done, int* where,
                     MPI_Status* statuses) {
  QuietWorld quiet;
  if (native_progress.is_complete) [[unlikely]]
    return test_complete(count, requests, done, where, statuses);
  return PMPI_Testsome(count, requests, done, where, statuses);
}

}  // namespace tidemill::mpi
