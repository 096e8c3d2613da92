#include "engine/engine.hpp"

#include <algorithm>
#include <thread>

#include "engine/channels.hpp"
#include "engine/completion_test.hpp"
#include "engine/diagnostics.hpp"
#include "engine/posting_stack.hpp"
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

void Waker::use() const {
  switch (kind) {
    case WakerKind::kSuspendedTask:
      return tidemill_unblock_task(handle);
    case WakerKind::kEventCounter:
      return tidemill_decrease_task_event_counter(handle, 1);
    case WakerKind::kThread:
      return static_cast<InPlaceFlag*>(handle)->set();
  }
}

// ---- Waiting ----------------------------------------------------------------------------------

/// A blocking call whose start is left to the thread inside MPI. On the suspended task's stack.
struct Engine::Published : Delegation::Call, Delegation::Later {
  Published(Start s, Waker w) : start(s), waker(w) {
    run = [](Call* call) {
      auto* self = static_cast<Published*>(call);
      if (Ticket* ticket = self->start())
        ticket->waker = self->waker;
      else
        delegation.after_leaving(*self);
    };
    run_later = [](Later* self) { static_cast<Published*>(self)->waker.use(); };
  }
  Start start;
  Waker waker;
};

/// The context in which the task has to pause; nullptr if the operation is over. A function of its
/// own: its frame is gone when the task pauses.
[[gnu::noinline]] void* Engine::begin(const CallSite& call, Start start) {
  if (opt_out_.applies(call.comm)) [[unlikely]]
    return perform_in_place(start);
  if (!delegation.try_enter()) [[unlikely]] {
    if (!any_may_call_back.load(std::memory_order_relaxed)) return perform_published(start);
    enter_in_turn_slow();  // a posting that fails runs its handler on this thread
  }
  Ticket* const ticket = posting_stack.call(start);
  void* context = nullptr;
  if (ticket) {
    context = tidemill_get_current_blocking_context();
    ticket->waker = {WakerKind::kSuspendedTask, context};
  }
  delegation.leave();  // from here on the task may be woken, even before it has paused
  return context;
}

/// This and the next see it through, and return nullptr.
[[gnu::noinline]] void* Engine::perform_published(Start start) {
  void* context = tidemill_get_current_blocking_context();
  Published published(start, {WakerKind::kSuspendedTask, context});
  if (delegation.enter_or_publish(published)) {
    published.run(&published);
    delegation.leave();
  }
  tidemill_block_current_task(context);
  return nullptr;
}

/// For threads and communicators that are not task-aware: the thread waits.
[[gnu::noinline]] void* Engine::perform_in_place(Start start) {
  InPlaceFlag over;
  inside_mpi([&] {
    if (Ticket* ticket = start())
      ticket->waker = {WakerKind::kThread, &over};
    else
      over.set();
  });
  constexpr std::uint64_t kLeastNs = 5'000, kMostNs = 1'000'000;
  std::uint64_t sleep_ns = 0;
  for (int polls = 0; !over.is_set(); ++polls) {
    poll();
    if (polls < 200 || over.is_set()) continue;
    over.sleep(sleep_ns = std::clamp(sleep_ns + sleep_ns / 8, kLeastNs, kMostNs));
  }
  return nullptr;
}

[[gnu::noinline]] void Engine::set_busy_slow() {
  // seq_cst: the back end's thread must not be found awake by an older look; see backend.cpp.
  busy_.store(true, std::memory_order_seq_cst);
  backend_->wake();
}

[[gnu::noinline]] int Engine::settled_slow(int error, const CallSite& call) {
  return error_handlers.run(call.comm, error);
}

namespace {

MPI_Status* or_ignored(MPI_Status* status) { return status ? status : MPI_STATUS_IGNORE; }

/// Inside MPI: cancels a receive. True: it is over.
bool take_back(MPI_Request* receive) {
  int code = MPI_SUCCESS;
  if (test_one(receive, MPI_STATUS_IGNORE, &code)) return true;  // also if it was never posted
  PMPI_Cancel(receive);
  return test_one(receive, MPI_STATUS_IGNORE, &code);
}

}  // namespace

[[gnu::noinline]] bool Engine::test_at_once(MPI_Request* request, MPI_Status* status,
                                            const void* site, int* code) {
  const bool done = test_likely(request, or_ignored(status), code);
  eager_.learn(site, done);
  return done;
}

