// MPI_Sendrecv and MPI_Sendrecv_replace for Fortran: C's, with C's handles. Buffers need no more
// than MPI_BOTTOM looked after; MPI_IN_PLACE is for collectives.
#include "fortran/wrapper.hpp"

#pragma GCC visibility push(default)
extern "C" {
[[gnu::weak]] extern char mpi_fortran_bottom_;  // Open MPI's object; MPICH comes here through C
}
#pragma GCC visibility pop

namespace tidemill::mpi::fortran {
namespace {

void* c_buffer(void* buffer) {
  return &mpi_fortran_bottom_ && buffer == &mpi_fortran_bottom_ ? MPI_BOTTOM : buffer;
}

MPI_Datatype type_of(const void* handle) { return PMPI_Type_f2c(integer(handle)); }

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
