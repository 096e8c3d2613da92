// The engine of the task-aware layer: makes the calling task wait for MPI, or binds MPI requests to
// its completion, and tests what is in flight from one polling service.
//
// Called by the wrappers in c/ and fortran/, by any thread. Meets tasks only through
// tidemill/tasking.h. Everything below that touches MPI or what is in flight runs inside MPI, one
// thread at a time (engine/delegation.hpp), so nothing else here is locked or atomic. The states of
// an operation and who owns a ticket when: docs/mechanisms/mpi.md.
//
// Which function for which kind of MPI call:
//   local or non-blocking             inside_mpi(...)
//   blocking, has a non-blocking form wait_posted, wait_posted_pair
//   waits for the user's requests     wait_one, wait_all, wait_any, wait_some
//   only a test exists (Iprobe)       wait_until
//   neither (Comm_split, Win_lock)    call_in_helper
//   binds to the task's completion    bind_posted, bind_one, bind_all (binding.cpp)
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "engine/backend.hpp"
#include "engine/completion_test.hpp"
#include "engine/conditions.hpp"
#include "engine/done_at_once.hpp"
#include "engine/eager_test.hpp"
#include "engine/function_ref.hpp"
#include "engine/helpers.hpp"
#include "engine/inside_mpi.hpp"
#include "engine/opt_out.hpp"
#include "engine/pending_requests.hpp"
#include "engine/return_pool.hpp"
#include "engine/ticket.hpp"
#include "engine/waker_batches.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

/// Posts a non-blocking operation: PMPI_Irecv(..., request). Returns MPI's code.
using Post = FunctionRef<int(MPI_Request* request)>;

/// Posts both halves of a Sendrecv, the send last.
using PostPair = FunctionRef<int(MPI_Request* receive, MPI_Request* send)>;

class Engine {
 public:
  /// MPI_TASK_MULTIPLE was provided: the one branch a plain call pays. relaxed: set in
  /// MPI_Init_thread and cleared in MPI_Finalize, which the program orders with its other calls.
  bool enabled() const noexcept { return enabled_.load(std::memory_order_relaxed); }

  /// Starts the back end. By MPI_Init_thread; `provided` is the level of the MPI beneath,
  /// MPI_THREAD_SERIALIZED or more.
  void enable(int provided);

  /// Ends it, once nothing is in flight; see docs/mechanisms/mpi.md for what
  /// happens if something stays. By MPI_Finalize.
  void disable();

  /// The first part of that: waits until nothing is in flight.
  void drain_or_abort();

  /// MPI may be called by any thread, beside the layer. False: MPI was asked for less.
  bool can_do_without() const noexcept { return level_ >= MPI_THREAD_MULTIPLE; }

  // ---- Blocking calls: the task pauses. The calling thread may be another one afterwards. -------
  // `status` is the user's, or nullptr for MPI_STATUS(ES)_IGNORE.

  /// Any call with a non-blocking form. A posting that fails has run the error handler already; but
  /// where `post` sets *handler_due, none of this call's errors has.
  template <typename Posting>
  int wait_posted(const CallSite& call, MPI_Status* status, Posting post,
                  const bool* handler_due = nullptr);

  /// Both parts of a Sendrecv; the receive's status and error come first. If MPI refuses the send,
  /// which then has no request, the receive is cancelled.
  int wait_posted_pair(const CallSite& call, MPI_Status* status, PostPair post);

