// The engine's polling service: takes in new tickets, tests what is in flight, tells the tasks; and
// how the service starts and ends. The runtime never runs it on two threads at once and orders one
// run before the next, so nothing but the intake is shared.

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "engine/diagnostics.hpp"
#include "engine/engine.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {
namespace {

constexpr char kServiceName[] = "mpi";

/// As long as a poll finds something it goes on, up to here: the tasks it has woken may wait for
/// this very worker.
constexpr int kProductiveSweeps = 8;

/// A program that is right has nothing in flight in MPI_Finalize, so this is patience, not a
/// protocol: long enough for messages that are already under way.
constexpr std::chrono::seconds kFinalizeGrace{2};
constexpr std::chrono::microseconds kFinalizePause{100};

}  // namespace

void Engine::enable() {
  tidemill_register_polling_service(kServiceName, &Engine::polling_service, this);
  enabled_.store(true, std::memory_order_relaxed);
}

void Engine::disable() {
  // When this returns no other thread polls any more: the rest is ours alone.
  tidemill_unregister_polling_service(kServiceName, &Engine::polling_service, this);
  drain_or_abort();
  enabled_.store(false, std::memory_order_relaxed);
}

int Engine::polling_service(void* self) {
  static_cast<Engine*>(self)->poll();
  return 0;  // until MPI_Finalize ends it
}

void Engine::poll() {
  for (int sweeps = 0; sweeps < kProductiveSweeps; ++sweeps) {
    if (!intake_.empty()) take_new();
    if (pending_.empty()) return;
    if (pending_.sweep(&Engine::finish) == 0) return;
  }
}

void Engine::take_new() {
  for (Ticket* ticket = intake_.take_all(); ticket;) {
    Ticket* next = ticket->next;
    pending_.append(ticket);
    if (ticket->waker_kind == Waker::kEventCounter) {
      // The entries are copied; those of a suspended task lie on its stack.
      auto* bound = static_cast<BoundTicket*>(ticket);
      if (bound->entries != &bound->single) delete[] bound->entries;
      bound->entries = nullptr;
    }
    ticket = next;
  }
}

void Engine::finish(Ticket* ticket) {
  void* waker = ticket->waker;
  if (ticket->waker_kind == Waker::kSuspendedTask) {
    // The task may run, return and reuse its stack before the next line would: no next line.
    tidemill_unblock_task(waker);
    return;
  }
  if (ticket->error != MPI_SUCCESS) [[unlikely]]
    finish_failed_bound_slow(*ticket);
  ticket_pool.give(static_cast<BoundTicket*>(ticket));
  tidemill_decrease_task_event_counter(waker, 1);
}

/// Nobody is there to take the code of a bound operation: it is in its status, if it has one.
[[gnu::noinline]] void Engine::finish_failed_bound_slow(const Ticket& ticket) {
  if (ticket.handler_due) error_handlers.run(ticket.call.comm, ticket.error);
  if (ticket.statuses) return;
  static bool warned = false;  // the polling service's alone
  if (warned) return;
  warned = true;
  warn(
      "%s: a request failed and its error is lost with MPI_STATUS_IGNORE; pass a status and read "
      "MPI_ERROR in a task that depends on this one",
      ticket.call.name);
}

// ---- The end ----------------------------------------------------------------------------------

void Engine::drain_or_abort() {
  const auto deadline = std::chrono::steady_clock::now() + kFinalizeGrace;
  for (;;) {
    poll();
    if (pending_.empty() && intake_.empty()) return;
    if (std::chrono::steady_clock::now() > deadline) abort_with_pending();
    std::this_thread::sleep_for(kFinalizePause);
  }
}

/// The tasks of what is left would stay suspended for ever, and with them the region they belong
/// to: after MPI_Finalize nothing can wake them. So the program ends here, and says why.
void Engine::abort_with_pending() {
  take_new();
  std::set<const Ticket*> tickets;
  pending_.for_each_slot([&](const Ticket* ticket) { tickets.insert(ticket); });
  std::map<std::string, int> calls;
  for (const Ticket* ticket : tickets) ++calls[ticket->call.name];
  std::string list;
  for (const auto& [name, number] : calls) {
    list += (list.empty() ? "" : ", ") + std::to_string(number) + " " + name;
  }
  int rank = -1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  fatal(
      "MPI_Finalize on rank %d with %zu call%s of tasks still pending (%s): wait for the tasks "
      "(taskwait, end of the parallel region) and match every message before it",
      rank, tickets.size(), tickets.size() == 1 ? "" : "s", list.c_str());
}

}  // namespace tidemill::mpi