/// Inside MPI: an operation of one request has been posted, which may be done already.
[[gnu::noinline]] Ticket* Engine::posted(Ticket& ticket, MPI_Request request) {
  if (!ticket.statuses && done_at_once_.is(request)) return nullptr;
  const void* const site = ticket.call->site;
  if (worth_a_test(request, site) && test_at_once(&request, ticket.statuses, site, &ticket.error)) {
    ticket.handler_due = error_handlers.ours();
    return nullptr;
  }
  return in_flight(ticket, Entry{request, 0});
}

[[gnu::noinline]] int Engine::wait_inside_slow(MPI_Status* status, Post post) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = post(&request);
  return code == MPI_SUCCESS ? PMPI_Wait(&request, or_ignored(status)) : code;
}

[[gnu::noinline]] int Engine::wait_inside_slow(MPI_Request* request, MPI_Status* status) {
  return PMPI_Wait(request, or_ignored(status));
}

/// Inside MPI: the ticket waits for a request of the program's.
[[gnu::noinline]] Ticket* Engine::waited_for(Ticket& ticket, MPI_Request* request) {
  if (test_one(request, or_ignored(ticket.statuses), &ticket.error)) {
    ticket.handler_due = error_handlers.ours();
    return nullptr;
  }
  return in_flight(ticket, Entry{*request, 0});
}

int Engine::wait_posted_pair(const CallSite& call, MPI_Status* status, PostPair post) {
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Status statuses[2] = {};
  int codes[2] = {MPI_SUCCESS, MPI_SUCCESS};
  bool done[2] = {};
  Entry entries[2];
  Ticket ticket;
  ticket.call = &call;
  ticket.reporting = Reporting::kMultiple;
  ticket.count = 2;
  ticket.statuses = statuses;
  bool refused = false;
  if (already_inside()) [[unlikely]] {
    const int code = post(&requests[0], &requests[1]);
    if (code != MPI_SUCCESS || requests[1] == MPI_REQUEST_NULL) {
      if (!take_back(&requests[0])) PMPI_Wait(&requests[0], MPI_STATUS_IGNORE);
      return code;
    }
    codes[0] = PMPI_Wait(&requests[0], or_ignored(status));
    codes[1] = PMPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    return codes[0] != MPI_SUCCESS ? codes[0] : codes[1];
  }
  perform(call, [&]() -> Ticket* {
    const int code = post(&requests[0], &requests[1]);
    refused = code != MPI_SUCCESS || requests[1] == MPI_REQUEST_NULL;
    if (refused) {
      ticket.error = code;
      if (take_back(&requests[0])) return nullptr;
      entries[0] = {requests[0], 0};  // it has met a message that is still on its way
      ticket.remaining = 1;
      return in_flight(ticket, entries);
    }
    for (int i = 0; i < 2; ++i) {
      done[i] = test_one(&requests[i], &statuses[i], &codes[i]);
      if (!done[i]) entries[ticket.remaining++] = {requests[i], i};
    }
    return ticket.remaining > 0 ? in_flight(ticket, entries) : nullptr;
  });
  if (refused) return ticket.error;
  const bool failed_at_once = codes[0] != MPI_SUCCESS || codes[1] != MPI_SUCCESS;
  for (int i = 0; ticket.error != MPI_SUCCESS && i < 2; ++i)
    if (!done[i]) codes[i] = statuses[i].MPI_ERROR;
  if (status) {
    const int before = status->MPI_ERROR;
    *status = statuses[0];
    status->MPI_ERROR = before;
  }
  const bool handler_due = ticket.handler_due || (failed_at_once && error_handlers.ours());
  return settled(codes[0] != MPI_SUCCESS ? codes[0] : codes[1], handler_due, call);
}

/// Completes into `ticket` every request that is done already, null or inactive, lists the others
/// in `left`, and sends the ticket under way if there are any. An error that concerns the array as
/// such is in ticket.error then, and the ticket is not under way.
Ticket* Engine::complete_what_is_done(Ticket& ticket, MPI_Request* requests, Entry* left) {
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
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) {
      ticket.error = code;
      ticket.handler_due = error_handlers.ours();
      return nullptr;
    }
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
  return ticket.remaining > 0 ? in_flight(ticket, left) : nullptr;
}

int Engine::wait_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call) {
  if (count <= 0 || !requests) {  // nothing to wait for, or an error for MPI to report
    return inside_mpi([&] { return PMPI_Waitall(count, requests, MPI_STATUSES_IGNORE); });
  }
  if (already_inside()) [[unlikely]]
    return PMPI_Waitall(count, requests, statuses ? statuses : MPI_STATUSES_IGNORE);
  EntryArray entries(count);
  Ticket ticket;
  ticket.call = &call;
  ticket.reporting = Reporting::kMultiple;
  ticket.remaining = ticket.count = count;
  ticket.may_hold_inactive = count > 1;
  ticket.requests = requests;
  ticket.statuses = statuses;
  perform(call, [&] { return complete_what_is_done(ticket, requests, entries.data()); });
  return settled(ticket.error, ticket.handler_due, call);
}

