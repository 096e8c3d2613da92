// The engine's polling service: tests what is in flight and tells the tasks; and how it starts and
// ends. It enters MPI like every call, so what is in flight needs no protection of its own.

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "collectives/collectives.hpp"
#include "collectives/predefined.hpp"
#include "engine/completion_test.hpp"
#include "engine/diagnostics.hpp"
#include "engine/engine.hpp"
#include "engine/posting_stack.hpp"
#include "platform/cpu.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {
namespace {

/// As long as a poll finds something it goes on, up to about so many requests: the tasks it has
/// woken may wait for this very worker, and more of them than that would leave its caches before it
/// comes to them.
constexpr int kMostFound = 64;

/// With little in flight a sweep is cheaper than the way to it, and many operations (collective
/// ones, large messages) need MPI to advance several times.
constexpr int kLooks = 3;

/// Who had to wait for a poll makes calls that let MPI advance, too, and may make one after the
/// other: for so many times the time the poll took, MPI is left to them.
constexpr std::uint64_t kGivesWay = 8, kGivesWayMostUs = 20;

/// A program that is right has nothing in flight in MPI_Finalize, so this is patience, not a
/// protocol: long enough for messages that are already under way.
constexpr std::chrono::seconds kFinalizeGrace{2};
constexpr std::chrono::microseconds kFinalizePause{100};

}  // namespace

void Engine::enable(int provided) {
  level_ = provided;
  posting_stack.create();
  predefined.begin();
  comm_states.begin();
  inside_mpi([&] { done_at_once_.look(); });
  backend_ = Backend::chosen();
  backend_->begin([](void* self) { return static_cast<Engine*>(self)->poll(); }, this, busy_);
  // MPI calls back into the program from inside.
  tidemill_set_pinned_query([] { return already_inside() ? 1 : 0; });
  tidemill_expect_sends();
  enabled_.store(true, std::memory_order_relaxed);
}

void Engine::disable() {
  backend_->end();  // no other thread polls any more
  drain_or_abort();
  helpers_.end();
  comm_states.end();
  tidemill_set_pinned_query(nullptr);
  enabled_.store(false, std::memory_order_relaxed);
}

/// How many requests and conditions it found done.
int Engine::poll() {
  // relaxed: what a thread has put in flight itself it sees; for the others' another poll comes.
  if (!busy_.load(std::memory_order_relaxed)) return 0;
  const std::uint64_t start = platform::ticks();
  if (start < give_way_until_.load(std::memory_order_relaxed)) return 0;
  int total = 0;
  bool waited_for = false;
  while (total < kMostFound) {
    // Somebody is inside: the next poll will do, and most calls make MPI progress themselves.
    if (!delegation.try_enter() && !enter_or_ask_if_overdue()) break;
    const std::uint32_t before = delegation.waited_for();
    const auto serve = [] { delegation.serve(); };
    int found = sweep(serve, PendingRequests::Reach::all);
    for (int looks = 1; found == 0 && looks < kLooks && pending_.few(); ++looks)
      found = sweep(serve, PendingRequests::Reach::all);
    delegation.serve();
    waited_for |= delegation.waited_for() != before;
    delegation.leave();  // wakes what was found
    total += found;
    if (found == 0) break;
  }
  if (waited_for) [[unlikely]]
    give_way_after(start);
  return total;
}

/// One sweep of the oldest, unless somebody is inside. None where it might call the program back,
/// as for a reduction of its own: the caller, in the middle of its task, may hold a lock that the
/// callback needs.
[[gnu::noinline]] void Engine::advance_slow() {
  sends_since_sweep_.store(0, std::memory_order_relaxed);
  if (!busy_.load(std::memory_order_relaxed)) return;
  if (posting_stack.given_up() || already_inside() || !delegation.try_enter()) return;
  sweep([] { delegation.serve(); }, PendingRequests::Reach::oldest);
  delegation.leave();
}

