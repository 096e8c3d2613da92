// Private communicators: where the layer posts what stands for the program's blocking collective
// calls. MPI matches the non-blocking calls of a communicator in the order of calling, and its
// blocking ones apart from them. So on the program's own communicator a blocking call that the
// layer posts would stand in one row with the program's MPI_Iallreduce and the like, and where
// ranks differ in the order of the two kinds, which MPIs bear, one would meet the other.
//
// MPI_COMM_WORLD's is the hidden communicator. A communicator made of one that has a private one
// gets its own at once: the ranks agree that each of them has room for it, duplicate, and agree
// that all have it. What is new has no attributes yet, so no function of the program's is called;
// MPI_Comm_dup's has the program's attributes, so there the private one is duplicated instead. A
// duplicate has the topology that collectives of neighbours need.
//
// None have: communicators of one rank, where nothing can differ; those that MPI_Comm_idup, a
// session or MPI_Intercomm_merge makes, whose ranks nobody can be sure of at the time, or that come
// after kMost others; and what is made of such. There the program's own is used. Nor have
// intercommunicators: their blocking calls are made by helpers (engine/kept_blocking.hpp).
#pragma once

#include <atomic>

#include "engine/engine.hpp"

namespace tidemill::mpi {

/// Posts on a communicator, the program's or its private one: PMPI_Ibarrier(on, request).
using PostOn = FunctionRef<int(MPI_Comm on, MPI_Request* request)>;

class PrivateComms {
 public:
  /// At a time. Some MPIs have 2,000 communicators in all: most are left to the program.
  static constexpr int kMost = 128;

  /// Inside MPI: where a blocking collective call on `comm` is to be posted.
  MPI_Comm of(MPI_Comm comm);

  /// MPI_Comm_split and its like: `make` makes *made() of call.comm, by a helper.
  int make_by_helper(const CallSite& call, std::uint64_t order_key, FunctionRef<int()> make,
                     FunctionRef<MPI_Comm()> made);
  /// MPI_Comm_dup, posted.
  int make_by_posting(const CallSite& call, Post post, FunctionRef<MPI_Comm()> made);

  /// The communicator is gone whose private one this was. Any thread.
  void free(MPI_Comm& comm);

 private:
  bool gets_one(MPI_Comm parent);
  /// relaxed: a bound, no more.
  bool has_room() const { return number_.load(std::memory_order_relaxed) < kMost; }
  MPI_Comm duplicate_new(MPI_Comm made);
  MPI_Comm duplicate_private(const CallSite& call, MPI_Comm made);
  void keep(MPI_Comm comm, MPI_Comm own);

  std::atomic<int> number_{0};
};

extern PrivateComms private_comms;

/// A blocking collective call with a non-blocking form: pauses the task. Returns MPI's code.
template <typename Posting>
[[gnu::always_inline]] inline int wait_collective(const CallSite& call, Posting post) {
  bool handler_due = false;  // the private communicator's runs none
  return engine.wait_posted(
      call, nullptr,
      [&](MPI_Request* request) {
        const MPI_Comm on = private_comms.of(call.comm);
        handler_due = on != call.comm;
        return post(on, request);
      },
      &handler_due);
}

}  // namespace tidemill::mpi
