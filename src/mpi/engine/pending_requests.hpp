// The requests in flight, in dense arrays that MPI can test in batches.
//
// Used inside MPI only (engine/delegation.hpp): no member is atomic.
//
// Requests live in chunks of kChunk, in order of publication. One sweep tests the oldest (messages
// mostly complete in posting order: if they do, that is all, mostly), the newest chunk (a
// ping-pong's answer) and a few others in turn, so its cost does not depend on how many are in
// flight. Chunks that thin out are merged. Invariants (validate()): every chunk holds 1 to kChunk
// slots; each slot has a ticket that is not finished and counts it in `remaining`.
#pragma once

#include "engine/ticket.hpp"

namespace tidemill::mpi {

class PendingRequests {
 public:
  static constexpr int kChunk = 64;

  /// Called once for each ticket whose last request completed; the ticket is gone afterwards.
  using Finish = void (*)(Ticket*);

  PendingRequests() = default;
  ~PendingRequests();
  PendingRequests(const PendingRequests&) = delete;
  PendingRequests& operator=(const PendingRequests&) = delete;

  bool empty() const noexcept { return newest_ == nullptr; }
  /// Something, but next to nothing.
  bool few() const noexcept { return newest_ && newest_ == oldest_ && newest_->size <= kFew; }

  /// Adds the ticket's `remaining` entries; they are not read again.
  void append(Ticket* ticket, const Entry* entries);

  /// Tests a bounded part and finishes the tickets that are done. Number of completed requests.
  int sweep(Finish finish);

  /// Calls visit(ticket) for every slot: a ticket as often as it has requests in flight.
  template <typename Visit>
  void for_each_slot(Visit visit) const {
    for (const Chunk* chunk = oldest_; chunk; chunk = chunk->newer) {
      for (int i = 0; i < chunk->size; ++i) visit(chunk->slots[i].ticket);
    }
  }

  /// Aborts if an invariant is broken. Debug builds call it after sweeps.
  void validate() const;

 private:
  static constexpr int kFew = 4;
  static constexpr int kMerge = kChunk * 3 / 4;  ///< neighbours that fit in this are merged
  static constexpr int kOthers = 4;              ///< chunks tested in turn besides the two ends
  static constexpr int kPlenty = kChunk / 8;     ///< done in the oldest chunk: stop there
  static constexpr unsigned kElsewhere = 8;      ///< but not in every kElsewhere-th sweep

  struct Slot {
    Ticket* ticket;  ///< nullptr: completed in this test, about to be squeezed out
    int index;
    bool known_active;  ///< see verify_one
  };

  struct Chunk {
    MPI_Request requests[kChunk];
    Slot slots[kChunk];
    int size = 0;
    int unverified = 0;  ///< slots that are not known_active
    Chunk* older = nullptr;
    Chunk* newer = nullptr;
  };

  int test(Chunk& chunk, Finish finish);
  int test_each_slow(Chunk& chunk, Finish finish);
  int verify_one(Chunk& chunk, Finish finish);
  static void settle_failed_slow(Chunk& chunk, int found, const int* where,
                                 const MPI_Status* statuses, Finish finish);
  static void settle(Chunk& chunk, int i, const MPI_Status& status, int code, Finish finish);
  void squeeze(Chunk& chunk);
  void merge_newer_into(Chunk& chunk);
  Chunk& push_chunk();
  void release(Chunk& chunk);

  Chunk* oldest_ = nullptr;
  Chunk* newest_ = nullptr;
  Chunk* cursor_ = nullptr;  ///< the next of the others; nullptr: start over at the oldest
  Chunk* spare_ = nullptr;   ///< empty chunks, linked by `newer`
  int chunks_ = 0;
  unsigned sweeps_ = 0;
};

}  // namespace tidemill::mpi
