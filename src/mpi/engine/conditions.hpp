// What tasks wait for that has no request: MPI_Iprobe for MPI_Probe, MPI_Testany for MPI_Waitany.
// Asked now and then, inside MPI, a bounded number at a time in turn.
#pragma once

#include "engine/function_ref.hpp"
#include "engine/ticket.hpp"

namespace tidemill::mpi {

/// Asks MPI without blocking: sets *done when it is over. Returns MPI's code; an error ends it too.
using Probe = FunctionRef<int(int* done)>;

/// Who runs the error handler when the probe fails: MPI itself, or the layer, as the probe is one
/// of MPI's tests of requests (engine/completion_test.hpp).
enum class OnError : bool { kMpiRunsHandler, kAsInTests };

/// On the stack of the task that waits.
struct Condition : Ticket {
  Condition(Probe p, OnError e) : probe(p), on_error(e) { remaining = 1; }
  /// True: over, `error` is the result.
  bool ask();

  Probe probe;
  OnError on_error;
  Condition* next_asked = nullptr;  ///< the ring of Conditions
};

/// Inside MPI only.
class Conditions {
 public:
  bool empty() const noexcept { return last_ == nullptr; }
  void append(Condition* condition);
  /// Asks up to kAsked of them; number of those that are over, handed to `finish`.
  int sweep(void (*finish)(Ticket*));

  template <typename Visit>
  void for_each(Visit visit) const {
    if (last_ == nullptr) return;
    const Condition* at = last_;
    do visit(at = at->next_asked);
    while (at != last_);
  }

 private:
  static constexpr int kAsked = 8;
  Condition* last_ = nullptr;  ///< a ring: last_->next_asked is the next in turn
  int count_ = 0;
};

}  // namespace tidemill::mpi