int Engine::wait_until(const CallSite& call, Probe probe, OnError on_error) {
  Condition condition(probe, on_error);
  condition.call = &call;
  if (already_inside()) [[unlikely]] {
    while (!condition.ask()) std::this_thread::yield();
    return settled(condition.error, condition.handler_due, call);
  }
  perform(call, [&]() -> Ticket* {
    if (condition.ask()) return nullptr;
    condition.run_later = &Engine::wake;
    conditions_.append(&condition);
    set_busy();
    return &condition;
  });
  return settled(condition.error, condition.handler_due, call);
}

/// By tests of its own, in which MPI runs the error handler.
[[gnu::noinline]] int Engine::wait_alone_slow(MPI_Request* request, MPI_Status* status,
                                              const CallSite& call) {
  return wait_until(call, [=](int* done) { return PMPI_Test(request, done, or_ignored(status)); });
}

int Engine::wait_any(int count, MPI_Request* requests, int* index, MPI_Status* status,
                     const CallSite& call) {
  const auto test = [&](int* done) {
    return PMPI_Testany(count, requests, index, done, or_ignored(status));
  };
  const bool over = count <= 0 || !requests;  // as in wait_all
  const int code =
      over ? inside_mpi([&] { return PMPI_Waitany(count, requests, index, or_ignored(status)); })
           : wait_until(call, test, OnError::kAsInTests);
  if (code == MPI_SUCCESS && *index == MPI_UNDEFINED && status) [[unlikely]] {
    // None is active. MPICH leaves the status unwritten then; to be empty it has to
    // (MPI-3.1, 3.7.5).
    MPI_Request none = MPI_REQUEST_NULL;
    int done = 0;
    return inside_mpi([&] { return PMPI_Test(&none, &done, status); });
  }
  return code;
}

int Engine::wait_some(int count, MPI_Request* requests, int* done_count, int* indices,
                      MPI_Status* statuses, const CallSite& call) {
  if (!statuses) statuses = MPI_STATUSES_IGNORE;
  if (count <= 0 || !requests || !done_count || !indices) {
    // As in wait_all. No test: Open MPI's runs no handler for a negative count.
    return inside_mpi(
        [&] { return PMPI_Waitsome(count, requests, done_count, indices, statuses); });
  }
  const auto test = [&](int* done) {
    const int code = PMPI_Testsome(count, requests, done_count, indices, statuses);
    *done = *done_count != 0;  // MPI_UNDEFINED: none is active, so it is over too
    return code;
  };
  return wait_until(call, test, OnError::kAsInTests);
}

int Engine::call_in_helper(const CallSite& call, std::uint64_t order_key, FunctionRef<int()> body) {
  if (already_inside()) return body();
  // Outside tasks, with nothing in flight, nobody is kept from anything: as in plain MPI.
  // relaxed: what this thread itself has in flight it knows of.
  const bool alone =
      !tidemill_get_current_event_counter() && !busy_.load(std::memory_order_relaxed);
  if (level_ < MPI_THREAD_MULTIPLE) {
    if (alone) return inside_mpi([&] { return body(); });
    fatal(
        "%s has no non-blocking form and needs MPI_THREAD_MULTIPLE beneath, which Tidemill did "
        "not ask for, as nothing loaded at MPI_Init_thread calls it; set "
        "TIDEMILL_MPI_THREADS=multiple",
        call.name);
  }
  if (alone) {
    BlockingInside inside;
    return body();
  }
  Helpers::Job job{body, order_key, {}, call.name};
  if (opt_out_.applies(call.comm)) {
    InPlaceFlag over;
    job.waker = {WakerKind::kThread, &over};
    helpers_.submit(job);
    over.wait();
    return job.result;
  }
  void* context = tidemill_get_current_blocking_context();
  job.waker = {WakerKind::kSuspendedTask, context};
  helpers_.submit(job);
  tidemill_block_current_task(context);
  return job.result;
}

void Engine::forget_comm(MPI_Comm comm) {
  set_comm_aware(comm, Awareness::on);
  channels.forget_comm(comm);
  // relaxed: what the program has bound before it frees the communicator is seen.
  if (busy_.load(std::memory_order_relaxed)) inside_mpi([&] { pending_.forget(comm); });
}

}  // namespace tidemill::mpi
