#include "collectives/mended_forms.hpp"

#include <climits>
#include <new>

#include "collectives/predefined.hpp"

namespace tidemill::mpi {
namespace {

/// Ranks of an intracommunicator; 0: it is none.
int ranks_of(MPI_Comm comm) {
  int inter = 0, size = 0;
  if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS || inter) return 0;
  PMPI_Comm_size(comm, &size);
  return size;
}

const void* moved(const void* buffer, MPI_Aint bytes) {
  return reinterpret_cast<const void*>(reinterpret_cast<MPI_Aint>(buffer) + bytes);
}

}  // namespace

template <typename Place, typename Type>
bool PackedBlocks::pack(int size, const int counts[], Place place, Type type, MPI_Comm comm) {
  bytes_.reset(new (std::nothrow) int[static_cast<std::size_t>(size)]);
  places_.reset(new (std::nothrow) int[static_cast<std::size_t>(size)]);
  if (!bytes_ || !places_) return false;
  MPI_Count total = 0;
  for (int i = 0; i < size; ++i) {
    int element = 0;
    if (counts[i] < 0 || type(i) == MPI_DATATYPE_NULL || PMPI_Type_size(type(i), &element) != 0)
      return false;
    const MPI_Count bytes = MPI_Count{counts[i]} * element;
    if (total + bytes > INT_MAX) return false;
    places_[i] = static_cast<int>(total);
    bytes_[i] = static_cast<int>(bytes);
    total += bytes;
  }
  data_.reset(new (std::nothrow) std::byte[static_cast<std::size_t>(total) + 1]);  // never null
  if (!data_) return false;
  for (int i = 0; i < size; ++i) {
    int packed = 0;
    if (bytes_[i] == 0) continue;
    error_ =
        PMPI_Pack(place(i), counts[i], type(i), data_.get() + places_[i], bytes_[i], &packed, comm);
    if (error_ != MPI_SUCCESS) return false;
  }
  return true;
}

int AlltoallvForm::post(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                        MPI_Request* request) {
  const int size = sendbuf == MPI_IN_PLACE && recvcounts && rdispls ? ranks_of(comm) : 0;
  MPI_Aint lower = 0, extent = 0;
  if (size == 0 || recvtype == MPI_DATATYPE_NULL ||
      PMPI_Type_get_extent(recvtype, &lower, &extent) != MPI_SUCCESS ||
      !sent_.pack(
          size, recvcounts, [&](int i) { return moved(recvbuf, rdispls[i] * extent); },
          [&](int) { return recvtype; }, comm)) {
    if (sent_.error() != MPI_SUCCESS) return sent_.error();
    return PMPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls,
                           recvtype, comm, request);
  }
  return PMPI_Ialltoallv(sent_.data(), sent_.bytes(), sent_.places(), MPI_PACKED, recvbuf,
                         recvcounts, rdispls, recvtype, comm, request);
}

int AlltoallwForm::post(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Request* request) {
  const bool in_place = sendbuf == MPI_IN_PLACE && recvcounts && rdispls && recvtypes;
  const int size = in_place ? ranks_of(comm) : 0;
  if (size > 0) types_.reset(new (std::nothrow) MPI_Datatype[static_cast<std::size_t>(size)]);
  if (!types_ || !sent_.pack(
                     size, recvcounts, [&](int i) { return moved(recvbuf, rdispls[i]); },
                     [&](int i) { return recvtypes[i]; }, comm)) {
    if (sent_.error() != MPI_SUCCESS) return sent_.error();
    return PMPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls,
                           recvtypes, comm, request);
  }
  for (int i = 0; i < size; ++i) types_[i] = MPI_PACKED;
  return PMPI_Ialltoallw(sent_.data(), sent_.bytes(), sent_.places(), types_.get(), recvbuf,
                         recvcounts, rdispls, recvtypes, comm, request);
}

/// By every operator of the program's: a datatype's lower bound may differ from rank to rank, as
/// layouts may, and so may it be derived or not.
int ReduceForm::post(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  const bool mended = datatype != MPI_DATATYPE_NULL && count > 0 && !predefined.is_own(op);
  const int size = mended ? ranks_of(comm) : 0;
  int rank = 0;
  if (size > 0) PMPI_Comm_rank(comm, &rank);
  const bool wrong = root < 0 || root >= size || (rank != root && sendbuf == MPI_IN_PLACE);
  if (!wrong) counts_.reset(new (std::nothrow) int[static_cast<std::size_t>(size)]());
  if (!counts_) return PMPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request);
  counts_[root] = count;
  // In place at the root alone: whose data that is concerns nobody else.
  return PMPI_Ireduce_scatter(sendbuf, rank == root ? recvbuf : nullptr, counts_.get(), datatype,
                              op, comm, request);
}

}  // namespace tidemill::mpi
