// The blocking collectives, through their non-blocking forms. MPI does not match a blocking
// collective with a non-blocking one, so all ranks must run with the layer enabled, or none.
#include "c/wrapper.hpp"

using namespace tidemill::mpi;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Barrier(comm);
  return engine.wait_posted({"MPI_Barrier", comm}, nullptr,
                            [&](MPI_Request* request) { return PMPI_Ibarrier(comm, request); });
}

int MPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Bcast(buffer, count, datatype, root, comm);
  return engine.wait_posted({"MPI_Bcast", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Ibcast(buffer, count, datatype, root, comm, request);
  });
}

int MPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                  MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Allreduce(sendbuf, recvbuf, count, datatype, op, comm);
  return engine.wait_posted({"MPI_Allreduce", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request);
  });
}

}  // extern "C"
