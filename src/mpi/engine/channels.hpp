// What the calling task sends and receives, as the runtime's policies are told
// (tidemill/tasking.h).
//
// Under a policy that asks receivers ("ga") also on which *channels*. A channel is a number that
// both sides make of
//   - the communicator: its processes, and how many of the same processes were made before it;
//   - who sends and who receives, by the ranks in MPI_COMM_WORLD;
//   - the tag; of a collective operation instead which way the data go (Flow): one channel for each
//     pair of ranks of which one has data of the other's.
// There is none for wildcards, for processes of another MPI_COMM_WORLD, and for what would need too
// many: collective operations of more than kMostRanks, communicators beyond kMostNames.
//
// What a call says of it is its Traffic, whatever kind of call it is. A persistent request keeps
// that of the call that made it: whoever starts the request sends and receives so. What is sent in
// parts, MPI_Pready sends, not the start; and who waits for the request receives.
//
// Any thread. Other policies pay one branch a call, and a look-up for the start of a persistent
// request: one that receives is no send.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/mpi_api.hpp"
#include "tidemill/tasking.h"

namespace tidemill::mpi {

/// Which way the data of a collective operation go. `upwards`: to all higher ranks.
enum class Flow : int { all, from_root, to_root, upwards, neighbours };

struct Traffic {
  struct Source {
    std::uint64_t channel;
    int peer;
  };
  bool sends = false;
  bool in_parts = false;
  bool nobody = false;  // to or from MPI_PROC_NULL: it is no message
  std::vector<std::uint64_t> to{};
  std::vector<Source> from{};
};

class Channels {
 public:
  /// By MPI_Init_thread and MPI_Finalize.
  void begin(int rank);
  void end();
  bool active() const noexcept { return active_.load(std::memory_order_relaxed); }

  /// 0: none.
  std::uint64_t to(int dest, int tag, MPI_Comm comm);
  Traffic::Source from(int source, int tag, MPI_Comm comm);

  Traffic of_send(int dest, int tag, MPI_Comm comm);
  Traffic of_partitioned_send(int dest, int tag, MPI_Comm comm);
  Traffic of_receive(int source, int tag, MPI_Comm comm);
  Traffic of_collective(Flow flow, int root, MPI_Comm comm);

  /// The call that made the persistent request has this.
  void keep(MPI_Request request, Traffic traffic);
  void forget_request(const MPI_Request* request);
  void note_start(int count, const MPI_Request requests[]);
  void note_ready(MPI_Request request);
  void note_wait_slow(int count, const MPI_Request requests[]);

  /// All ranks of the new communicator come here, in one order with those of the same processes.
  void note_made(MPI_Comm comm);
  /// Before a communicator is freed: another one may get its handle.
  void forget_comm(MPI_Comm comm);

 private:
  /// A communicator's ranks, those of the other side if it has two, in MPI_COMM_WORLD.
  struct Names {
    std::uint64_t number = 0;  // made of the processes of both sides
    std::vector<int> ranks;
    std::vector<int> sources, destinations;  // neighbours', of its own ranks
    int rank(int own) const noexcept;
    std::vector<int> in_world(const std::vector<int>& own) const;
  };

  static Names names_of(MPI_Comm comm);
  const Names* keep_names(MPI_Comm comm, bool made);
  const Names* find_names(MPI_Comm comm);
  std::vector<int> peers(const Names& names, Flow flow, int root, bool to) const;
  const Traffic* find_request(MPI_Request request);

  static constexpr std::size_t kMostNames = 256;
  static constexpr std::size_t kMostRanks = 16;  // as many channels as a task has for a policy

  /// Written by begin() and end(), which the program orders with its other calls: so relaxed.
  std::atomic<bool> active_{false};
  int rank_ = 0;     // in MPI_COMM_WORLD
  std::mutex lock_;  // guards these; what find() gives stays until the program frees the object
  std::unordered_map<MPI_Comm, Names> names_;
  std::unordered_map<std::uint64_t, std::uint64_t> made_;  // communicators, by Names::number
  /// How often names_ has lost or replaced any: then what a thread has kept of it is out of date.
  /// Written under the lock. relaxed: the program orders its calls for a communicator.
  std::atomic<std::uint32_t> names_lost_{0};
  /// Are there any? Written under the lock; relaxed, likewise.
  std::atomic<bool> any_requests_{false};
  std::mutex requests_lock_;  // guards these
  std::unordered_map<MPI_Request, Traffic> requests_;
};

extern Channels& channels;

/// The calling task's.
void note(const Traffic& traffic);

/// Shall the calling task's channels be found? It costs a look-up and more.
inline bool names_channels() noexcept {
  return channels.active() && tidemill_current_task_has_channels();
}

// In line, as every call passes here.
inline void note_send(int dest, int tag, MPI_Comm comm) {
  if (dest == MPI_PROC_NULL) return;
  if (names_channels()) [[unlikely]]
    return tidemill_current_task_sends_on(channels.to(dest, tag, comm));
  tidemill_current_task_sends();
}
inline void note_receive(int source, int tag, MPI_Comm comm) {
  if (source == MPI_PROC_NULL) return;
  tidemill_current_task_receives();
  if (!names_channels()) [[likely]]
    return;
  const Traffic::Source one = channels.from(source, tag, comm);
  if (one.channel != 0) tidemill_current_task_receives_on(one.channel, one.peer);
}
inline void note_collective(Flow flow, int root, MPI_Comm comm) {
  if (names_channels()) [[unlikely]]
    return note(channels.of_collective(flow, root, comm));
  tidemill_current_task_sends();
}
/// It waits for these requests: those that are persistent, and receive.
inline void note_wait(int count, const MPI_Request requests[]) {
  if (channels.active()) [[unlikely]]
    channels.note_wait_slow(count, requests);
}

}  // namespace tidemill::mpi
