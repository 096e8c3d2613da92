// MPI_Sendrecv and MPI_Sendrecv_replace for Fortran: C's, with C's handles.
#include "fortran/wrapper.hpp"

namespace tidemill::mpi::fortran {
namespace {

MPI_Status* c_status(void* status) {
  MPI_Status* to = written_status(status);
  return to ? to : MPI_STATUS_IGNORE;
}

}  // namespace

int sendrecv(void* sendbuf, void* sendcount, void* sendtype, void* dest, void* sendtag,
             void* recvbuf, void* recvcount, void* recvtype, void* source, void* recvtag,
             void* comm, void* status) {
  return MPI_Sendrecv(c_buffer(sendbuf), integer(sendcount), type_of(sendtype), integer(dest),
                      integer(sendtag), c_buffer(recvbuf), integer(recvcount), type_of(recvtype),
                      integer(source), integer(recvtag), comm_of(comm), c_status(status));
}

int sendrecv_replace(void* buf, void* count, void* datatype, void* dest, void* sendtag,
                     void* source, void* recvtag, void* comm, void* status) {
  return MPI_Sendrecv_replace(c_buffer(buf), integer(count), type_of(datatype), integer(dest),
                              integer(sendtag), integer(source), integer(recvtag), comm_of(comm),
                              c_status(status));
}

}  // namespace tidemill::mpi::fortran
