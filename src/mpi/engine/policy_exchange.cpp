#include "engine/policy_exchange.hpp"

#include <time.h>

#include <algorithm>

#include "collectives/hidden_comm.hpp"
#include "engine/channels.hpp"
#include "engine/inside_mpi.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

namespace {

constexpr char kService[] = "tidemill-mpi policy";
/// Between two looks; longer while nothing comes.
constexpr std::uint64_t kLeastUs = 20, kMostUs = 1000;
constexpr int kMostBatches = 16;  // of a look
constexpr int kTag = 0;

/// Kept at exit, as the engine is: a thread may still poll then.
union Undestroyed {
  Undestroyed() : exchange() {}
  ~Undestroyed() {}
  PolicyExchange exchange;
} undestroyed;

}  // namespace

PolicyExchange& policy_exchange = undestroyed.exchange;

// ---- Batches ----------------------------------------------------------------------------------

void PolicyExchange::begin() {
  pause_us_ = kLeastUs;
  inside_mpi([&] {
    if (PMPI_Comm_dup(hidden_comm.handle(), &comm_) != MPI_SUCCESS) comm_ = MPI_COMM_NULL;
    if (comm_ == MPI_COMM_NULL) return;
    PMPI_Comm_rank(comm_, &rank_);
    PMPI_Comm_size(comm_, &ranks_);
    post_receive();
  });
  if (comm_ == MPI_COMM_NULL) return;
  if (tidemill_asks_receivers()) channels.begin(rank_);
  tidemill_register_polling_service(kService, &PolicyExchange::poll, this);
}

void PolicyExchange::post_receive() {
  const int code = PMPI_Irecv(in_, sizeof in_, MPI_BYTE, MPI_ANY_SOURCE, kTag, comm_, &receive_);
  if (code != MPI_SUCCESS) receive_ = MPI_REQUEST_NULL;
}

int PolicyExchange::poll(void* self) {
  static_cast<PolicyExchange*>(self)->advance();
  return 0;  // goes on
}

void PolicyExchange::advance() {
  const std::uint64_t now = platform::ticks();
  if (now < next_look_) return;
  take_needs();
  take_kinds();
  std::vector<Told> came;
  if (!delegation.try_enter()) return;  // somebody is inside: the next look will do
  receive(came);
  send();
  delegation.leave();
  hand_over(came);
  pause_us_ = came.empty() ? std::min(2 * pause_us_, kMostUs) : kLeastUs;
  next_look_ = now + pause_us_ * platform::ticks_per_us();
}

/// What the receivers here need.
void PolicyExchange::take_needs() {
  tidemill_need needs[kMostTold];
  const unsigned count = tidemill_take_needs(needs, kMostTold);
  for (unsigned i = 0; i < count; ++i)
    tell(needs[i].peer, {needs[i].channel, needs[i].slack, About::need});
}

void PolicyExchange::take_kinds() {
  tidemill_kind kinds[kMostTold / 2];
  const unsigned count = tidemill_take_kinds(kinds, kMostTold / 2);
  for (unsigned i = 0; i < count; ++i)
    for (int further = 1; further < ranks_; further *= 2)
      tell((rank_ + further) % ranks_, {kinds[i].name, kinds[i].seen, About::kind});
}

/// With the next batch. Of too much the oldest need is left out, which the task of the next
/// iteration tells again; without needs, the oldest kind.
void PolicyExchange::tell(int rank, const Told& told) {
  std::vector<Told>& next = peers_[rank].next;
  std::erase_if(next, [&](const Told& t) { return t.about == told.about && t.name == told.name; });
  if (next.size() == kMostTold) {
    const auto need = std::ranges::find(next, About::need, &Told::about);
    next.erase(need != next.end() ? need : next.begin());
  }
  next.push_back(told);
  pause_us_ = kLeastUs;
}

void PolicyExchange::hand_over(const std::vector<Told>& came) {
  for (const Told& told : came) {
    const tidemill_need need{told.name, told.value, 0};
    const tidemill_kind kind{told.name, told.value};
    if (told.about == About::need)
      tidemill_set_needs(&need, 1);
    else
      tidemill_set_kinds(&kind, 1);
  }
}

/// Inside MPI.
void PolicyExchange::receive(std::vector<Told>& came) {
  for (int batches = 0; batches < kMostBatches && receive_ != MPI_REQUEST_NULL; ++batches) {
    int done = 0, bytes = 0;
    MPI_Status status;
    if (PMPI_Test(&receive_, &done, &status) != MPI_SUCCESS || !done) return;
    PMPI_Get_count(&status, MPI_BYTE, &bytes);
    const std::size_t count = static_cast<std::size_t>(bytes) / sizeof(Told);
    came.insert(came.end(), in_, in_ + count);
    post_receive();
  }
}

/// Inside MPI. False: that batch isn't received yet.
bool PolicyExchange::is_over(Peer& peer) {
  int done = 1;
  PMPI_Test(&peer.request, &done, MPI_STATUS_IGNORE);
  return done != 0;
}

/// Inside MPI.
void PolicyExchange::send() {
  for (auto& [rank, peer] : peers_) {
    if (!is_over(peer) || peer.next.empty()) continue;
    std::swap(peer.sent, peer.next);
    peer.next.clear();
    const int bytes = static_cast<int>(peer.sent.size() * sizeof(Told));
    // Synchronous: a short message would else be over before anybody looks, and many would pile up.
    if (PMPI_Issend(peer.sent.data(), bytes, MPI_BYTE, rank, kTag, comm_, &peer.request) !=
        MPI_SUCCESS)
      peer.request = MPI_REQUEST_NULL;
  }
}

// ---- The end ----------------------------------------------------------------------------------

void PolicyExchange::end() {
  if (comm_ == MPI_COMM_NULL) return;
  constexpr timespec kNap{0, 100'000};
  if (channels.active()) channels.end();
  tidemill_unregister_polling_service(kService, &PolicyExchange::poll, this);
  // Not inside MPI all the time: another rank may come later as it waits for a session's task here.
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool entered = false;
  while (!inside_mpi_in_turn([&] { return are_all_over(barrier, entered); }))
    nanosleep(&kNap, nullptr);
  peers_.clear();
}

/// Inside MPI. All ranks' batches are received.
bool PolicyExchange::are_all_over(MPI_Request& barrier, bool& entered) {
  std::vector<Told> came;
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
  PMPI_Comm_free(&comm_);
  return true;
}

}  // namespace tidemill::mpi
