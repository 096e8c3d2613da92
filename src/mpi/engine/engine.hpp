// The engine of the task-aware layer: makes the calling task wait for MPI requests, or binds them
// to its completion, and tests what is in flight from one polling service.
//
// Called by the wrappers in c/, by any thread. Meets tasks only through tidemill/tasking.h. The
// states of an operation and who owns a ticket when: docs/mechanisms/mpi.md.
// Nothing here spins: a thread that finds its operation incomplete goes back to the runtime.
#pragma once

#include <atomic>

#include "engine/completion_test.hpp"
#include "engine/inside_mpi.hpp"
#include "engine/intake.hpp"
#include "engine/pending_requests.hpp"
#include "engine/ticket.hpp"
#include "engine/ticket_pool.hpp"

namespace tidemill::mpi {

class Engine {
 public:
  /// MPI_TASK_MULTIPLE was provided: the one branch a plain call pays. relaxed: set in
  /// MPI_Init_thread and cleared in MPI_Finalize, which the program orders with its other calls.
  bool enabled() const noexcept { return enabled_.load(std::memory_order_relaxed); }

  /// Registers the polling service. Once, by MPI_Init_thread.
  void enable();

  /// Ends the polling service, once nothing is in flight; see docs/mechanisms/mpi.md for what
  /// happens if something stays. By MPI_Finalize.
  void disable();

  /// MPI_Wait and what amounts to it: suspends the calling task until *request is done. `status`
  /// is the user's or nullptr. The calling thread may be another one afterwards.
  int wait_one(MPI_Request* request, MPI_Status* status, const CallSite& call);

  /// MPI_Waitall; `statuses` holds `count`, or is nullptr.
  int wait_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call);

  /// Both parts of a Sendrecv: requests[0] is the receive, whose status and error come first.
  int wait_both(MPI_Request (&requests)[2], MPI_Status* status, const CallSite& call);

  /// TAMPI_Iwait, TAMPI_Iwaitall: as above, but only the task's completion waits.
  int bind_one(MPI_Request* request, MPI_Status* status, const CallSite& call);
  int bind_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call);

 private:
  static int polling_service(void* self);
  void poll();
  void take_new();
  void drain_or_abort();
  void suspend(Ticket& ticket);
  int suspend_one(MPI_Request* request, MPI_Status* status, const CallSite& call);
  int complete_what_is_done(Ticket& ticket, MPI_Request* requests, Entry* left);
  static int settled(int error, bool handler_due, const CallSite& call);
  static void finish(Ticket* ticket);
  static void finish_failed_bound_slow(const Ticket& ticket);
  [[noreturn]] void abort_with_pending();

  std::atomic<bool> enabled_{false};
  Intake intake_;
  PendingRequests pending_;  ///< the polling service's alone
};

extern Engine& engine;

}  // namespace tidemill::mpi
