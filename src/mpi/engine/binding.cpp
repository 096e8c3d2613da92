// Bound operations of the engine: only the task's completion waits for them. Outside a task they
// are waited for (engine/engine.cpp).
#include <new>
#include <utility>

#include "engine/completion_test.hpp"
#include "engine/engine.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

/// What has become of a request that was to be bound. Done: `code` is its result. Else it is in
/// flight, or was never posted.
struct Engine::Binding {
  bool done = false;
  int code = MPI_SUCCESS;
};

inline void Engine::bind_untested(MPI_Request request, const BoundRequest& bound) {
  tidemill_increase_current_task_event_counter(bound.counter, 1);
  pending_.append(request, bound);
  set_busy();
}

[[gnu::noinline]] Engine::Binding Engine::bind_tested(MPI_Request request, BoundRequest bound,
                                                      const void* site) {
  int code = MPI_SUCCESS;
  if (test_at_once(&request, bound.status, site, &code)) {
    if (bound.status) bound.status->MPI_ERROR = code;
    return {true, code};
  }
  bind_untested(request, bound);
  return {};
}

/// In line, and by value where it goes elsewhere: so that nothing of `bound` need lie in memory
/// before it lies in its slot.
[[gnu::always_inline]] inline Engine::Binding Engine::bind_inside(MPI_Request request,
                                                                  const BoundRequest& bound,
                                                                  const void* site) {
  if (worth_a_test(request, site)) return bind_tested(request, bound, site);
  bind_untested(request, bound);
  return {};
}

int Engine::bind_posted(const CallSite& call, MPI_Status* status, Post post) {
  void* counter = tidemill_get_current_event_counter();
  if (!counter) return wait_posted(call, status, post);
  const Binding binding = inside_mpi([&]() -> Binding {
    MPI_Request request = MPI_REQUEST_NULL;
    const int code = post(&request);
    if (code != MPI_SUCCESS || (!status && done_at_once_.is(request))) return {false, code};
    const BoundRequest bound{counter, status, call.name, call.comm, call.peer, call.tag};
    return bind_inside(request, bound, call.site);
  });
  return settled(binding.code, binding.done && error_handlers.ours(), call);
}

namespace {

/// A request that the program has posted: with whom, it doesn't say.
inline BoundRequest of_unknown_call(void* counter, MPI_Status* status, const char* name) {
  return {counter, status, name, MPI_COMM_NULL, CallSite::kNoPeer, CallSite::kNoPeer};
}

}  // namespace

int Engine::bind_one(MPI_Request* request, MPI_Status* status, const char* name, const void* site) {
  if (!status && request && done_at_once_.is(*request)) {
    *request = MPI_REQUEST_NULL;
    return MPI_SUCCESS;
  }
  void* counter = tidemill_get_current_event_counter();
  if (!counter || !request) return wait_one(request, status, {name});
  const MPI_Request posted = std::exchange(*request, MPI_REQUEST_NULL);
  // Of thousands of messages it is this way, mostly: nobody is inside, and none is done yet.
  if (!delegation.try_enter()) [[unlikely]]
    return bind_one_elsewhere(posted, of_unknown_call(counter, status, name), site);
  if (worth_a_test(posted, site))
    return bind_one_tested(posted, of_unknown_call(counter, status, name), site);
  bind_untested(posted, of_unknown_call(counter, status, name));
  delegation.leave();
  return MPI_SUCCESS;
}

/// Leaves MPI.
[[gnu::noinline]] int Engine::bind_one_tested(MPI_Request request, BoundRequest bound,
                                              const void* site) {
  const Binding binding = bind_tested(request, bound, site);
  delegation.leave();
  return settled(binding.code, binding.done && error_handlers.ours(), bound.call());
}

[[gnu::noinline]] int Engine::bind_one_elsewhere(MPI_Request request, BoundRequest bound,
                                                 const void* site) {
  const Binding binding = inside_mpi([=, this] { return bind_inside(request, bound, site); });
  return settled(binding.code, binding.done && error_handlers.ours(), bound.call());
}

int Engine::bind_all(int count, MPI_Request* requests, MPI_Status* statuses, const CallSite& call) {
  void* counter = tidemill_get_current_event_counter();
  if (!counter || count <= 0 || !requests) return wait_all(count, requests, statuses, call);
  EntryArray entries(count);
  // One event for all, bound before the ticket can be done: its last request decreases it, or this
  // function if nothing is left to wait for.
  tidemill_increase_current_task_event_counter(counter, 1);
  BoundTicket* ticket = nullptr;
  const bool under_way = inside_mpi([&] {
    ticket = new (tickets_.take()) BoundTicket(call);
    ticket->reporting = Reporting::kMultiple;
    ticket->waker = {WakerKind::kEventCounter, counter};
    ticket->remaining = ticket->count = count;
    ticket->may_hold_inactive = count > 1;
    ticket->statuses = statuses;
    return complete_what_is_done(*ticket, requests, entries.data()) != nullptr;
  });
  int error = MPI_SUCCESS;
  bool handler_due = false;
  bool refused = false;
  if (!under_way) {
    error = ticket->error;
    handler_due = ticket->handler_due;
    refused = ticket->remaining > 0;
    tickets_.give(ticket);
    tidemill_decrease_task_event_counter(counter, 1);
  }
  for (int i = 0; !refused && i < count; ++i) requests[i] = MPI_REQUEST_NULL;
  return settled(error, handler_due, call);
}

}  // namespace tidemill::mpi
