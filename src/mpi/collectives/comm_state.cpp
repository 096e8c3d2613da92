#include "collectives/comm_state.hpp"

#include "engine/completion_test.hpp"

namespace tidemill::mpi {

namespace {

/// Kept at exit, as the engine is: MPI may still free communicators then.
union Undestroyed {
  Undestroyed() : states() {}
  ~Undestroyed() {}
  CommStates states;
} undestroyed;

/// Runs on the thread that frees the communicator, which may be a helper's, beside the one inside.
int on_free(MPI_Comm, int, void* state, void*) {
  static_cast<CommState*>(state)->freed.store(true, std::memory_order_relaxed);  // see there
  return MPI_SUCCESS;
}

}  // namespace

CommStates& comm_states = undestroyed.states;

// ---- Agreeing ---------------------------------------------------------------------------------

int CommState::agree() {
  phase = Phase::agreeing;
  range = -1;
  peers = std::make_unique<Peer[]>(static_cast<std::size_t>(size));
  agreement.ranges = std::make_unique<int[]>(static_cast<std::size_t>(size) + 1);
  if (hidden_comm.is_open()) {
    // Processes of another MPI_COMM_WORLD are not on the hidden communicator.
    MPI_Group mine, hidden;
    PMPI_Comm_group(comm, &mine);
    PMPI_Comm_group(hidden_comm.handle(), &hidden);
    bool all = true;
    for (int i = 0; i < size; ++i) {
      PMPI_Group_translate_ranks(mine, 1, &i, hidden, &peers[i].rank);
      all = all && peers[i].rank != MPI_UNDEFINED;
    }
    PMPI_Group_free(&mine);
    PMPI_Group_free(&hidden);
    if (all) range = comm_states.take_range();
  }
  int* ranges = agreement.ranges.get();
  ranges[size] = range;
  return PMPI_Iallgather(ranges + size, 1, MPI_INT, ranges, 1, MPI_INT, comm, &agreement.request);
}

void CommState::take_agreement() {
  bool all = agreement.error == MPI_SUCCESS;
  for (int i = 0; i < size; ++i) {
    all = all && agreement.ranges[i] >= 0;
    peers[i].tag = agreement.ranges[i] * kInFlight;
  }
  agreement.ranges.reset();
  tag = range * kInFlight;
  phase = all ? Phase::ours : Phase::mpis;
  if (all) return;
  peers.reset();
  comm_states.give_range(range);
  range = -1;
}

// ---- All of them ------------------------------------------------------------------------------

void CommStates::begin() {
  if (key_ == MPI_KEYVAL_INVALID)
    PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_free, &key_, nullptr);
}

void CommStates::end() {
  for (const auto& [comm, state] : states_) state->phase = CommState::Phase::mpis;
}

int CommStates::take_range() {
  if (!free_ranges_.empty()) {
    const int range = free_ranges_.back();
    free_ranges_.pop_back();
    return range;
  }
  return ranges_ < hidden_comm.tag_limit() / CommState::kInFlight ? ranges_++ : -1;
}

void CommStates::give_range(int range) {
  if (range >= 0) free_ranges_.push_back(range);
}

[[gnu::noinline]] CommState* CommStates::find_slow(MPI_Comm comm) {
  const auto at = states_.find(comm);
  if (at != states_.end() && !at->second->freed.load(std::memory_order_relaxed))
    return last_ = at->second.get();
  return last_ = add(comm);
}

CommState* CommStates::add(MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) return nullptr;
  forget_freed();
  int inter = 0;
  if (PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return nullptr;
  auto state = std::make_unique<CommState>(comm);
  PMPI_Comm_rank(comm, &state->rank);
  PMPI_Comm_size(comm, &state->size);
  if (inter) state->phase = CommState::Phase::mpis;
  if (PMPI_Comm_set_attr(comm, key_, state.get()) != MPI_SUCCESS) return nullptr;
  std::unique_ptr<CommState>& place = states_[comm];
  if (place) kept_.push_back(std::move(place));
  return (place = std::move(state)).get();
}

/// A communicator that is freed has no operation left in flight, as its task would still be in the
/// call; what others on it had to send to this rank's tags has come.
void CommStates::forget_freed() {
  last_ = nullptr;
  for (auto at = states_.begin(); at != states_.end();) {
    const CommState& state = *at->second;
    if (!state.freed.load(std::memory_order_relaxed) || state.in_flight.any() || state.waiting ||
        state.phase == CommState::Phase::agreeing) {
      ++at;
      continue;
    }
    give_range(state.range);
    at = states_.erase(at);
  }
}

}  // namespace tidemill::mpi