/// MPI has been handed from one caller to the next and never left, as by tasks on all threads that
/// loop over MPI_Test: they make it advance, but who waits is told of what is done by a sweep.
/// After so many times whoever is inside is asked to make one. The poll itself never waits for MPI:
/// a callback inside it may need this very thread. True: nobody was inside, and the caller is.
[[gnu::noinline]] bool Engine::enter_or_ask_if_overdue() {
  constexpr std::uint32_t kMostHandedOver = 64;
  const std::uint32_t since = handed_over_at_sweep_.load(std::memory_order_relaxed);
  if (delegation.handed_over() - since < kMostHandedOver || already_inside()) return false;
  // acquire: who made it the last time is done with it. Pairs with the release in sweep_for_poll().
  if (asked_.queued.exchange(true, std::memory_order_acquire)) return false;
  asked_.run = &Engine::sweep_for_poll;
  if (!delegation.enter_or_publish(asked_)) return false;
  asked_.queued.store(false, std::memory_order_relaxed);  // only we have seen it
  return true;
}

/// Inside MPI, by whoever is: it is making the calls of others, one after the other, and so serves
/// nobody in between. It may be in the middle of a sweep.
void Engine::sweep_for_poll(Delegation::Call* asked) {
  if (!engine.sweeping_) engine.sweep([] {}, PendingRequests::Reach::all);
  static_cast<AskedSweep*>(asked)->queued.store(false, std::memory_order_release);
}

/// A poll that began at `start` (ticks) has kept others waiting.
[[gnu::noinline]] void Engine::give_way_after(std::uint64_t start) {
  const std::uint64_t end = platform::ticks();
  const std::uint64_t ticks =
      std::min(kGivesWay * (end - start), kGivesWayMostUs * platform::ticks_per_us());
  give_way_until_.store(end + ticks, std::memory_order_relaxed);
}

/// Inside MPI. `between`: see PendingRequests::Finish.
int Engine::sweep(void (*between)(), PendingRequests::Reach reach) {
  const bool all = reach == PendingRequests::Reach::all;
  if (all) handed_over_at_sweep_.store(delegation.handed_over(), std::memory_order_relaxed);
  sends_since_sweep_.store(0, std::memory_order_relaxed);
  sweeping_ = true;
  if (native_progress.advance) native_progress.advance();
  suspended_.begin();
  bound_.begin();
  int found = pending_.sweep({&Engine::finish, &Engine::finish_bound, between}, reach);
  if (all && !conditions_.empty()) found += conditions_.sweep(&Engine::finish);
  sweeping_ = false;
  if (going_on_) go_on();
  if (pending_.empty() && conditions_.empty()) busy_.store(false, std::memory_order_relaxed);
  return found;
}

/// Inside MPI: the ticket's last request is done. Whoever waits is told after leaving.
void Engine::finish(Ticket* ticket) {
  if (!ticket->then) {
    if (ticket->waker.kind == WakerKind::kSuspendedTask) [[likely]]
      return engine.suspended_.add(ticket->waker.handle);
    return delegation.after_leaving(*ticket);
  }
  ticket->next = nullptr;
  (engine.going_on_ ? engine.last_going_on_->next : engine.going_on_) = ticket;
  engine.last_going_on_ = ticket;
}

/// After the sweep, as it puts more in flight.
void Engine::go_on() {
  while (Ticket* ticket = going_on_) {
    going_on_ = ticket->next;
    ticket->then(ticket);
  }
}

/// Inside MPI: as finish(), of a request bound alone.
void Engine::finish_bound(const BoundRequest& bound, int code, bool handler_due) {
  if (code != MPI_SUCCESS) [[unlikely]]
    return fail_bound_slow(bound, code, handler_due);
  engine.bound_.add(bound.counter);
}

/// What is left to do of it outside takes a ticket.
[[gnu::noinline]] void Engine::fail_bound_slow(const BoundRequest& bound, int code,
                                               bool handler_due) {
  auto* const ticket = new (engine.tickets_.take()) BoundTicket(bound.call());
  ticket->run_later = &Engine::wake;
  ticket->waker = {WakerKind::kEventCounter, bound.counter};
  ticket->statuses = bound.status;
  ticket->error = code;
  if (!handler_due) return delegation.after_leaving(*ticket);
  ticket->then = &Engine::run_handler;
  finish(ticket);
}

