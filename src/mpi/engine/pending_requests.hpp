// The requests in flight, in dense arrays that MPI can test in batches.
//
// Used inside MPI only (engine/delegation.hpp): no member is atomic.
//
// Requests live in chunks of kChunk, in order of publication. One sweep tests the oldest few
// (messages mostly complete in posting order: if they do, that is all, mostly; a few at a time, as
// to take the completed ones in is time in which MPI receives nothing), the newest few (a
// ping-pong's answer) and one chunk in turn, so its cost does not depend on how many are in flight.
// It is small, as a test that finds nothing asks for a line of each request, and most sweeps of
// many find nothing. Chunks that thin out are merged. Invariants (validate()): every chunk holds 1
// to kChunk slots, without gaps; each is of a request bound alone, or has a ticket that is not
// finished and counts it in `remaining`.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/requests_ahead.hpp"
#include "engine/ticket.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

class PendingRequests {
 public:
  static constexpr int kChunk = 64;

  /// Whom a sweep tells. Each once: of a ticket whose last request completed, which is gone
  /// afterwards; of a request bound alone, with its code and whether its error handler is due.
  /// These add no requests. Between two tests: who waits for MPI may be served, and add some.
  struct Finish {
    void (*ticket)(Ticket*);
    void (*bound)(const BoundRequest&, int code, bool handler_due);
    void (*between)() = [] {};
  };

  PendingRequests() = default;
  ~PendingRequests();
  PendingRequests(const PendingRequests&) = delete;
  PendingRequests& operator=(const PendingRequests&) = delete;

  bool empty() const noexcept { return newest_ == nullptr; }
  /// Something, but next to nothing.
  bool few() const noexcept { return newest_ && newest_ == oldest_ && newest_->count() <= kFew; }

  /// Adds the ticket's only entry, or all its `remaining` ones; they are not read again.
  void append(Ticket* ticket, Entry entry) {
    ahead_.posted(entry.request);
    Chunk& chunk = room();
    const bool known_active = !ticket->may_hold_inactive;
    Slot& slot = chunk.push(entry.request, {Owner::ticket, known_active, false});
    slot.of_ticket = {ticket, entry.index};
    chunk.unverified += !known_active;
  }
  void append(Ticket* ticket, const Entry* entries) {
    for (int k = 0; k < ticket->remaining; ++k) append(ticket, entries[k]);
  }

  /// A request bound alone. It may turn out to be an inactive persistent one.
  void append(MPI_Request request, const BoundRequest& bound) {
    ahead_.posted(request);
    Chunk& chunk = room();
    chunk.push(request, {Owner::bound, false, false}).bound = bound;
    ++chunk.unverified;
  }

  /// `comm` is about to be freed: its error handler goes with it.
  void forget(MPI_Comm comm);

  /// Each test in which nothing is done lets MPI advance once. Who only wants that sweeps the
  /// oldest.
  enum class Reach : unsigned char { oldest, all };
  /// Tests a bounded part and finishes the tickets that are done. Number of completed requests.
  int sweep(const Finish& finish, Reach reach = Reach::all);

  /// Calls with_ticket(ticket) for each slot that has one, a ticket as often as it has requests in
  /// flight, and bound_alone(bound) for each other.
  template <typename WithTicket, typename BoundAlone>
  void for_each_slot(WithTicket with_ticket, BoundAlone bound_alone) const {
    for (const Chunk* chunk = oldest_; chunk; chunk = chunk->newer) {
      for (int i = chunk->first; i < chunk->end; ++i) {
        const Slot& slot = chunk->slots[i];
        chunk->marks[i].owner == Owner::ticket ? with_ticket(slot.of_ticket.ticket)
                                               : bound_alone(slot.bound);
      }
    }
  }

  /// Aborts if an invariant is broken. Debug builds call it after sweeps.
  void validate() const;

 private:
  static constexpr int kFew = 4;
  static constexpr int kMerge = kChunk * 3 / 4;  ///< neighbours that fit in this are merged
  static constexpr int kMany = 2;                ///< up to so many chunks are tested whole
  static constexpr int kAtATime = 16;            ///< of either end
  static constexpr int kPlenty = kAtATime / 2;   ///< done in the oldest chunk: stop there
  static constexpr unsigned kElsewhere = 8;      ///< but not in every kElsewhere-th sweep
  static constexpr int kWrittenSoon = 6;         ///< so many slots on: their lines are asked for
  static constexpr int kFar = 32;                ///< more chunks are more than near caches hold

