// A ticket: one call that waits for MPI, with the requests it waits for and the task to tell.
//
// Written and read inside MPI only, by whoever is there (engine/delegation.hpp), from the posting
// to the last completion; then it, or what its waker names (engine/waker_batches.hpp), is queued
// for after leaving, and it is nobody's once the waker was used. A blocking call's ticket lies on
// the stack of the task it suspends, so it vanishes the moment the task resumes: whoever uses the
// waker reads everything first. A bound operation's ticket comes from a pool and goes back; one of
// a single request needs none, see BoundRequest.
#pragma once

#include <climits>
#include <new>

#include "engine/delegation.hpp"
#include "engine/diagnostics.hpp"
#include "engine/in_place.hpp"
#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

/// The call of the user's that a ticket stands for: for error handlers and diagnostics.
struct CallSite {
  const char* name;               ///< "MPI_Recv"
  MPI_Comm comm = MPI_COMM_NULL;  ///< whose error handler the call runs; NULL: the requests'
  int peer = kNoPeer;             ///< source or destination, for diagnostics
  int tag = kNoPeer;              ///< likewise

  /// Where the program calls: the caller of the wrapper this is written in. A guess is made by it
  /// (engine/eager_test.hpp), nothing depends on it.
  const void* site = __builtin_return_address(0);

  static constexpr int kNoPeer = INT_MIN;
};

/// How a failed request shows in the call's result: single calls return its code, multiple ones
/// MPI_ERR_IN_STATUS and the code in its status (MPI-3.1, 3.7.5).
enum class Reporting : unsigned char { kSingle, kMultiple };

/// Who is told at the end: a suspended task (blocking context), a task's event counter, or a thread
/// that waits in place.
enum class WakerKind : unsigned char { kSuspendedTask, kEventCounter, kThread };

struct Waker {
  WakerKind kind = WakerKind::kSuspendedTask;
  void* handle = nullptr;  ///< blocking context, event counter or InPlaceFlag, per kind

  /// Once. The waiter, and what lies on its stack, may be gone when this returns.
  void use() const;
};

/// A request still to be completed and its place in the caller's arrays.
struct Entry {
  MPI_Request request;
  int index;
};

/// Room for a Waitall's entries: on the stack while they are few.
class EntryArray {
 public:
  explicit EntryArray(int count) {
    if (count <= kInline) return;
    heap_ = new (std::nothrow) Entry[static_cast<size_t>(count)];
    if (!heap_) fatal("no memory to wait for %d requests at once", count);
  }
  ~EntryArray() { delete[] heap_; }
  EntryArray(const EntryArray&) = delete;
  EntryArray& operator=(const EntryArray&) = delete;
  Entry* data() { return heap_ ? heap_ : inline_; }

  static constexpr int kInline = 16;

 private:
  Entry inline_[kInline];
  Entry* heap_ = nullptr;
};

/// Small: a blocking call's lies on the stack of a task, of which thousands may wait.
struct Ticket : Delegation::Later {
  Ticket() = default;
  /// Of one request. `s` may be nullptr, as `r` if the program isn't to see what becomes of it.
  Ticket(const CallSite& c, MPI_Request* r, MPI_Status* s)
      : call(&c), remaining(1), count(1), requests(r), statuses(s) {}

  Ticket* next = nullptr;  ///< link of the pool, and of those that go on
  /// What the operation does next, inside MPI, when the last request is done; nullptr: that is all,
  /// the waiter is told. A ticket that is to be told does it by Delegation::after_leaving.
  void (*then)(Ticket*) = nullptr;
  const CallSite* call = nullptr;  ///< a blocking call's is its caller's; nullptr: the layer's own
  Waker waker;
  Reporting reporting = Reporting::kSingle;
  bool may_hold_inactive = false;  ///< an entry may be an inactive persistent request
  bool handler_due = false;        ///< MPI has not run the error handler: the caller must
  int error = MPI_SUCCESS;         ///< what the call returns
  int remaining = 0;               ///< requests not complete
  int count = 0;                   ///< length of `requests` and `statuses`

  /// The user's arrays; nullptr: nothing to write (ignored statuses; a bound operation's requests).
  MPI_Request* requests = nullptr;
  MPI_Status* statuses = nullptr;

  /// Records that request `index` is done. `handle` is what MPI made of it: MPI_REQUEST_NULL, or
  /// the same handle, inactive, of a persistent request.
  void complete(int index, MPI_Request handle, const MPI_Status& status, int code);

 private:
  void write_status(int index, const MPI_Status& status, int code);
};

/// Of a bound operation (TAMPI_Iwaitall): outlives the call, so that it keeps where that was made.
struct BoundTicket : Ticket {
  BoundTicket() = default;
  explicit BoundTicket(const CallSite& c) : made_by(c) { call = &made_by; }
  CallSite made_by{};
};

/// A bound operation of one request: all there is to say of it lies beside that, in its slot of
/// PendingRequests, as a hundred thousand of them may be in flight.
struct BoundRequest {
  void* counter;       ///< the task's event counter
  MPI_Status* status;  ///< the user's; nullptr: ignored
  const char* name;    ///< this and the rest as in CallSite
  MPI_Comm comm;
  int peer;
  int tag;

  CallSite call() const { return {name, comm, peer, tag, nullptr}; }
};

inline void Ticket::complete(int index, MPI_Request handle, const MPI_Status& status, int code) {
  if (requests) requests[index] = handle;
  if (code != MPI_SUCCESS && error == MPI_SUCCESS)
    error = reporting == Reporting::kMultiple ? MPI_ERR_IN_STATUS : code;
  if (statuses) write_status(index, status, code);
  --remaining;
}

inline void Ticket::write_status(int index, const MPI_Status& status, int code) {
  // A call for one request leaves MPI_ERROR as the user had it (MPI-3.1, 3.2.5). That of several is
  // always set: the standard says so of a failed call only, but the MPIs' own MPI_Waitall does it,
  // and programs rely on that. A bound operation has no return value to carry the code.
  const bool code_in_status =
      waker.kind == WakerKind::kEventCounter || reporting == Reporting::kMultiple;
  const int error_field = code_in_status ? code : statuses[index].MPI_ERROR;
  statuses[index] = status;
  statuses[index].MPI_ERROR = error_field;
}

}  // namespace tidemill::mpi
