// The blocking point-to-point calls: all send modes, MPI_Recv, MPI_Sendrecv.
#include "c/wrapper.hpp"

using namespace tidemill::mpi;

extern "C" {

int MPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Send(buf, count, datatype, dest, tag, comm);
  return engine.wait_posted({"MPI_Send", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Isend(buf, count, datatype, dest, tag, comm, request);
  });
}

int MPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Ssend(buf, count, datatype, dest, tag, comm);
  return engine.wait_posted({"MPI_Ssend", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Issend(buf, count, datatype, dest, tag, comm, request);
  });
}

int MPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Bsend(buf, count, datatype, dest, tag, comm);
  return engine.wait_posted({"MPI_Bsend", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Ibsend(buf, count, datatype, dest, tag, comm, request);
  });
}

int MPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  if (!engine.enabled()) return PMPI_Rsend(buf, count, datatype, dest, tag, comm);
  return engine.wait_posted({"MPI_Rsend", comm}, nullptr, [&](MPI_Request* request) {
    return PMPI_Irsend(buf, count, datatype, dest, tag, comm, request);
  });
}

int MPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  // MPI_PROC_NULL never blocks, and not every MPI gives its non-blocking receive the right status.
  if (!engine.enabled()) return PMPI_Recv(buf, count, datatype, source, tag, comm, status);
  if (source == MPI_PROC_NULL) {
    return inside_mpi([&] { return PMPI_Recv(buf, count, datatype, source, tag, comm, status); });
  }
  return engine.wait_posted({"MPI_Recv", comm, source, tag}, written(status),
                            [&](MPI_Request* request) {
                              return PMPI_Irecv(buf, count, datatype, source, tag, comm, request);
                            });
}

int MPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                 void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                 MPI_Comm comm, MPI_Status* status) {
  if (!engine.enabled()) {
    return PMPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype,
                         source, recvtag, comm, status);
  }
  if (source == MPI_PROC_NULL) {  // see MPI_Recv
    const int code = engine.wait_posted({"MPI_Sendrecv", comm}, nullptr, [&](MPI_Request* request) {
      return PMPI_Isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, request);
    });
    if (code != MPI_SUCCESS) return code;
    return inside_mpi(
        [&] { return PMPI_Recv(recvbuf, recvcount, recvtype, source, recvtag, comm, status); });
  }
  return engine.wait_posted_pair(
      {"MPI_Sendrecv", comm}, written(status), [&](MPI_Request* receive, MPI_Request* send) {
        const int code = PMPI_Isend(sendbuf, sendcount, sendtype, dest, sendtag, comm, send);
        if (code != MPI_SUCCESS) return code;
        return PMPI_Irecv(recvbuf, recvcount, recvtype, source, recvtag, comm, receive);
      });
}

}  // extern "C"