  int wait_one(MPI_Request* request, MPI_Status* status, const CallSite& call);
  int wait_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call);
  int wait_any(int count, MPI_Request* requests, int* index, MPI_Status* status,
               const CallSite& call);
  int wait_some(int count, MPI_Request* requests, int* done_count, int* indices,
                MPI_Status* statuses, const CallSite& call);

  /// Until probe(&done) sets done or fails; its code. The probe runs now and then inside MPI.
  int wait_until(const CallSite& call, Probe probe, OnError on_error = OnError::kMpiRunsHandler);

  /// A blocking call without any other form, made by a helper thread. Calls with the same key are
  /// made one after the other, in the order of calling; kUnordered ones at once.
  int call_in_helper(const CallSite& call, std::uint64_t order_key, FunctionRef<int()> body);

  // ---- Bound operations: only the task's completion waits. Outside a task they block. -----------

  int bind_posted(const CallSite& call, MPI_Status* status, Post post);
  int bind_one(MPI_Request* request, MPI_Status* status, const char* name,
               const void* site = __builtin_return_address(0));
  int bind_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call);

  /// To be called before a send is posted. A task may post hundreds of them. MPI receives nothing
  /// meanwhile, and its room for messages fills up. Open MPI then puts sends off, and looks at all
  /// of those in every call that makes it advance. So every kSendsPerSweep sends one sweep lets MPI
  /// advance.
  void before_send() {
    // relaxed: a count that may lose some guards nothing.
    const std::uint32_t sends = sends_since_sweep_.load(std::memory_order_relaxed);
    sends_since_sweep_.store(sends + 1, std::memory_order_relaxed);
    if (sends + 1 >= kSendsPerSweep) [[unlikely]]
      advance_slow();
  }

  // ---- Opting out: blocking calls then block the thread, as in plain MPI ------------------------

  void set_thread_aware(Awareness awareness) { opt_out_.set_thread(awareness); }
  void set_comm_aware(MPI_Comm comm, Awareness awareness) { opt_out_.set_comm(comm, awareness); }

  /// Before a communicator is freed: another one may get its handle. What is bound to tasks on it
  /// may still be in flight, as MPI allows.
  void forget_comm(MPI_Comm comm);

 private:
  friend class Collectives;

  /// Inside MPI: starts an operation. nullptr if it is done; else its ticket, in flight now, whose
  /// waker the caller sets before anybody else can see it.
  using Start = FunctionRef<Ticket*()>;
  struct Published;

  void perform(const CallSite& call, Start start);
  void* begin(const CallSite& call, Start start);
  void* perform_published(Start start);
  void* perform_in_place(Start start);
  /// `entries`: one Entry, or an array of them.
  template <typename Entries>
  Ticket* in_flight(Ticket& ticket, Entries entries) {
    ticket.run_later = &Engine::wake;
    pending_.append(&ticket, entries);
    set_busy();
    return &ticket;
  }
  Ticket* complete_what_is_done(Ticket& ticket, MPI_Request* requests, Entry* left);
  /// A request that was just posted from there: shall it be tested?
  bool worth_a_test(MPI_Request request, const void* site) {
    return request == MPI_REQUEST_NULL || eager_.worth(site);
  }
  /// True: it is done.
  bool test_at_once(MPI_Request* request, MPI_Status* status, const void* site, int* code);
  struct Binding;
  // Inside MPI; bind_one_tested also leaves it, bind_one_elsewhere is called outside.
  void bind_untested(MPI_Request request, const BoundRequest& bound);
  Binding bind_tested(MPI_Request request, BoundRequest bound, const void* site);
  Binding bind_inside(MPI_Request request, const BoundRequest& bound, const void* site);
  int bind_one_tested(MPI_Request request, BoundRequest bound, const void* site);
  int bind_one_elsewhere(MPI_Request request, BoundRequest bound, const void* site);
  static int wait_inside_slow(MPI_Status* status, Post post);
  static int wait_inside_slow(MPI_Request* request, MPI_Status* status);
  int wait_alone_slow(MPI_Request* request, MPI_Status* status, const CallSite& call);
  Ticket* posted(Ticket& ticket, MPI_Request request);
  Ticket* waited_for(Ticket& ticket, MPI_Request* request);
  static int settled(int error, bool handler_due, const CallSite& call) {
    if (error == MPI_SUCCESS || !handler_due) [[likely]]
      return error;
    return settled_slow(error, call);
  }
  static int settled_slow(int error, const CallSite& call);

  /// Inside MPI, as all that writes it.
  void set_busy() {
    if (!busy_.load(std::memory_order_relaxed)) [[unlikely]]
      set_busy_slow();
  }
  void set_busy_slow();
  void advance_slow();
  int poll();
  void give_way_after(std::uint64_t start);
  bool enter_or_ask_if_overdue();
  static void sweep_for_poll(Delegation::Call* asked);
  int sweep(void (*between)(), PendingRequests::Reach reach);
  static void finish(Ticket* ticket);
  static void finish_bound(const BoundRequest& bound, int code, bool handler_due);
  static void fail_bound_slow(const BoundRequest& bound, int code, bool handler_due);
  static void run_handler(Ticket* ticket);
  static void wake(Delegation::Later* ticket);
  static void finish_failed_bound_slow(const Ticket& ticket);
  void go_on();
  [[noreturn]] void abort_with_pending();

  std::atomic<bool> enabled_{false};
  /// Something is in flight. Written inside MPI; read anywhere, relaxed: a hint that saves a poll.
  std::atomic<bool> busy_{false};
  /// Ticks, until when nobody polls. Any thread; relaxed: paces, no more.
  std::atomic<std::uint64_t> give_way_until_{0};
  /// Delegation::handed_over() at the last sweep. Written inside MPI, read anywhere; relaxed: a
  /// hint.
  std::atomic<std::uint32_t> handed_over_at_sweep_{0};
  /// See before_send(). One step of MPI's each.
  static constexpr std::uint32_t kSendsPerSweep = 4;
  std::atomic<std::uint32_t> sends_since_sweep_{0};
  bool sweeping_ = false;  ///< inside MPI only
  /// A poll's request for a sweep: published, and not made yet, while `queued`.
  struct AskedSweep : Delegation::Call {
    std::atomic<bool> queued{false};
  } asked_;
  PendingRequests pending_;
  EagerTests eager_;
  DoneAtOnce done_at_once_;
  Conditions conditions_;
  Ticket* going_on_ = nullptr;  ///< whose `then` is due, oldest first
  Ticket* last_going_on_ = nullptr;
  WakerBatches<tidemill_unblock_tasks> suspended_;
  WakerBatches<tidemill_decrease_task_event_counters> bound_;
  ReturnPool<BoundTicket, 64> tickets_;
  Helpers helpers_;
  OptOut opt_out_;
  std::unique_ptr<Backend> backend_;  ///< from enable() to disable()
  int level_ = MPI_THREAD_MULTIPLE;   ///< of the MPI beneath; written by enable()
};

