#include "collectives/comm_state.hpp"

#include "collectives/private_comms.hpp"
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
int on_free(MPI_Comm, int, void* freed, void*) {
  auto* const state = static_cast<CommState*>(freed);
  private_comms.free(state->own);
  // release: our last touch, for who then forgets the state; pairs with at_rest().
  state->freed.store(true, std::memory_order_release);
  return MPI_SUCCESS;
}

}  // namespace

CommStates& comm_states = undestroyed.states;

// ---- Agreeing ---------------------------------------------------------------------------------

bool CommState::find_peers() {
  if (!hidden_comm.is_open()) return false;
  peers = std::make_unique<Peer[]>(static_cast<std::size_t>(size));
  MPI_Group mine, hidden;
  PMPI_Comm_group(comm, &mine);
  PMPI_Comm_group(hidden_comm.handle(), &hidden);
  bool all = true;  // but processes of another MPI_COMM_WORLD
  for (int i = 0; i < size; ++i) {
    PMPI_Group_translate_ranks(mine, 1, &i, hidden, &peers[i].rank);
    all = all && peers[i].rank != MPI_UNDEFINED;
  }
  PMPI_Group_free(&mine);
  PMPI_Group_free(&hidden);
  return all;
}

int CommState::agree() {
  phase = Phase::agreeing;
  range = comm_states.take_range();
  agreement.ranges = std::make_unique<int[]>(static_cast<std::size_t>(size) + 1);
  int* ranges = agreement.ranges.get();
  ranges[size] = range;
  return PMPI_Iallgather(ranges + size, 1, MPI_INT, ranges, 1, MPI_INT, private_comms.of(comm),
                         &agreement.request);
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
  last_ = nullptr;
  for (auto& [comm, state] : states_) ended_.push_back(std::move(state));
  states_.clear();
  // Another MPI's, should sessions begin again. Attributes stay until their communicators go.
  if (key_ != MPI_KEYVAL_INVALID) PMPI_Comm_free_keyval(&key_);
}

void CommStates::leave_world() {
  last_ = nullptr;
  // Of the others, none is of a session. Their attributes stay until their communicators go.
  for (auto& [comm, state] : states_)
    if (state->phase == CommState::Phase::ours) ended_.push_back(std::move(state));
  std::erase_if(states_, [](const auto& entry) { return entry.second == nullptr; });
}

int CommStates::take_range() {
  if (any_session_.load(std::memory_order_relaxed)) return -1;
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
  if (place) replaced_.push_back(std::move(place));
  return (place = std::move(state)).get();
}

/// What others had to send to the tags of a communicator at rest has come: its operations are over.
void CommStates::forget_freed() {
  last_ = nullptr;
  const auto forget = [this](const CommState& state) {
    if (state.at_rest()) give_range(state.range);
    return state.at_rest();
  };
  std::erase_if(states_, [&](const auto& entry) { return forget(*entry.second); });
  std::erase_if(replaced_, [&](const auto& state) { return forget(*state); });
}

}  // namespace tidemill::mpi
