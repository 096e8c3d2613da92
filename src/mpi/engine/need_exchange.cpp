#include "engine/need_exchange.hpp"

#include <time.h>

#include <algorithm>

#include "collectives/hidden_comm.hpp"
#include "engine/channels.hpp"
#include "engine/inside_mpi.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

namespace {

constexpr char kService[] = "tidemill-mpi needs";
/// Between two looks; longer while nothing comes.
constexpr std::uint64_t kLeastUs = 20, kMostUs = 1000;
constexpr int kMostBatches = 16;  // of a look

/// Kept at exit, as the engine is: a thread may still poll then.
union Undestroyed {
  Undestroyed() : exchange() {}
  ~Undestroyed() {}
  NeedExchange exchange;
} undestroyed;

}  // namespace

NeedExchange& need_exchange = undestroyed.exchange;

// ---- Batches ----------------------------------------------------------------------------------

void NeedExchange::begin() {
  pause_us_ = kLeastUs;
  int rank = 0;
  inside_mpi([&] {
    comm_ = hidden_comm.handle();
    tag_ = hidden_comm.tag_limit();  // above those of operations: see CommStates::take_range()
    PMPI_Comm_rank(comm_, &rank);
    post_receive();
  });
  channels.begin(rank);
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
  if (!channels.active()) return;
  constexpr timespec kNap{0, 100'000};
  channels.end();
  tidemill_unregister_polling_service(kService, &NeedExchange::poll, this);
  // Not inside MPI all the time: another rank may come later as it waits for a session's task here.
  MPI_Request barrier = MPI_REQUEST_NULL;
  bool entered = false;
  while (!inside_mpi_in_turn([&] { return are_all_over(barrier, entered); }))
    nanosleep(&kNap, nullptr);
  peers_.clear();
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
