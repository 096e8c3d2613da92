// What the layer knows of a user's communicator whose collective operations it makes itself: how
// far the ranks have agreed, who the peers are on the hidden communicator, and which tags are
// whose. Inside MPI only, but for `freed`.
//
//   counting ── the kCallsBefore-th call ─► agreeing ── all ranks can ─► ours
//      │                                        └── one has no tags left ─► mpis
//      └── an intercommunicator; no hidden one; a process of another MPI_COMM_WORLD ─► mpis
//
// All ranks make the same calls in the same order, so they begin to agree at the same one, or at
// one before that for which MPI's form fails (Schedule::needs_messages): each tells the others the
// tags it has chosen for this communicator, by an MPI_Iallgather on it. Operations that come
// meanwhile wait in `waiting`. What every rank knows by itself is not asked: an operation that has
// waited in vain may be posted after what its task's followers posted, and on another rank before
// it.
//
// Tags belong to their receiver: the pair (receiver's tag, sender) names communicator and
// operation. An operation's tag is the communicator's first plus its number modulo kInFlight, and
// it starts only when the one with that number before is over on this rank. So of the messages of
// one sender with one tag the next is always the right one, as MPI keeps them in order.
#pragma once

#include <atomic>
#include <bitset>
#include <memory>
#include <unordered_map>
#include <vector>

#include "collectives/hidden_comm.hpp"
#include "engine/conditions.hpp"

namespace tidemill::mpi {

class Schedule;

struct CommState {
  static constexpr int kInFlight = 256;   ///< operations on one communicator at a time
  static constexpr int kCallsBefore = 4;  ///< communicators with fewer calls aren't worth it

  enum class Phase : unsigned char { counting, agreeing, ours, mpis };

  /// A rank of the communicator, on the hidden one.
  struct Peer {
    int rank;
    int tag;  ///< the first of its tags for this communicator
  };

  explicit CommState(MPI_Comm handle) : comm(handle) {}

  const MPI_Comm comm;
  MPI_Comm own = MPI_COMM_NULL;  ///< its private one (private_comms.hpp); not MPI_COMM_WORLD's
  Phase phase = Phase::counting;
  int rank = 0, size = 0;
  int calls = 0;   ///< while counting
  int range = -1;  ///< of tags, this rank's; -1: none
  int tag = 0;     ///< its first
  std::unique_ptr<Peer[]> peers;

  unsigned number = 0;               ///< of the next operation
  std::bitset<kInFlight> in_flight;  ///< by number modulo kInFlight
  Schedule* waiting = nullptr;       ///< oldest first
  Schedule* last_waiting = nullptr;

  /// Set by whichever thread frees the communicator: the handle may be another one's from then on.
  /// relaxed: the program orders that with its next call on the new communicator.
  std::atomic<bool> freed{false};

  /// In flight while agreeing.
  struct Agreement : Condition {
    explicit Agreement(CommState& state)
        : Condition(Probe(*this), OnError::kAsInTests), comm(state) {}
    int operator()(int* done) { return PMPI_Test(&request, done, MPI_STATUS_IGNORE); }
    CommState& comm;
    MPI_Request request = MPI_REQUEST_NULL;
    std::unique_ptr<int[]> ranges;  ///< of all ranks; then this one's
    bool asked = false;             ///< is one of the engine's conditions
  } agreement{*this};

  /// Finds the ranks on the hidden communicator. False, on all ranks or on none: MPI's own.
  bool find_peers();
  /// Posts the agreement. Returns MPI's code.
  int agree();
  /// It is over: ours or mpis.
  void take_agreement();
  /// Freed, and none of its operations is under way: nobody will name it again.
  bool at_rest() const {
    // acquire: what on_free() did with the state.
    return freed.load(std::memory_order_acquire) && in_flight.none() && !waiting &&
           !agreement.asked;
  }
};

/// All of them, by handle.
class CommStates {
 public:
  void begin();
  /// Task-awareness ends, with nothing in flight. Should it begin again, all communicators are new.
  void end();
  /// MPI_COMM_WORLD goes, and sessions stay.
  void leave_world();

  /// The program begins a session. Communicators made from one outlive MPI_COMM_WORLD and with it
  /// the hidden communicator, and nothing tells them from others. But each of their ranks has begun
  /// a session: so a process that has takes no ranges any more, and all those communicators are
  /// MPI's own, as others are that such a process is in. Any thread.
  static void note_session() noexcept { any_session_.store(true, std::memory_order_relaxed); }

  /// nullptr: not a communicator.
  CommState* find(MPI_Comm comm) {
    // relaxed: see CommState::freed.
    if (last_ && last_->comm == comm && !last_->freed.load(std::memory_order_relaxed)) [[likely]]
      return last_;
    return find_slow(comm);
  }

  /// As find(), but of communicators that are new to us nothing is kept: nullptr.
  const CommState* known(MPI_Comm comm) const {
    if (last_ && last_->comm == comm && !last_->freed.load(std::memory_order_relaxed)) [[likely]]
      return last_;  // relaxed: see CommState::freed
    const auto at = states_.find(comm);
    const bool alive = at != states_.end() && !at->second->freed.load(std::memory_order_relaxed);
    return alive ? at->second.get() : nullptr;
  }

  int take_range();
  void give_range(int range);

  template <typename Visit>
  void for_each(Visit visit) const {
    for (const auto& [comm, state] : states_) visit(*state);
    for (const auto& state : replaced_) visit(*state);
  }

 private:
  CommState* find_slow(MPI_Comm comm);
  CommState* add(MPI_Comm comm);
  void forget_freed();

  CommState* last_ = nullptr;
  std::unordered_map<MPI_Comm, std::unique_ptr<CommState>> states_;
  /// Freed while a task was in an operation of theirs; their handle is another one's.
  std::vector<std::unique_ptr<CommState>> replaced_;
  /// Of a task-awareness that has ended; their communicators may still be freed.
  std::vector<std::unique_ptr<CommState>> ended_;
  std::vector<int> free_ranges_;
  int ranges_ = 0;
  /// Never cleared. relaxed: the program orders its calls on a communicator after the one that
  /// began the session it is made from.
  static inline constinit std::atomic<bool> any_session_{false};
  int key_ = MPI_KEYVAL_INVALID;  ///< of the attribute that tells when a communicator is freed
};

extern CommStates& comm_states;

}  // namespace tidemill::mpi
