#include "collectives/collectives.hpp"

#include "engine/completion_test.hpp"

namespace tidemill::mpi {

int Collectives::run(Schedule& schedule, PostOn mpi_form) {
  schedule.mpi_form_ = &mpi_form;
  if (already_inside()) [[unlikely]]
    return run_inside(schedule);
  engine.perform(*schedule.call, [&]() -> Ticket* {
    if (!choose(schedule)) return start_mpi_form(schedule);
    return start(schedule);
  });
  if (schedule.error == MPI_SUCCESS) [[likely]]
    return MPI_SUCCESS;
  return Engine::settled(schedule.error, schedule.unheard_ || schedule.handler_due, *schedule.call);
}

/// From a callback of MPI's, on the thread inside: nobody else makes anything advance meanwhile.
/// Other than that the thread is inside beside the delegation (a helper), and so are the other
/// ranks' then.
[[gnu::noinline]] int Collectives::run_inside(Schedule& schedule) {
  if (!delegation.inside() || !choose(schedule)) return wait_mpi_form(schedule);
  CommState& comm = *schedule.comm_;
  if (comm.phase == CommState::Phase::agreeing) {
    comm.agreement.error = PMPI_Wait(&comm.agreement.request, MPI_STATUS_IGNORE);
    comm.take_agreement();  // those that wait are started by on_agreed
  }
  if (comm.phase == CommState::Phase::mpis) return wait_mpi_form(schedule);
  for (;;) {
    schedule.begin_round();
    const int code = schedule.post_round();
    if (code != MPI_SUCCESS) return Engine::settled(code, true, *schedule.call);
    if (schedule.posted_ == 0) break;
    MPI_Status statuses[Schedule::kMostRequests];
    const int failed = PMPI_Waitall(schedule.posted_, schedule.requests_, statuses);
    if (failed != MPI_SUCCESS) return Engine::settled(failed, true, *schedule.call);
  }
  return MPI_SUCCESS;
}

int Collectives::wait_mpi_form(Schedule& schedule) {
  MPI_Request request = MPI_REQUEST_NULL;
  int code = post_mpi_form(schedule, &request);
  if (code == MPI_SUCCESS) code = PMPI_Wait(&request, MPI_STATUS_IGNORE);
  return Engine::settled(code, schedule.unheard_, *schedule.call);
}

// ---- Starting, inside MPI -----------------------------------------------------------------------

/// Of messages? The one decision on which all ranks must agree: see the head of collectives.hpp.
/// Then the operation has its number.
bool Collectives::choose(Schedule& schedule) {
  // Not by its size: MPI_Finalize deletes its attributes, and the program's functions for that may
  // still call MPI, where an MPI (MPICH) mustn't be asked to keep another one there.
  if (schedule.call->comm == MPI_COMM_SELF) return false;
  CommState* comm = comm_states.find(schedule.call->comm);
  if (!comm || comm->phase == CommState::Phase::mpis) return false;
  if (comm->size == 1 || !schedule.suits(*comm)) return false;
  if (comm->phase == CommState::Phase::counting) {
    if (++comm->calls < CommState::kCallsBefore && !schedule.needs_messages()) return false;
    begin_agreement(*comm);
    if (comm->phase == CommState::Phase::mpis) return false;
  }
  schedule.comm_ = comm;
  schedule.place_ = static_cast<int>(comm->number++ % CommState::kInFlight);
  return true;
}

void Collectives::begin_agreement(CommState& comm) {
  if (!comm.find_peers()) {
    comm.phase = CommState::Phase::mpis;
    return;
  }
  comm.agreement.then = &Collectives::on_agreed;
  comm.agreement.error = comm.agree();
  if (comm.agreement.error != MPI_SUCCESS) return comm.take_agreement();
  comm.agreement.asked = true;
  engine.conditions_.append(&comm.agreement);
  engine.set_busy();
}

/// nullptr: it is over.
Ticket* Collectives::start(Schedule& schedule) {
  CommState& comm = *schedule.comm_;
  schedule.run_later = &Engine::wake;
  if (comm.phase != CommState::Phase::ours || comm.waiting || comm.in_flight.test(schedule.place_))
      [[unlikely]] {
    (comm.waiting ? comm.last_waiting->next_waiting_ : comm.waiting) = &schedule;
    comm.last_waiting = &schedule;
    return &schedule;
  }
  return begin(schedule) == Progress::over ? nullptr : &schedule;
}

Collectives::Progress Collectives::begin(Schedule& schedule) {
  schedule.comm_->in_flight.set(schedule.place_);
  schedule.then = &Collectives::on_round_done;
  const Progress progress = advance(schedule);
  if (progress == Progress::over) schedule.comm_->in_flight.reset(schedule.place_);
  return progress;
}

int Collectives::post_mpi_form(Schedule& schedule, MPI_Request* request) {
  const MPI_Comm on = private_comms.of(schedule.call->comm);
  schedule.unheard_ = on != schedule.call->comm;
  return (*schedule.mpi_form_)(on, request);
}

/// nullptr: it is over.
Ticket* Collectives::start_mpi_form(Schedule& schedule) {
  MPI_Request request = MPI_REQUEST_NULL;
  schedule.comm_ = nullptr;
  schedule.error = post_mpi_form(schedule, &request);
  if (schedule.error != MPI_SUCCESS) return nullptr;
  const void* const site = schedule.call->site;
  if (engine.worth_a_test(request, site) &&
      engine.test_at_once(&request, nullptr, site, &schedule.error)) {
    schedule.handler_due = error_handlers.ours();
    return nullptr;
  }
  schedule.remaining = 1;
  return engine.in_flight(schedule, Entry{request, 0});
}

// ---- Going on, inside MPI -----------------------------------------------------------------------

/// Posts rounds as long as they are done at once.
Collectives::Progress Collectives::advance(Schedule& schedule) {
  for (;;) {
    schedule.begin_round();
    if (schedule.error == MPI_SUCCESS) [[likely]] {
      schedule.error = schedule.post_round();
      // What is posted refers to the task's stack, so it has to end before the call does.
      if (schedule.error != MPI_SUCCESS) [[unlikely]] {
        for (int i = 0; i < schedule.receives_; ++i) PMPI_Cancel(&schedule.requests_[i]);
      }
    }
    if (schedule.posted_ == 0) return Progress::over;
    schedule.remaining = schedule.posted_;
    Entry left[Schedule::kMostRequests];
    test_at_once(schedule);
    if (schedule.remaining == 0) continue;
    int listed = 0;
    for (int i = 0; i < schedule.posted_; ++i)
      if (schedule.requests_[i] != MPI_REQUEST_NULL) left[listed++] = {schedule.requests_[i], i};
    if (listed < schedule.remaining) [[unlikely]] {  // see PendingRequests::settle_failed_slow
      schedule.remaining = listed;
      if (schedule.error == MPI_SUCCESS) schedule.error = MPI_ERR_OTHER;
      if (listed == 0) continue;
    }
    engine.pending_.append(&schedule, left);
    engine.set_busy();
    return Progress::in_flight;
  }
}

/// Where the messages have been there before, a few looks cost less than putting the task aside
/// and waking it again: with ranks in step they come while one looks.
void Collectives::test_at_once(Schedule& schedule) {
  constexpr int kLooks = 5;
  // A first round finds its messages there or not, depending on who came first; a later one
  // behaves differently.
  const void* site = static_cast<const char*>(schedule.call->site) + (schedule.rounds_ > 1);
  if (!engine.eager_.worth(site)) return;
  for (int looks = 0; looks < kLooks && schedule.remaining > 0; ++looks) {
    int found = 0;
    int where[Schedule::kMostRequests];
    MPI_Status statuses[Schedule::kMostRequests];
    const int code = test_some(schedule.posted_, schedule.requests_, &found, where, statuses);
    if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) break;  // the next sweep finds out whose
    for (int k = 0; k < found; ++k)
      schedule.complete(where[k], MPI_REQUEST_NULL, statuses[k],
                        code == MPI_SUCCESS ? MPI_SUCCESS : statuses[k].MPI_ERROR);
  }
  engine.eager_.learn(site, schedule.remaining == 0);
}

/// A round is done.
void Collectives::on_round_done(Ticket* ticket) {
  auto& schedule = *static_cast<Schedule*>(ticket);
  if (advance(schedule) == Progress::in_flight) return;
  CommState& comm = *schedule.comm_;
  comm.in_flight.reset(schedule.place_);  // another one may have its tag
  delegation.after_leaving(schedule);
  if (comm.waiting) [[unlikely]]
    start_waiting(comm);
}

void Collectives::on_agreed(Ticket* ticket) {
  CommState& comm = static_cast<CommState::Agreement*>(ticket)->comm;
  comm.agreement.asked = false;
  if (comm.phase == CommState::Phase::agreeing) comm.take_agreement();
  start_waiting(comm);
}

[[gnu::noinline]] void Collectives::start_waiting(CommState& comm) {
  const bool ours = comm.phase == CommState::Phase::ours;
  while (Schedule* first = comm.waiting) {
    if (ours && comm.in_flight.test(first->place_)) return;
    comm.waiting = first->next_waiting_;
    const bool over = ours ? begin(*first) == Progress::over : !start_mpi_form(*first);
    if (over) delegation.after_leaving(*first);
  }
}

}  // namespace tidemill::mpi