/// After the sweep, but before anybody else is inside, who might free the communicator.
void Engine::run_handler(Ticket* ticket) {
  error_handlers.run(ticket->call->comm, ticket->error);
  delegation.after_leaving(*ticket);
}

void Engine::wake(Delegation::Later* later) {
  auto* ticket = static_cast<Ticket*>(later);
  const Waker waker = ticket->waker;
  if (waker.kind == WakerKind::kEventCounter) {
    if (ticket->error != MPI_SUCCESS) [[unlikely]]
      finish_failed_bound_slow(*ticket);
    engine.tickets_.give(static_cast<BoundTicket*>(ticket));
  }
  // A task may run, return and reuse its stack before a next line would: there is none.
  waker.use();
}

/// Nobody is there to take the code of a bound operation: it is in its status, if it has one.
[[gnu::noinline]] void Engine::finish_failed_bound_slow(const Ticket& ticket) {
  if (ticket.handler_due) error_handlers.run(ticket.call->comm, ticket.error);  // of TAMPI_Iwaitall
  if (ticket.statuses) return;
  static std::atomic<bool> warned{false};  // relaxed: guards nothing but the line below
  if (warned.exchange(true, std::memory_order_relaxed)) return;
  warn(
      "%s: a request failed and its error is lost with MPI_STATUS_IGNORE; pass a status and read "
      "MPI_ERROR in a task that depends on this one",
      ticket.call->name);
}

// ---- The end ----------------------------------------------------------------------------------

void Engine::drain_or_abort() {
  const auto deadline = std::chrono::steady_clock::now() + kFinalizeGrace;
  for (;;) {
    poll();
    // relaxed: who could still post is a task that MPI_Finalize should have waited for.
    if (!busy_.load(std::memory_order_relaxed) && !helpers_.any_name()) return;
    if (std::chrono::steady_clock::now() > deadline) abort_with_pending();
    std::this_thread::sleep_for(kFinalizePause);
  }
}

namespace {

std::string described(const CallSite& call) {
  std::string text = call.name;
  if (call.peer == MPI_ANY_SOURCE)
    text += " with any rank";
  else if (call.peer != CallSite::kNoPeer)
    text += " with rank " + std::to_string(call.peer);
  if (call.tag == MPI_ANY_TAG)
    text += ", any tag";
  else if (call.tag != CallSite::kNoPeer)
    text += ", tag " + std::to_string(call.tag);
  return text;
}

}  // namespace

/// The tasks of what is left would stay suspended for ever, and with them the region they belong
/// to: after MPI_Finalize nothing can wake them. So the program ends here, and says why.
void Engine::abort_with_pending() {
  constexpr std::size_t kNamed = 6;
  std::set<const Ticket*> tickets;
  std::map<std::string, int> calls;
  inside_mpi([&] {
    pending_.for_each_slot([&](const Ticket* ticket) { tickets.insert(ticket); },
                           [&](const BoundRequest& bound) { ++calls[described(bound.call())]; });
    conditions_.for_each([&](const Ticket* ticket) {
      if (ticket->call) tickets.insert(ticket);  // else it is none of the program's
    });
    Collectives::for_each_waiting([&](const Ticket* ticket) { tickets.insert(ticket); });
  });
  for (const Ticket* ticket : tickets) ++calls[described(*ticket->call)];
  if (const char* name = helpers_.any_name()) ++calls[name];
  std::size_t total = 0;
  for (const auto& [name, number] : calls) total += static_cast<std::size_t>(number);
  std::string list;
  std::size_t named = 0;
  for (const auto& [name, number] : calls) {
    list += (list.empty() ? "" : "; ") + std::to_string(number) + " " + name;
    if (++named == kNamed && calls.size() > kNamed) {
      list += "; and others";
      break;
    }
  }
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fatal(
      "MPI_Finalize on rank %d with %zu call%s of tasks still pending (%s): wait for the tasks "
      "(taskwait, end of the parallel region) and match every message before it",
      rank, total, total == 1 ? "" : "s", list.c_str());
}

}  // namespace tidemill::mpi
