// Collective calls of Fortran that are posted by C's functions, with arguments converted here: Open
// MPI's, of which Fortran's non-blocking form takes MPI_BOTTOM for a buffer, or which
// collectives/mended_forms.hpp is about.
#include <memory>
#include <new>

#include "engine/diagnostics.hpp"
#include "fortran/wrapper.hpp"

namespace tidemill::mpi::fortran {
namespace {

/// An array of datatypes, a handle for each rank or neighbour, as C has it. Filled inside MPI.
class Types {
 public:
  void convert(const void* handles, int count) {
    types_.reset(new (std::nothrow) MPI_Datatype[static_cast<std::size_t>(count) + 1]);
    if (!types_) fatal("no memory for %d datatypes of a collective call", count);
    for (int i = 0; i < count; ++i) types_[i] = PMPI_Type_f2c(integers(handles)[i]);
  }
  const MPI_Datatype* data() const { return types_.get(); }

 private:
  std::unique_ptr<MPI_Datatype[]> types_;
};

/// How many a rank exchanges blocks with; 0: an error for MPI to find.
int peers_of(MPI_Comm comm) {
  int inter = 0, size = 0;
  if (comm == MPI_COMM_NULL || PMPI_Comm_test_inter(comm, &inter) != MPI_SUCCESS) return 0;
  inter ? PMPI_Comm_remote_size(comm, &size) : PMPI_Comm_size(comm, &size);
  return size;
}

/// The neighbours of this rank, which it receives from and sends to (MPI-3.1, 7.6); none: an error.
struct Neighbours {
  explicit Neighbours(MPI_Comm comm) {
    int topology = MPI_UNDEFINED, weighted = 0, rank = 0;
    if (comm == MPI_COMM_NULL || PMPI_Topo_test(comm, &topology) != MPI_SUCCESS) return;
    switch (topology) {
      case MPI_CART:
        PMPI_Cartdim_get(comm, &in);
        out = in *= 2;
        break;
      case MPI_GRAPH:
        PMPI_Comm_rank(comm, &rank);
        PMPI_Graph_neighbors_count(comm, rank, &in);
        out = in;
        break;
      case MPI_DIST_GRAPH:
        PMPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
        break;
      default:
        break;
    }
  }
  int in = 0, out = 0;
};

}  // namespace

int alltoallv(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls, void* sendtype,
              void* recvbuf, void* recvcounts, void* rdispls, void* recvtype) {
  AlltoallvForm form;
  return wait_collective(call, [&](MPI_Comm on, MPI_Request* request) {
    return form.post(c_buffer(sendbuf), integers(sendcounts), integers(sdispls), type_of(sendtype),
                     c_buffer(recvbuf), integers(recvcounts), integers(rdispls), type_of(recvtype),
                     on, request);
  });
}

int alltoallw(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls, void* sendtypes,
              void* recvbuf, void* recvcounts, void* rdispls, void* recvtypes) {
  AlltoallwForm form;
  Types sent, received;
  return wait_collective(call, [&](MPI_Comm on, MPI_Request* request) {
    const void* const from = c_buffer(sendbuf);
    const int peers = peers_of(call.comm);
    if (from != MPI_IN_PLACE) sent.convert(sendtypes, peers);
    received.convert(recvtypes, peers);
    return form.post(from, integers(sendcounts), integers(sdispls), sent.data(), c_buffer(recvbuf),
                     integers(recvcounts), integers(rdispls), received.data(), on, request);
  });
}

int neighbor_alltoallw(const CallSite& call, void* sendbuf, void* sendcounts, void* sdispls,
                       void* sendtypes, void* recvbuf, void* recvcounts, void* rdispls,
                       void* recvtypes) {
  Types sent, received;
  return wait_collective(call, [&](MPI_Comm on, MPI_Request* request) {
    const Neighbours neighbours(call.comm);
    sent.convert(sendtypes, neighbours.out);
    received.convert(recvtypes, neighbours.in);
    return PMPI_Ineighbor_alltoallw(
        c_buffer(sendbuf), integers(sendcounts), static_cast<const MPI_Aint*>(sdispls), sent.data(),
        c_buffer(recvbuf), integers(recvcounts), static_cast<const MPI_Aint*>(rdispls),
        received.data(), on, request);
  });
}

int reduce(const CallSite& call, void* sendbuf, void* recvbuf, void* count, void* datatype,
           void* op, void* root) {
  ReduceForm form;
  const auto post = [&](MPI_Comm on, MPI_Request* request) {
    return form.post(c_buffer(sendbuf), c_buffer(recvbuf), integer(count), type_of(datatype),
                     op_of(op), integer(root), on, request);
  };
  return mpi::reduce(call, c_buffer(sendbuf), c_buffer(recvbuf), integer(count), type_of(datatype),
                     op_of(op), integer(root), post);
}

}  // namespace tidemill::mpi::fortran
