#include "engine/engine.hpp"

#include <algorithm>
#include <new>

#include "engine/diagnostics.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

namespace {

/// Keeps the engine from being destroyed at exit: a program that ends without MPI_Finalize may
/// still be polling then.
union Undestroyed {
  constexpr Undestroyed() : engine() {}
  ~Undestroyed() {}
  Engine engine;
};
constinit Undestroyed undestroyed;

}  // namespace

constinit Engine& engine = undestroyed.engine;

// ---- Waiting ----------------------------------------------------------------------------------

int Engine::wait_one(MPI_Request* request, MPI_Status* status, const CallSite& call) {
  int code = MPI_SUCCESS;
  if (test_one(request, status ? status : MPI_STATUS_IGNORE, &code)) [[likely]]
    return settled(code, error_handlers.ours(), call);
  return suspend_one(request, status, call);
}

[[gnu::noinline]] int Engine::suspend_one(MPI_Request* request, MPI_Status* status,
                                          const CallSite& call) {
  Entry entry{*request, 0};
  Ticket ticket;
  ticket.call = call;
  ticket.remaining = ticket.count = 1;
  ticket.entries = &entry;
  ticket.requests = request;
  ticket.statuses = status;
  suspend(ticket);
  return settled(ticket.error, ticket.handler_due, call);
}

void Engine::suspend(Ticket& ticket) {
  // The context first: once the ticket is published the polling service may use it.
  void* context = tidemill_get_current_blocking_context();
  ticket.waker = context;
  intake_.push(&ticket);
  tidemill_block_current_task(context);
  // What the polling service wrote into the ticket and the user's arrays is visible: it wrote
  // before tidemill_unblock_task, which happens before the return of tidemill_block_current_task.
}

int Engine::settled(int error, bool handler_due, const CallSite& call) {
  if (error == MPI_SUCCESS || !handler_due) [[likely]]
    return error;
  return error_handlers.run(call.comm, error);
}

namespace {

/// Room for a Waitall's entries: on the stack while they are few.
class EntryArray {
 public:
  explicit EntryArray(int count) {
    if (count <= kInline) return;
    heap_ = new (std::nothrow) Entry[static_cast<size_t>(count)];
    if (!heap_) fatal("no memory to wait for %d requests at once", count);
  }
  ~EntryArray() { delete[] heap_; }
  EntryArray(const EntryArray&) = delete;
  EntryArray& operator=(const EntryArray&) = delete;
  Entry* data() { return heap_ ? heap_ : inline_; }

  /// The first `count` entries for a ticket that outlives this: in it, or on the heap.
  Entry* keep(int count, BoundTicket& ticket) {
    if (count == 1) {
      ticket.single = data()[0];
      return &ticket.single;
    }
    if (!heap_) {
      heap_ = new (std::nothrow) Entry[static_cast<size_t>(count)];
      if (!heap_) fatal("no memory to bind %d requests at once", count);
      std::copy_n(inline_, count, heap_);
    }
    Entry* kept = heap_;
    heap_ = nullptr;
    return kept;
  }

  static constexpr int kInline = 16;

 private:
  Entry inline_[kInline];
  Entry* heap_ = nullptr;
};

}  // namespace

/// Completes into `ticket` every request that is done already, null or inactive, and lists the
/// others in `left`. Returns an error only if MPI refuses the array as such.
int Engine::complete_what_is_done(Ticket& ticket, MPI_Request* requests, Entry* left) {
  constexpr int kBatch = PendingRequests::kChunk;
  MPI_Status empty;
  MPI_Request none = MPI_REQUEST_NULL;
  int code = MPI_SUCCESS;
  test_one(&none, &empty, &code);  // the one way to get an empty status (MPI-3.1, 3.7.3)

  int listed = 0;
  for (int first = 0; first < ticket.count; first += kBatch) {
    const int size = ticket.count - first < kBatch ? ticket.count - first : kBatch;
    bool done[kBatch];
    int where[kBatch];
    MPI_Status statuses[kBatch];
    for (int i = 0; i < size; ++i) {
      done[i] = requests[first + i] == MPI_REQUEST_NULL;
      if (done[i]) ticket.complete(first + i, MPI_REQUEST_NULL, empty, MPI_SUCCESS);
    }
    int found = 0;
    code = test_some(size, requests + first, &found, where, statuses);
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) return code;
    const bool none_active = found == MPI_UNDEFINED;
    for (int k = 0; k < found; ++k) {
      const int i = where[k];
      done[i] = true;
      if (code != MPI_SUCCESS && error_handlers.ours()) ticket.handler_due = true;
      ticket.complete(first + i, requests[first + i], statuses[k],
                      code == MPI_SUCCESS ? MPI_SUCCESS : statuses[k].MPI_ERROR);
    }
    for (int i = 0; i < size; ++i) {
      if (done[i]) continue;
      if (requests[first + i] == MPI_REQUEST_NULL) {  // see PendingRequests::settle_failed_slow
        if (error_handlers.ours()) ticket.handler_due = true;
        ticket.complete(first + i, MPI_REQUEST_NULL, empty, statuses[0].MPI_ERROR);
      } else if (none_active) {
        ticket.complete(first + i, requests[first + i], empty, MPI_SUCCESS);
      } else {
        left[listed++] = {requests[first + i], first + i};
      }
    }
  }
  return MPI_SUCCESS;
}

