// What the Fortran wrappers share. Every Fortran argument is an address; MPI's own Fortran entry
// points (weak here: a C program does not have them; see own()) post and test, so that handles,
// LOGICAL, MPI_IN_PLACE and strings stay MPI's affair. Left for the layer: requests, and statuses.
// The entry points themselves are generated from src/mpi/table.
//
// A Fortran status, INTEGER(MPI_STATUS_SIZE) or TYPE(MPI_Status), is an MPI_Status in every MPI met
// (their own conversions are copies), so one is written through the other.
#pragma once

#include <atomic>
#include <cstddef>

#include "c/wrapper.hpp"

namespace tidemill::mpi::fortran {

/// ierror, which mpi_f08 may leave out.
class Result {
 public:
  explicit Result(MPI_Fint* ierror) : to_(ierror ? ierror : &unread_) {}
  Result(const Result&) = delete;
  Result& operator=(const Result&) = delete;
  Result& operator=(int code) {
    *to_ = code;
    return *this;
  }
  operator MPI_Fint*() const { return to_; }

 private:
  MPI_Fint unread_ = MPI_SUCCESS;
  MPI_Fint* to_;
};

/// MPI's entry point `name`: `linked`, unless MPI's Fortran library is out of this one's sight.
void* own_slow(const char* name);
/// Looked up once for each call in the source, which `Site` tells apart: the look takes the
/// loader's lock.
template <typename Function, auto Site = [] {}>
Function* own(Function* linked, const char* name) {
  if (linked) [[likely]]
    return linked;
  // relaxed: the code was mapped by whoever stored it, before; another look finds the same.
  static constinit std::atomic<Function*> found{nullptr};
  Function* known = found.load(std::memory_order_relaxed);
  if (!known)
    found.store(known = reinterpret_cast<Function*>(own_slow(name)), std::memory_order_relaxed);
  return known;
}

inline MPI_Fint integer(const void* argument) { return *static_cast<const MPI_Fint*>(argument); }

inline const int* integers(const void* argument) { return static_cast<const MPI_Fint*>(argument); }

inline MPI_Comm comm_of(const void* handle) { return PMPI_Comm_f2c(integer(handle)); }
inline MPI_Request request_of(const void* handle) { return PMPI_Request_f2c(integer(handle)); }
inline MPI_Win win_of(const void* handle) { return PMPI_Win_f2c(integer(handle)); }
inline MPI_File file_of(const void* handle) { return PMPI_File_f2c(integer(handle)); }

inline MPI_Datatype type_of(const void* handle) { return PMPI_Type_f2c(integer(handle)); }
inline MPI_Op op_of(const void* handle) { return PMPI_Op_f2c(integer(handle)); }

/// nullptr for MPI_STATUS_IGNORE of mpif.h, mpi or mpi_f08: each has its own object for it.
MPI_Status* written_status(void* status);
MPI_Status* all_written_statuses(void* statuses);

/// A choice buffer as C has it; MPICH's has come through C already.
void* c_buffer(void* buffer);

/// A choice buffer on its way to mpif.h's entry points: what mpi_f08 has other objects for
/// (MPI_BOTTOM, MPI_IN_PLACE) becomes mpif.h's.
void* choice(void* buffer);

/// Posts by post(&handle, &code), a Fortran entry point; the request goes to `request`.
template <typename Post>
int posted(MPI_Request* request, Post&& post) {
  MPI_Fint handle = PMPI_Request_c2f(MPI_REQUEST_NULL);
  MPI_Fint code = MPI_SUCCESS;
  post(&handle, &code);
  if (code == MPI_SUCCESS) *request = PMPI_Request_f2c(handle);
  return code;
}

/// TAMPI_Irecv from MPI_PROC_NULL.
inline int receive_nothing(MPI_Status* status, MPI_Comm comm) {
  return mpi::receive_nothing(status, [=] {
    return PMPI_Recv(nullptr, 0, MPI_BYTE, MPI_PROC_NULL, 0, comm,
                     status ? status : MPI_STATUS_IGNORE);
  });
}

/// TAMPI_I*: posted, bound to the calling task; *handle becomes MPI_REQUEST_NULL.
template <typename Post>
int bind_posted(const CallSite& call, MPI_Status* status, void* handle, Post&& post) {
  *static_cast<MPI_Fint*>(handle) = PMPI_Request_c2f(MPI_REQUEST_NULL);
  return mpi::bind_posted(call, status,
                          [&](MPI_Request* request) { return posted(request, post); });
}

template <typename Post>
int bind_posted_by_helper(const CallSite& call, std::uint64_t order_key, MPI_Status* status,
                          void* handle, Post&& post) {
  *static_cast<MPI_Fint*>(handle) = PMPI_Request_c2f(MPI_REQUEST_NULL);
  return mpi::bind_posted_by_helper(call, order_key, status,
                                    [&](MPI_Request* request) { return posted(request, post); });
}

// ---- What the policy is told of persistent requests (engine/channels.hpp) -----------------------

void note_start(int count, const void* requests);
void note_waits(int count, const void* requests);
void forget_request(const void* request);

// ---- Wrapped by hand ----------------------------------------------------------------------------

int wait(void* request, void* status);
int waitall(void* count, void* requests, void* statuses);
int waitany(void* count, void* requests, void* index, void* status);
int waitsome(void* incount, void* requests, void* outcount, void* indices, void* statuses);
int sendrecv(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag,
             void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag,
             void* comm, void* status);
int sendrecv_replace(void* buf, void* count, void* datatype, void* dest, void* sendtag,
                     void* source, void* recvtag, void* comm, void* status);
int alltoallv(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls, void* sendtype,
              void* recvbuf, void* recvcounts, void* rdispls, void* recvtype);
int alltoallw(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes,
              void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes);
int neighbor_alltoallw(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls,
                       void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls,
                       void* recvtypes);
int reduce(const CallSite& call, void* sendbuf, void* recvbuf, void* count, void* datatype,
           void* op, void* root);
int init();
int init_thread(void* required, void* provided);
int query_thread(void* provided);
int finalize();
int comm_set_errhandler(void* comm, void* errhandler);
int comm_free(void* comm);
using SessionInit = void(void* info, void* errhandler, void* session, MPI_Fint* ierror);
using SessionFinalize = void(void* session, MPI_Fint* ierror);
using SessionGetInfo = void(void* session, void* info, MPI_Fint* ierror);
int session_init(SessionInit* original, SessionGetInfo* get_info, void* info, void* errhandler,
                 void* session);
int session_get_info(SessionGetInfo* get_info, void* session, void* info);
int session_finalize(SessionFinalize* original, void* session);

}  // namespace tidemill::mpi::fortran
