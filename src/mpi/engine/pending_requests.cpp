#include "engine/pending_requests.hpp"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <span>

#include "engine/completion_test.hpp"
#include "engine/diagnostics.hpp"
#include "platform/cpu.hpp"

namespace tidemill::mpi {

namespace {

/// A ticket of many lies in no near cache.
inline void prefetch(const Ticket* ticket) {
  platform::prefetch_to_write(ticket);
  platform::prefetch_to_write(reinterpret_cast<const char*>(ticket + 1) - 1);
}

bool due_alone(int code) { return code != MPI_SUCCESS && error_handlers.ours(); }

}  // namespace

PendingRequests::~PendingRequests() {
  for (Chunk* list : {oldest_, spare_}) {
    while (list) {
      Chunk* newer = list->newer;
      delete list;
      list = newer;
    }
  }
}

void PendingRequests::forget(MPI_Comm comm) {
  for (Chunk* chunk = oldest_; chunk; chunk = chunk->newer) {
    for (int i = chunk->first; i < chunk->end; ++i) {
      Mark& mark = chunk->marks[i];
      if (mark.owner == Owner::bound && chunk->slots[i].bound.comm == comm) mark.comm_freed = true;
    }
  }
}

int PendingRequests::sweep(const Finish& finish, Reach reach) {
  if (empty()) return 0;
  sweeps_ += reach == Reach::all;
  int completed = test_oldest(finish);
  if (reach == Reach::oldest) return completed;
  // Most of it done: messages come in posting order, and looking elsewhere would be in vain.
  if (completed >= kPlenty && sweeps_ % kElsewhere != 0) return completed;
  finish.between();
  if (newest_ && newest_ != oldest_) {
    const int back = many() ? std::min(newest_->count(), kAtATime) : newest_->count();
    completed += test(*newest_, newest_->end - back, back, finish);
  }
  if (many()) {
    finish.between();
    if (!cursor_) cursor_ = oldest_;
    Chunk& chunk = *cursor_;
    const int found = test(chunk, finish);
    // Where one message has come others may follow: stay there while it yields. A chunk that
    // yielded may also be gone, and has then moved the cursor itself.
    if (found == 0) cursor_ = chunk.newer;
    completed += found;
  }
  if (completed == 0 || sweeps_ % kElsewhere == 0) completed += verify_one(finish);
#ifndef NDEBUG
  // Walks everything in flight: with thousands, now and then.
  if (chunks_ < 8 || sweeps_ % 64 == 0) validate();
#endif
  return completed;
}

/// Its front; now and then all of it, and where there aren't many if nothing there is done.
int PendingRequests::test_oldest(const Finish& finish) {
  Chunk& chunk = *oldest_;
  const int front = std::min(chunk.count(), kAtATime);
  platform::prefetch_to_write(&chunk.marks[chunk.first]);
  for (const Slot& slot : std::span(chunk.slots + chunk.first, front))
    platform::prefetch_to_write(&slot);  // these are likely to be done
  if (chunk.count() <= kAtATime || sweeps_ % kElsewhere == 0) return test(chunk, finish);
  const int found = test(chunk, chunk.first, front, finish);
  if (found > 0 || many()) return found;
  finish.between();
  return test(chunk, chunk.first + kAtATime, chunk.count() - kAtATime, finish);
}

/// `count` requests from `first` on.
int PendingRequests::test(Chunk& chunk, int first, int count, const Finish& finish) {
  int found = 0;
  int where[kChunk];
  MPI_Status statuses[kChunk];
  const int code = test_some(count, chunk.requests + first, &found, where, statuses);
  if (code != MPI_SUCCESS && code != MPI_ERR_IN_STATUS) [[unlikely]]
    return test_each_slow(chunk, finish);
  if (found == MPI_UNDEFINED) found = 0;  // all inactive: verify_one finds them
  for (int k = 0; k < found; ++k) where[k] += first;
  if (code == MPI_SUCCESS) [[likely]] {
    Onward soon(kHandlesAreAddresses && far() && &chunk == oldest_ ? &chunk : nullptr,
                first + RequestsAhead::kSoon);
    for (int k = 0; k < found; ++k) {
      if (const MPI_Request* const request = soon.next()) ahead_.due_soon(*request);
      if (k + 2 < found) {
        const int after = where[k + 2];
        if (chunk.marks[after].owner == Owner::ticket)
          prefetch(chunk.slots[after].of_ticket.ticket);
      }
      settle(chunk, where[k], statuses[k], MPI_SUCCESS, false, finish);
    }
  } else {
    settle_failed_slow(chunk, found, where, statuses, finish);
  }
  if (code != MPI_SUCCESS)
    squeeze(chunk, kChunk);  // more may be settled than were found
  else if (found > 0)
    squeeze(chunk, found);
  return found;
}

/// MPI_ERR_IN_STATUS: at least one failed.
[[gnu::noinline]] void PendingRequests::settle_failed_slow(Chunk& chunk, int found,
                                                           const int* where,
                                                           const MPI_Status* statuses,
                                                           const Finish& finish) {
  int first_failed = kChunk;
  int first_code = MPI_ERR_OTHER;
  for (int k = 0; k < found; ++k) {
    if (statuses[k].MPI_ERROR == MPI_SUCCESS || where[k] >= first_failed) continue;
    first_failed = where[k];
    first_code = statuses[k].MPI_ERROR;
  }
  for (int k = 0; k < found; ++k) {
    const int code = statuses[k].MPI_ERROR;
    const bool due = code != MPI_SUCCESS && error_handlers.due_in_batch(where[k] == first_failed);
    settle(chunk, where[k], statuses[k], code, due, finish);
  }
  // Open MPI frees every failed request of the array, also one that failed after it had made its
  // list, by another thread's progress: gone, and in no list. It is settled with what is known.
  for (int i = chunk.first; i < chunk.end; ++i) {
    if (chunk.marks[i].owner == Owner::none || chunk.requests[i] != MPI_REQUEST_NULL) continue;
    MPI_Status lost{};
    lost.MPI_SOURCE = MPI_ANY_SOURCE;
    lost.MPI_TAG = MPI_ANY_TAG;
    settle(chunk, i, lost, first_code, error_handlers.due_in_batch(false), finish);
  }
}

/// MPI refused the batch for a reason that is not in the statuses (a process failed, say): ask for
/// each, so that the error reaches the calls it belongs to.
[[gnu::noinline]] int PendingRequests::test_each_slow(Chunk& chunk, const Finish& finish) {
  int found = 0;
  for (int i = chunk.first; i < chunk.end; ++i) {
    MPI_Status status{};
    int code = MPI_SUCCESS;
    if (!test_one(&chunk.requests[i], &status, &code)) continue;
    settle(chunk, i, status, code, due_alone(code), finish);
    ++found;
  }
  if (found > 0) squeeze(chunk, found);
  return found;
}

/// An inactive persistent request never shows in Testsome, and nothing else tells it from one that
/// is still in flight. So each request of a Waitall is tested once alone, where it counts as done;
/// one at a time, when there is nothing else to find, so that nobody waits for it. Where there
/// always is something, it is done now and then.
int PendingRequests::verify_one(const Finish& finish) {
  const bool oldest_first = sweeps_ / kElsewhere % 2 == 0;
  Chunk* const first = oldest_first ? oldest_ : newest_;
  Chunk* const last = oldest_first ? newest_ : oldest_;
  for (Chunk* const chunk : {first, cursor_, last}) {
    if (!chunk || chunk->unverified == 0) continue;
    int i = chunk->first;
    while (chunk->marks[i].known_active) ++i;
    MPI_Status status{};
    int code = MPI_SUCCESS;
    if (test_one(&chunk->requests[i], &status, &code)) {
      settle(*chunk, i, status, code, due_alone(code), finish);
      squeeze(*chunk, 1);
      return 1;
    }
    chunk->marks[i].known_active = true;
    --chunk->unverified;
    return 0;
  }
  return 0;
}

inline void PendingRequests::settle(Chunk& chunk, int i, const MPI_Status& status, int code,
                                    bool handler_due, const Finish& finish) {
  const Slot& slot = chunk.slots[i];
  const Mark mark = chunk.marks[i];
  chunk.marks[i].owner = Owner::none;
  chunk.unverified -= !mark.known_active;
  if (mark.owner == Owner::bound) {
    if (MPI_Status* const users = slot.bound.status) {
      *users = status;
      users->MPI_ERROR = code;  // nobody is there to take it as a result
    }
    return finish.bound(slot.bound, code, handler_due && !mark.comm_freed);
  }
  Ticket* ticket = slot.of_ticket.ticket;
  ticket->handler_due |= handler_due;
  ticket->complete(slot.of_ticket.index, chunk.requests[i], status, code);
  // After the last one the ticket is gone, and no slot names it any more.
  if (ticket->remaining == 0) finish.ticket(ticket);
}

/// Closes the gaps of completed slots, `most` at the most, keeping the order, and merges what has
/// become thin. Mostly it is the first ones that are completed: nothing moves then.
void PendingRequests::squeeze(Chunk& chunk, int most) {
  for (; most > 0 && chunk.first < chunk.end; --most, ++chunk.first)
    if (chunk.marks[chunk.first].owner != Owner::none) break;
  if (most > 0) {
    int kept = chunk.first;
    for (int i = kept; i < chunk.end; ++i) {
      if (chunk.marks[i].owner == Owner::none) continue;
      if (kept != i) {
        chunk.requests[kept] = chunk.requests[i];
        chunk.slots[kept] = chunk.slots[i];
        chunk.marks[kept] = chunk.marks[i];
      }
      ++kept;
    }
    chunk.end = kept;
  }
  if (chunk.count() == 0) {
    release(chunk);
    return;
  }
  merge_newer_into(chunk);
  if (chunk.older) merge_newer_into(*chunk.older);
}

void PendingRequests::merge_newer_into(Chunk& chunk) {
  Chunk* newer = chunk.newer;
  if (!newer || chunk.count() + newer->count() > kMerge) return;
  int end = 0;
  for (const Chunk* from : {&chunk, newer}) {
    if (from != &chunk || from->first != 0) {
      std::copy_n(from->requests + from->first, from->count(), chunk.requests + end);
      std::copy_n(from->slots + from->first, from->count(), chunk.slots + end);
      std::copy_n(from->marks + from->first, from->count(), chunk.marks + end);
    }
    end += from->count();
  }
  chunk.first = 0;
  chunk.end = end;
  chunk.unverified += newer->unverified;
  release(*newer);
}

[[gnu::noinline]] PendingRequests::Chunk& PendingRequests::push_chunk_slow() {
  Chunk* chunk = spare_;
  if (chunk) {
    spare_ = chunk->newer;
    // An empty list: few are in flight, and this one goes back before that one is needed.
    if (newest_ && spare_) spare_->prefetch();
  } else {
    chunk = new (std::nothrow) Chunk;
    if (!chunk) fatal("no memory for %d more MPI requests in flight", kChunk);
  }
  chunk->first = chunk->end = 0;
  chunk->unverified = 0;
  chunk->older = newest_;
  chunk->newer = nullptr;
  (newest_ ? newest_->newer : oldest_) = chunk;
  newest_ = chunk;
  ++chunks_;
  return *chunk;
}

void PendingRequests::release(Chunk& chunk) {
  if (cursor_ == &chunk) cursor_ = chunk.newer;
  (chunk.older ? chunk.older->newer : oldest_) = chunk.newer;
  (chunk.newer ? chunk.newer->older : newest_) = chunk.older;
  chunk.newer = spare_;
  spare_ = &chunk;
  --chunks_;
}

void PendingRequests::validate() const {
  int chunks = 0;
  const Chunk* older = nullptr;
  Onward all(oldest_, oldest_ ? oldest_->first : 0);
  for (const Chunk* chunk = oldest_; chunk; older = chunk, chunk = chunk->newer, ++chunks) {
    if (chunk->older != older) fatal("internal error: chunk list of pending requests is broken");
    if (chunk->first < 0 || chunk->count() < 1 || chunk->end > kChunk)
      fatal("internal error: chunk of slots %d to %d", chunk->first, chunk->end);
    int unverified = 0;
    for (int i = chunk->first; i < chunk->end; ++i) {
      const Slot& slot = chunk->slots[i];
      const Mark mark = chunk->marks[i];
      const bool lives = mark.owner == Owner::bound
                             ? slot.bound.counter != nullptr
                             : mark.owner == Owner::ticket &&
                                   slot.of_ticket.ticket->remaining >= 1 &&
                                   slot.of_ticket.index < slot.of_ticket.ticket->count;
      if (!lives) fatal("internal error: slot %d of a pending chunk is of nobody who waits", i);
      unverified += !mark.known_active;
      if (all.next() != &chunk->requests[i]) fatal("internal error: request %d isn't next", i);
    }
    if (unverified != chunk->unverified) fatal("internal error: %d unverified slots", unverified);
  }
  if (all.next()) fatal("internal error: more requests than slots");
  if (older != newest_ || chunks != chunks_) fatal("internal error: %d chunks", chunks);
}

}  // namespace tidemill::mpi
