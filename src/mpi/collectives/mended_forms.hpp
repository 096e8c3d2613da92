// Non-blocking collective calls that fail in Open MPI where its blocking ones are right, made of
// others of its own: what the blocking calls of tasks are posted by there.
//
// 4.1 counts a communicator's non-blocking calls for their tags. A rank with nothing to exchange
// doesn't count an MPI_Ialltoallv or MPI_Ialltoallw in place: later messages meet the wrong call,
// and ranks wait for ever. Not in place all count it, so what is sent is a copy. MPI_Ireduce writes
// beyond its own memory where an operator of the program's reduces a datatype whose true lower
// bound isn't 0; MPI_Ireduce_scatter doesn't, and with all elements for the root it is the same.
//
// Each is made once, by the call that waits, lives until that is over, and posts inside MPI. Ranks
// decide alike: by MPI_IN_PLACE, which all pass or none, and by a reduction's operator. What is
// wrong, or on an intercommunicator, is left to the form it stands for.
#pragma once

#include <cstddef>
#include <memory>

#include "engine/mpi_api.hpp"

namespace tidemill::mpi {

/// What this rank sends in a call in place: a block for each rank, in MPI_PACKED form.
class PackedBlocks {
 public:
  /// For `size` ranks of `comm`: counts[i] elements of type(i) at place(i). False: nothing is to be
  /// sent from here, as an argument is wrong or there is more than an int counts.
  template <typename Place, typename Type>
  bool pack(int size, const int counts[], Place place, Type type, MPI_Comm comm);

  /// What MPI_Pack has refused, the communicator's error handler knows.
  int error() const { return error_; }
  const void* data() const { return data_.get(); }
  const int* bytes() const { return bytes_.get(); }
  const int* places() const { return places_.get(); }

 private:
  std::unique_ptr<std::byte[]> data_;
  std::unique_ptr<int[]> bytes_, places_;
  int error_ = MPI_SUCCESS;
};

class AlltoallvForm {
 public:
  int post(const void* sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
           void* recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
           MPI_Comm comm, MPI_Request* request);

 private:
  PackedBlocks sent_;
};

class AlltoallwForm {
 public:
  int post(const void* sendbuf, const int sendcounts[], const int sdispls[],
           const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
           const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
           MPI_Request* request);

 private:
  PackedBlocks sent_;
  std::unique_ptr<MPI_Datatype[]> types_;  ///< MPI_PACKED for each rank
};

class ReduceForm {
 public:
  int post(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
           int root, MPI_Comm comm, MPI_Request* request);

 private:
  std::unique_ptr<int[]> counts_;  ///< of results for each rank
};

}  // namespace tidemill::mpi
