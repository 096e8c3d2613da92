// What the wrappers of C share. A wrapper only translates: not task-aware, the plain call; else the
// non-blocking counterpart (Sala et al. 2019, figures 3 and 4) and the engine to wait for it. Most
// are generated from src/mpi/table. A blocking wrapper may return on another thread than it was
// called on, and what it hands to the engine may run on another thread, inside MPI.
#pragma once

#include <cstddef>
#include <cstdint>

#include "c/layer.hpp"
#include "c/session.hpp"
#include "collectives/mended_forms.hpp"
#include "collectives/operations.hpp"
#include "collectives/private_comms.hpp"
#include "engine/channels.hpp"
#include "engine/completion_test.hpp"
#include "engine/engine.hpp"
#include "engine/file_components.hpp"
#include "engine/file_view.hpp"
#include "engine/kept_blocking.hpp"
#include "engine/neighbours.hpp"
#include "engine/watch.hpp"

namespace tidemill::mpi {

inline MPI_Status* written(MPI_Status* status) {
  return status == MPI_STATUS_IGNORE ? nullptr : status;
}

inline MPI_Status* all_written(MPI_Status* statuses) {
  return statuses == MPI_STATUSES_IGNORE ? nullptr : statuses;
}

/// TAMPI_I*: posts, and binds to the calling task; where nothing can be bound, waits as MPI does.
template <typename Post>
int bind_posted(const CallSite& call, MPI_Status* status, Post&& post) {
  if (binding_ready()) [[likely]]
    return engine.bind_posted(call, status, post);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = post(&request);
  if (code != MPI_SUCCESS) return code;
  return PMPI_Wait(&request, status ? status : MPI_STATUS_IGNORE);
}

/// TAMPI_Irecv and TAMPI_Imrecv of nothing, by MPI's blocking function, which does not block: not
/// every MPI gives its non-blocking one the status that belongs to MPI_PROC_NULL.
template <typename Receive>
int receive_nothing(MPI_Status* status, Receive&& receive) {
  const int code = inside_mpi(receive);
  if (status) status->MPI_ERROR = code;
  return code;
}

/// bind_posted where MPI may wait in the posting: a helper thread posts, and the task pauses
/// meanwhile.
template <typename Post>
int bind_posted_by_helper(const CallSite& call, std::uint64_t order_key, MPI_Status* status,
                          Post&& post) {
  if (!binding_ready()) return bind_posted(call, status, post);
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = engine.call_in_helper(call, order_key, [&] { return post(&request); });
  return code == MPI_SUCCESS ? engine.bind_one(&request, status, call.name, call.site) : code;
}

/// engine.wait_posted in the same case.
template <typename Post>
int wait_posted_by_helper(const CallSite& call, std::uint64_t order_key, MPI_Status* status,
                          Post&& post) {
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = engine.call_in_helper(call, order_key, [&] { return post(&request); });
  return code == MPI_SUCCESS ? engine.wait_one(&request, status, call) : code;
}

/// The same of a collective access to a file. Where MPI converts what is read or written, each rank
/// accesses its part alone, which blocks, but waits for no other rank. That writes the status
/// itself.
template <typename Post, typename Alone>
int wait_access_by_helper(const CallSite& call, MPI_File file, MPI_Status* status, Post&& post,
                          Alone&& alone) {
  bool posted = false;
  MPI_Request request = MPI_REQUEST_NULL;
  const int code = engine.call_in_helper(call, order_of_file(file), [&] {
    posted = !view_converts(file);
    return posted ? post(&request) : alone();
  });
  return code == MPI_SUCCESS && posted ? engine.wait_one(&request, status, call) : code;
}

/// The result of a Sendrecv. From MPI_PROC_NULL the status is what MPI_Recv gives, as not every MPI
/// gives its non-blocking receive the right one.
inline int received_from(int source, MPI_Comm comm, MPI_Status* status, int code) {
  if (source != MPI_PROC_NULL || code != MPI_SUCCESS || !written(status)) [[likely]]
    return code;
  return inside_mpi(
      [&] { return PMPI_Recv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm, status); });
}

/// Inside MPI, so by one thread at a time: one that MPI surely refuses, to decide by which half of
/// a Sendrecv is posted first.
bool is_wrong_send(MPI_Count count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm);

/// Posts both halves of a Sendrecv. What MPI refuses has no request, whatever the code says: an
/// error handler may have swallowed that. The receive comes first, as a message can't be taken back
/// (see wait_posted_pair); but before it a send that will be refused, for it may meet a message.
template <typename Receive, typename Send>
int post_pair(bool send_first, Receive post_receive, Send post_send, const MPI_Request* receive,
              const MPI_Request* send) {
  if (send_first) {
    const int code = post_send();
    if (code != MPI_SUCCESS || *send == MPI_REQUEST_NULL) return code;
  }
  const int code = post_receive();
  if (code != MPI_SUCCESS || *receive == MPI_REQUEST_NULL || send_first) return code;
  return post_send();
}

/// The message that MPI_Sendrecv_replace sends, in MPI_PACKED form: its buffer is received into
/// meanwhile. Lives on the task's stack until both halves are done.
class PackedCopy {
 public:
  PackedCopy() = default;
  ~PackedCopy() {
    if (data_ != near_) delete[] data_;
  }
  PackedCopy(const PackedCopy&) = delete;
  PackedCopy& operator=(const PackedCopy&) = delete;

  /// Makes room for `bytes`. No memory is fatal: a communication can't be half done.
  void* room(MPI_Count bytes);
  const void* data() const { return data_; }

 private:
  static constexpr MPI_Count kNear = 256;
  std::byte near_[kNear];
  std::byte* data_ = near_;
};

/// What is packed there. MPI_BOTTOM is a null pointer to some MPI_Pack: absolute addresses become
/// displacements from a real one. Lives inside MPI, its datatype is valid.
class PackSource {
 public:
  PackSource(const void* buffer, MPI_Datatype type) : buffer_(buffer), type_(type) {
    if (buffer == MPI_BOTTOM) [[unlikely]]
      displace_slow();
  }
  ~PackSource() {
    if (displaced_) [[unlikely]]
      PMPI_Type_free(&type_);
  }
  PackSource(const PackSource&) = delete;
  PackSource& operator=(const PackSource&) = delete;

  const void* buffer() const { return buffer_; }
  MPI_Datatype type() const { return type_; }
  /// No absolute address, but really a null pointer.
  bool is_null() const { return buffer_ == nullptr; }

 private:
  void displace_slow();

  const void* buffer_;
  MPI_Datatype type_;
  bool displaced_ = false;
};

}  // namespace tidemill::mpi
