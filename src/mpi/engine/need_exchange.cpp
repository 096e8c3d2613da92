#include "engine/need_exchange.hpp"

#include <time.h>

#include <algorithm>

#include "collectives/hidden_comm.hpp"
#include "engine/inside_mpi.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

namespace {

constexpr char kService[] = "tidemill-mpi needs";
/// Between two looks; longer while nothing comes.
constexpr std::uint64_t kLeastUs = 20, kMostUs = 1000;
constexpr int kMostBatches = 16;         // of a look
constexpr std::size_t kMostNames = 256;  // more communicators than that begin anew

/// Kept at exit, as the engine is: a thread may still poll then.
union Undestroyed {
  Undestroyed() : exchange() {}
  ~Undestroyed() {}
  NeedExchange exchange;
} undestroyed;

/// The finaliser of MurmurHash3: every bit of the result depends on every bit of `x`.
constexpr std::uint64_t mix(std::uint64_t x) noexcept {
  x = (x ^ x >> 33) * 0xff51afd7ed558ccd;
  x = (x ^ x >> 33) * 0xc4ceb9fe1a85ec53;
  return x ^ x >> 33;
}

std::uint64_t channel_of(std::uint64_t comm, int from, int to, int tag) noexcept {
  const auto word = [](int number) { return static_cast<std::uint64_t>(number); };
  const std::uint64_t channel = mix(comm ^ mix(word(from) << 32 | word(to)) ^ mix(~word(tag)));
  return channel != 0 ? channel : 1;
}

/// In MPI_COMM_WORLD; MPI_UNDEFINED: of another one.
std::vector<int> ranks_in_world(MPI_Group group) {
  int size = 0;
  PMPI_Group_size(group, &size);
  std::vector<int> own(static_cast<std::size_t>(size)), ranks(own.size());
  for (std::size_t i = 0; i < own.size(); ++i) own[i] = static_cast<int>(i);
  MPI_Group world = MPI_GROUP_NULL;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_translate_ranks(group, size, own.data(), world, ranks.data());
  PMPI_Group_free(&world);
  return ranks;
}

std::uint64_t number_of(const std::vector<int>& ranks) noexcept {
  std::uint64_t number = 0;
  for (const int rank : ranks) number += mix(static_cast<std::uint64_t>(rank) + 1);
  return number;
}

}  // namespace

NeedExchange& need_exchange = undestroyed.exchange;

// ---- Channels ---------------------------------------------------------------------------------

/// Inside MPI.
NeedExchange::Names NeedExchange::names_of(MPI_Comm comm) {
  Names names;
  MPI_Group group = MPI_GROUP_NULL;
  PMPI_Comm_group(comm, &group);
  names.ranks = ranks_in_world(group);
  names.number = number_of(names.ranks);
  PMPI_Group_free(&group);
  int inter = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (!inter) return names;
  PMPI_Comm_remote_group(comm, &group);
  names.ranks = ranks_in_world(group);
  names.number += number_of(names.ranks);
  PMPI_Group_free(&group);
  return names;
}

/// False: the message has no channel.
bool NeedExchange::find_names(MPI_Comm comm, int rank, int& in_world, std::uint64_t& number) {
  if (comm == MPI_COMM_NULL || rank < 0) return false;  // wildcards and MPI_PROC_NULL are negative
  std::unique_lock lock(names_lock_);
  auto at = names_.find(comm);
  if (at == names_.end()) {
    // Not under the lock: who is inside MPI may be called back, and come here.
    lock.unlock();
    Names names;
    // end() may have come before: then there is no world to ask.
    inside_mpi([&] {
      if (active()) names = names_of(comm);
    });
    lock.lock();
    if (names_.size() >= kMostNames) names_.clear();
    at = names_.insert_or_assign(comm, std::move(names)).first;
  }
  const Names& names = at->second;
  if (static_cast<std::size_t>(rank) >= names.ranks.size()) return false;
  in_world = names.ranks[static_cast<std::size_t>(rank)];
  number = names.number;
  return in_world != MPI_UNDEFINED;
}

void NeedExchange::note_send(int dest, int tag, MPI_Comm comm) {
  int to = 0;
  std::uint64_t number = 0;
  if (!find_names(comm, dest, to, number)) return tidemill_current_task_sends();
  tidemill_current_task_sends_on(channel_of(number, rank_, to, tag));
}

void NeedExchange::note_receive(int source, int tag, MPI_Comm comm) {
  int from = 0;
  std::uint64_t number = 0;
  if (tag < 0 || !find_names(comm, source, from, number)) return;
  tidemill_current_task_receives_on(channel_of(number, from, rank_, tag), from);
}

void NeedExchange::forget(MPI_Comm comm) {
  if (!active()) return;
  const std::lock_guard lock(names_lock_);
  names_.erase(comm);
}

// ---- Batches ----------------------------------------------------------------------------------

