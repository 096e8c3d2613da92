// The blocking collective operations the layer makes of messages while they are small, as the
// wrappers of C and Fortran call them: MPI's arguments, the communicator in `call`, and `mpi_form`,
// which posts MPI's own non-blocking form for all other cases. Each pauses the task and returns
// MPI's code.
#pragma once

#include "collectives/schedule.hpp"

namespace tidemill::mpi {

int allgather(const CallSite& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, PostOn mpi_form);
int allreduce(const CallSite& call, const void* sendbuf, void* recvbuf, MPI_Count count,
              MPI_Datatype datatype, MPI_Op op, PostOn mpi_form);
int alltoall(const CallSite& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, PostOn mpi_form);
int barrier(const CallSite& call, PostOn mpi_form);
int bcast(const CallSite& call, void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
          PostOn mpi_form);
int reduce(const CallSite& call, const void* sendbuf, void* recvbuf, MPI_Count count,
           MPI_Datatype datatype, MPI_Op op, int root, PostOn mpi_form);

}  // namespace tidemill::mpi
