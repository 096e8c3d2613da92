// Carries what the ranks' policies tell each other. Off unless all ranks began with a policy that
// has something to tell:
//   - which kinds of tasks send ("fa", "ga"), to all ranks. Each passes its news on to those that
//     are 1, 2, 4, ... further, so all know after as many steps as their number has bits;
//   - what receivers need ("ga"), to the senders.
//
// 1. A task that sends or receives says so, and for "ga" on which channels (engine/channels.hpp).
// 2. The policy finds out, for "ga" while it is idle, what others should know
//    (core/policy/send_profiles.hpp, levels.hpp), and leaves that for step 3.
// 3. A polling service takes it and makes batches of it, one for each rank. To a rank one batch
//    is on its way at most, by a synchronous send: what comes meanwhile waits for it, and the
//    newest counts. So no rank that doesn't look has more than one from each other waiting.
// 4. The other rank's service has a receive posted from the beginning, for any rank; it hands what
//    came to the policy, and posts it again.
// Nobody waits for any of this. A batch is no message of the program's: it goes by a communicator
// of its own. Not by the hidden one: a collective operation of the program's that a rank never
// entered would be taken for the barrier of step 7.
//
// The end, in MPI_Finalize, once the program has nothing in flight (the non-blocking consensus of
// Hoefler, Siebert and Lumsdaine 2010):
// 5. The service is unregistered: this rank sends no more.
// 6. It goes on receiving until its own sends are over. They are synchronous: then they have come.
// 7. It enters a non-blocking barrier, and goes on receiving until that is over: then all ranks'
//    sends are. It takes back its receive.
// Meanwhile its other threads may enter MPI.
//
// Who touches it: the service, which the runtime lets only one thread run at a time, and then
// MPI_Finalize; MPI inside the delegation only.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "engine/mpi_api.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

class PolicyExchange {
 public:
  /// By MPI_Init_thread, on all ranks of the hidden communicator or on none.
  void begin();
  /// By MPI_Finalize.
  void end();

 private:
  enum class About : std::uint32_t { need, kind };
  struct Told {
    std::uint64_t name;   // of a channel, or of a kind of tasks
    std::uint32_t value;  // its slack, or what was seen of it
    About about;
  };
  static constexpr std::size_t kMostTold = 64;  // of a batch: a kilobyte
  struct Peer {
    std::vector<Told> next;  // batch
    std::vector<Told> sent;  // on its way
    MPI_Request request = MPI_REQUEST_NULL;
  };

  static int poll(void* self);
  void advance();
  void take_needs();
  void take_kinds();
  void tell(int rank, const Told& told);
  void receive(std::vector<Told>& came);
  static void hand_over(const std::vector<Told>& came);
  void send();
  static bool is_over(Peer& peer);
  bool are_all_over(MPI_Request& barrier, bool& entered);
  void post_receive();

  int rank_ = 0, ranks_ = 0;
  MPI_Comm comm_ = MPI_COMM_NULL;
  std::uint64_t next_look_ = 0;  // ticks
  std::uint64_t pause_us_ = 0;   // between two looks
  std::unordered_map<int, Peer> peers_;
  Told in_[kMostTold] = {};
  MPI_Request receive_ = MPI_REQUEST_NULL;
};

extern PolicyExchange& policy_exchange;

}  // namespace tidemill::mpi