void NeedExchange::begin() {
  pause_us_ = kLeastUs;
  inside_mpi([this] {
    comm_ = hidden_comm.handle();
    tag_ = hidden_comm.tag_limit();  // above those of operations: see CommStates::take_range()
    PMPI_Comm_rank(comm_, &rank_);
    post_receive();
  });
  active_.store(true, std::memory_order_relaxed);
  tidemill_register_polling_service(kService, &NeedExchange::poll, this);
}

void NeedExchange::post_receive() {
  const int code = PMPI_Irecv(in_, sizeof in_, MPI_BYTE, MPI_ANY_SOURCE, tag_, comm_, &receive_);
  if (code != MPI_SUCCESS) receive_ = MPI_REQUEST_NULL;
}

int NeedExchange::poll(void* self) {
  static_cast<NeedExchange*>(self)->advance();
  return 0;  // goes on
}

void NeedExchange::advance() {
  const std::uint64_t now = platform::ticks();
  if (now < next_look_) return;
  take_own();
  std::vector<tidemill_need> came;
  if (!delegation.try_enter()) return;  // somebody is inside: the next look will do
  receive(came);
  send();
  delegation.leave();
  if (!came.empty()) tidemill_set_needs(came.data(), static_cast<unsigned>(came.size()));
  pause_us_ = came.empty() ? std::min(2 * pause_us_, kMostUs) : kLeastUs;
  next_look_ = now + pause_us_ * platform::ticks_per_us();
}

/// What the receivers here need.
void NeedExchange::take_own() {
  tidemill_need needs[kMostTold];
  const unsigned count = tidemill_take_needs(needs, kMostTold);
  for (unsigned i = 0; i < count; ++i) {
    std::vector<Told>& next = peers_[needs[i].peer].next;
    const auto at = std::ranges::find(next, needs[i].channel, &Told::channel);
    if (at != next.end()) next.erase(at);
    if (next.size() == kMostTold) next.erase(next.begin());
    next.push_back({needs[i].channel, needs[i].level});
  }
  if (count != 0) pause_us_ = kLeastUs;
}

/// Inside MPI.
void NeedExchange::receive(std::vector<tidemill_need>& came) {
  for (int batches = 0; batches < kMostBatches && receive_ != MPI_REQUEST_NULL; ++batches) {
    int done = 0, bytes = 0;
    MPI_Status status;
    if (PMPI_Test(&receive_, &done, &status) != MPI_SUCCESS || !done) return;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(Told);
    for (std::size_t i = 0; i < count; ++i) came.push_back({in_[i].channel, in_[i].level, 0});
    post_receive();
  }
}

/// Inside MPI. False: that batch isn't received yet.
bool NeedExchange::is_over(Peer& peer) {
  int done = 1;
  PMPI_Test(&peer.request, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

/// Inside MPI.
void NeedExchange::send() {
  for (auto& [rank, peer] : peers_) {
    if (!is_over(peer) || peer.next.empty()) continue;
    std::swap(peer.sent, peer.next);
    peer.next.clear();
    const int bytes = static_cast<int>(peer.sent.size() * sizeof(Told));
    // Synchronous: a short message would else be over before anybody looks, and many would pile up.
    if (PMPI_Issend(peer.sent.data(), bytes, MPI_BYTE, rank, tag_, comm_, &peer.request) !=
        MPI_SUCCESS)
      peer.request = MPI_REQUEST_NULL;
  }
}

// ---- The end ----------------------------------------------------------------------------------

void NeedExchange::end() {
  if (!active()) return;
  constexpr timespec kNap{0, 100'000};
  active_.store(false, std::memory_order_relaxed);
  tidemill_unregister_polling_service(kService, &NeedExchange::poll, this);
  // Not inside MPI all the time: another rank may come later as it waits for a session's task here.
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool entered = false;
  while (!inside_mpi_in_turn([&] { return are_all_over(barrier, entered); }))
    nanosleep(&kNap, nullptr);
  peers_.clear();
  const std::lock_guard lock(names_lock_);
  names_.clear();
}

/// Inside MPI. All ranks' batches are received.
bool NeedExchange::are_all_over(MPI_Request& barrier, bool& entered) {
  std::vector<tidemill_need> came;
  receive(came);
  if (!entered) {
    for (auto& [rank, peer] : peers_)
      if (!is_over(peer)) return false;
    entered = true;
    if (PMPI_Ibarrier(comm_, &barrier) != MPI_SUCCESS) barrier = MPI_REQUEST_NULL;
  }
  int done = 1;
  PMPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
  if (!done) return false;
  if (receive_ != MPI_REQUEST_NULL) {
    PMPI_Cancel(&receive_);
    PMPI_Wait(&receive_, MPI_STATUS_IGNORE);
  }
  return true;
}

}  // namespace tidemill::mpi