extern Engine& engine;

// These are in line, down to the wrapper: each function that a task returns from after a pause
// costs a mispredicted return (core/suspend/switch_to.hpp), and its frame lies on the stack of each
// task.

/// Starts an operation and pauses the calling task until it is over.
[[gnu::always_inline]] inline void Engine::perform(const CallSite& call, Start start) {
  if (void* context = begin(call, start)) tidemill_block_current_task(context);
  // What was written inside MPI, into the ticket and the user's arrays, is visible: it was written
  // before tidemill_unblock_tasks, which happens before tidemill_block_current_task returns.
}

template <typename Posting>
[[gnu::always_inline]] inline int Engine::wait_posted(const CallSite& call, MPI_Status* status,
                                                      Posting post, const bool* handler_due) {
  if (already_inside()) [[unlikely]] {
    const int code = wait_inside_slow(status, post);
    return settled(code, handler_due && *handler_due, call);
  }
  Ticket ticket(call, nullptr, status);
  perform(call, [&]() -> Ticket* {
    MPI_Request request = MPI_REQUEST_NULL;
    ticket.error = post(&request);  // a failure has run its handler: none is due
    return ticket.error == MPI_SUCCESS ? posted(ticket, request) : nullptr;
  });
  return settled(ticket.error, ticket.handler_due || (handler_due && *handler_due), call);
}

[[gnu::always_inline]] inline int Engine::wait_one(MPI_Request* request, MPI_Status* status,
                                                   const CallSite& call) {
  if (already_inside()) [[unlikely]]
    return wait_inside_slow(request, status);
  if (!status && done_at_once_.is(*request)) {
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
  }
  if (error_handlers.knows_alone()) [[unlikely]]
    return wait_alone_slow(request, status, call);
  Ticket ticket(call, request, status);
  perform(call, [&] { return waited_for(ticket, request); });
  return settled(ticket.error, ticket.handler_due, call);
}

}  // namespace tidemill::mpi
