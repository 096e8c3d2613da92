// Blocking collective operations, small ones, made of messages: for these MPI's non-blocking forms
// cost up to twice what its blocking ones do. The others are posted by MPI's non-blocking forms.
//
// The rounds of an operation (schedule.hpp) are posted inside MPI: the first by the calling task,
// the next ones by whoever sees the round before done. Only the last one wakes the task.
//
// All ranks must take the same way, message by message. So nothing decides but what MPI wants to be
// equal on all ranks: the function, the bytes of a type signature (not the layout, which may
// differ), the operator, the size of the communicator, the number of the call on it. Bound forms
// (TAMPI_Iallreduce) are left to MPI: another rank may post the same operation by MPI_Iallreduce.
#pragma once

#include "collectives/comm_state.hpp"
#include "collectives/schedule.hpp"
#include "engine/engine.hpp"

namespace tidemill::mpi {

class Collectives {
 public:
  /// A collective call from its beginning to its end: pauses the task. `mpi_form` posts MPI's own
  /// non-blocking form, on a private communicator where there is one. Returns MPI's code.
  static int run(Schedule& schedule, PostOn mpi_form);

  /// Inside MPI: calls visit(ticket) for every operation that waits to be started.
  template <typename Visit>
  static void for_each_waiting(Visit visit) {
    comm_states.for_each([&](const CommState& comm) {
      for (Schedule* at = comm.waiting; at; at = at->next_waiting_) visit(at);
    });
  }

 private:
  enum class Progress : unsigned char { over, in_flight };

  static int run_inside(Schedule& schedule);
  static int wait_mpi_form(Schedule& schedule);
  static bool choose(Schedule& schedule);
  static void begin_agreement(CommState& comm);
  static Ticket* start(Schedule& schedule);
  static int post_mpi_form(Schedule& schedule, MPI_Request* request);
  static Ticket* start_mpi_form(Schedule& schedule);
  static void start_waiting(CommState& comm);
  static Progress begin(Schedule& schedule);
  static Progress advance(Schedule& schedule);
  static void test_at_once(Schedule& schedule);
  static void on_round_done(Ticket* ticket);
  static void on_agreed(Ticket* ticket);
};

}  // namespace tidemill::mpi