  enum class Owner : unsigned char {
    ticket,
    bound,
    none,  ///< completed in this test, about to be squeezed out
  };
  /// Apart from the slots, which it would make a fifth longer.
  struct Mark {
    Owner owner;
    bool known_active;  ///< see verify_one
    bool comm_freed;    ///< of one bound alone: see forget
  };
  union Slot {  ///< which of them, its mark says
    struct {
      Ticket* ticket;
      int index;  ///< of its request there
    } of_ticket;
    BoundRequest bound;
  };

  /// A request's parts are written when it is posted and read when it is done; of many, all have
  /// left the near caches between the two. So few lines count: of requests and slots none is shared
  /// with another chunk, and one request alone, with its mark, is in three.
  struct alignas(platform::kCacheLine) Chunk {
    MPI_Request requests[kChunk];
    Slot slots[kChunk];
    int first = 0;       ///< in use, of all three arrays, are those from here
    int end = 0;         ///< to before here
    int unverified = 0;  ///< slots that are not known_active
    Chunk* older = nullptr;
    Chunk* newer = nullptr;
    Mark marks[kChunk];

    int count() const noexcept { return end - first; }
    /// It is in use soon: asks for the lines that its first requests are written to.
    void prefetch() const noexcept {
      platform::prefetch_to_write(&first);
      platform::prefetch_to_write(requests);
      const auto* const at = reinterpret_cast<const char*>(slots);
      for (std::size_t i = 0; i <= kWrittenSoon * sizeof(Slot); i += platform::kCacheLine)
        platform::prefetch_to_write(at + i);
    }
    Slot& push(MPI_Request request, Mark mark) noexcept {
      // The caller's next atomic instruction waits for these stores' lines, so they are asked for
      // some requests before; not by the first one, as mostly one is in flight at a time then. The
      // last ones of a chunk ask for what lies behind it: no harm, and a branch would cost more.
      if (end > 0) {
        ask_for(&slots[end], kWrittenSoon * sizeof(Slot));
        ask_for(&requests[end], kWrittenSoon * sizeof(MPI_Request));
      }
      requests[end] = request;
      marks[end] = mark;
      return slots[end++];
    }

   private:
    static void ask_for(const void* from, std::size_t bytes) noexcept {
      const auto at = reinterpret_cast<std::uintptr_t>(from) + bytes;
      platform::prefetch_to_write(reinterpret_cast<const void*>(at));
    }
  };

  /// The requests from slot `at` of a chunk on; past its end, those of the newer chunks. Good until
  /// a chunk is squeezed, merged or released.
  class Onward {
   public:
    Onward(const Chunk* chunk, int at) noexcept : chunk_(chunk), at_(at) {}
    const MPI_Request* next() noexcept {
      for (; chunk_ && at_ >= chunk_->end; chunk_ = chunk_->newer)
        at_ += (chunk_->newer ? chunk_->newer->first : 0) - chunk_->end;
      return chunk_ ? &chunk_->requests[at_++] : nullptr;
    }

   private:
    const Chunk* chunk_;
    int at_;
  };

  bool many() const noexcept { return chunks_ > kMany; }
  bool far() const noexcept { return chunks_ > kFar; }
  int test(Chunk& chunk, int first, int count, const Finish& finish);
  int test(Chunk& chunk, const Finish& finish) {
    return test(chunk, chunk.first, chunk.count(), finish);
  }
  int test_oldest(const Finish& finish);
  int test_each_slow(Chunk& chunk, const Finish& finish);
  int verify_one(const Finish& finish);
  static void settle_failed_slow(Chunk& chunk, int found, const int* where,
                                 const MPI_Status* statuses, const Finish& finish);
  static void settle(Chunk& chunk, int i, const MPI_Status& status, int code, bool handler_due,
                     const Finish& finish);
  void squeeze(Chunk& chunk, int most);
  void merge_newer_into(Chunk& chunk);
  Chunk& room() { return newest_ && newest_->end < kChunk ? *newest_ : push_chunk_slow(); }
  Chunk& push_chunk_slow();
  void release(Chunk& chunk);

  RequestsAhead ahead_;
  Chunk* oldest_ = nullptr;
  Chunk* newest_ = nullptr;
  Chunk* cursor_ = nullptr;  ///< whose turn is next; nullptr: start over at the oldest
  Chunk* spare_ = nullptr;   ///< empty chunks, linked by `newer`
  int chunks_ = 0;
  unsigned sweeps_ = 0;
};

}  // namespace tidemill::mpi