int Engine::wait_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call) {
  if (count <= 0 || !requests) {  // nothing to wait for, or an error for MPI to report
    return inside_mpi([&] { return PMPI_Waitall(count, requests, MPI_STATUSES_IGNORE); });
  }
  EntryArray entries(count);
  Ticket ticket;
  ticket.call = call;
  ticket.reporting = Reporting::kMultiple;
  ticket.remaining = ticket.count = count;
  ticket.may_hold_inactive = count > 1;
  ticket.entries = entries.data();
  ticket.requests = requests;
  ticket.statuses = statuses;
  const int code = complete_what_is_done(ticket, requests, ticket.entries);
  if (code != MPI_SUCCESS) return settled(code, error_handlers.ours(), call);
  if (ticket.remaining > 0) suspend(ticket);
  return settled(ticket.error, ticket.handler_due, call);
}

int Engine::wait_both(MPI_Request (&requests)[2], MPI_Status* status, const CallSite& call) {
  MPI_Status statuses[2] = {};
  int codes[2] = {MPI_SUCCESS, MPI_SUCCESS};
  bool done[2];
  for (int i = 0; i < 2; ++i) done[i] = test_one(&requests[i], &statuses[i], &codes[i]);
  bool handler_due = error_handlers.ours();
  if (!done[0] || !done[1]) {
    Entry entries[2];
    Ticket ticket;
    ticket.call = call;
    ticket.reporting = Reporting::kMultiple;
    ticket.count = 2;
    ticket.entries = entries;
    ticket.statuses = statuses;
    for (int i = 0; i < 2; ++i) {
      if (!done[i]) entries[ticket.remaining++] = {requests[i], i};
    }
    suspend(ticket);
    handler_due = ticket.handler_due || (handler_due && (codes[0] || codes[1]));
    if (ticket.error != MPI_SUCCESS) {
      for (int i = 0; i < 2; ++i) {
        if (!done[i]) codes[i] = statuses[i].MPI_ERROR;
      }
    }
  }
  if (status) {
    const int before = status->MPI_ERROR;
    *status = statuses[0];
    status->MPI_ERROR = before;
  }
  return settled(codes[0] != MPI_SUCCESS ? codes[0] : codes[1], handler_due, call);
}

// ---- Binding ----------------------------------------------------------------------------------

int Engine::bind_one(MPI_Request* request, MPI_Status* status, const CallSite& call) {
  void* counter = tidemill_get_current_event_counter();
  if (!counter) return wait_one(request, status, call);
  int code = MPI_SUCCESS;
  if (test_one(request, status ? status : MPI_STATUS_IGNORE, &code)) {
    if (status) status->MPI_ERROR = code;
    if (request) *request = MPI_REQUEST_NULL;
    return settled(code, error_handlers.ours(), call);
  }
  BoundTicket* ticket = ticket_pool.take();
  *ticket = BoundTicket{};
  ticket->call = call;
  ticket->waker_kind = Waker::kEventCounter;
  ticket->waker = counter;
  ticket->remaining = ticket->count = 1;
  ticket->single = {*request, 0};
  ticket->entries = &ticket->single;
  ticket->statuses = status;
  *request = MPI_REQUEST_NULL;
  // Before publication: the decrease must not come first.
  tidemill_increase_current_task_event_counter(counter, 1);
  intake_.push(ticket);
  return MPI_SUCCESS;
}

int Engine::bind_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call) {
  void* counter = tidemill_get_current_event_counter();
  if (!counter || count <= 0 || !requests) return wait_all(count, requests, statuses, call);
  EntryArray entries(count);
  BoundTicket* ticket = ticket_pool.take();
  *ticket = BoundTicket{};
  ticket->call = call;
  ticket->reporting = Reporting::kMultiple;
  ticket->waker_kind = Waker::kEventCounter;
  ticket->waker = counter;
  ticket->remaining = ticket->count = count;
  ticket->may_hold_inactive = count > 1;
  ticket->statuses = statuses;
  const int code = complete_what_is_done(*ticket, requests, entries.data());
  if (code != MPI_SUCCESS || ticket->remaining == 0) {
    const int error = code != MPI_SUCCESS ? code : ticket->error;
    const bool handler_due = code != MPI_SUCCESS ? error_handlers.ours() : ticket->handler_due;
    ticket_pool.give(ticket);
    for (int i = 0; code == MPI_SUCCESS && i < count; ++i) requests[i] = MPI_REQUEST_NULL;
    return settled(error, handler_due, call);
  }
  ticket->entries = entries.keep(ticket->remaining, *ticket);
  for (int i = 0; i < count; ++i) requests[i] = MPI_REQUEST_NULL;
  // One event for all: the counter is decreased once, by the last request.
  tidemill_increase_current_task_event_counter(counter, 1);
  intake_.push(ticket);
  return MPI_SUCCESS;
}

}  // namespace tidemill::mpi
