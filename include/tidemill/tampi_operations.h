/* MPI's non-blocking operations, bound to the completion of the calling task. Include TAMPI.h.
 *
 * Generated from src/mpi/table/functions.txt by src/mpi/table/generate.py: do not edit.
 *
 * TAMPI_X is MPI_X without its request (TAMPI 4), or with it (TAMPI 1 to 3), told apart by the
 * number of arguments; *request becomes MPI_REQUEST_NULL. Operations with a status take it last.
 * What the MPI at hand does not have is missing from the library, too. */
/* clang-format off */
#include <TAMPI.h>

#ifndef TIDEMILL_TAMPI_OPERATIONS_H
#define TIDEMILL_TAMPI_OPERATIONS_H

#ifdef __cplusplus
extern "C" {
#endif

int TAMPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Ibsend_with_request(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
    MPI_Status* status);
int TAMPI_Imrecv_with_request(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
    MPI_Request* request, MPI_Status* status);
int TAMPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
    MPI_Status* status);
int TAMPI_Irecv_with_request(void* buf, int count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request* request, MPI_Status* status);
int TAMPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Irsend_with_request(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Isend_with_request(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Issend_with_request(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Iallgather_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Iallgatherv_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int TAMPI_Iallreduce_with_request(const void* sendbuf, void* recvbuf, int count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ialltoall_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ialltoallv_with_request(const void* sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int TAMPI_Ialltoallw_with_request(const void* sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
int TAMPI_Ibarrier(MPI_Comm comm);
int TAMPI_Ibarrier_with_request(MPI_Comm comm, MPI_Request* request);
int TAMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm);
int TAMPI_Ibcast_with_request(void* buffer, int count, MPI_Datatype datatype, int root,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int TAMPI_Iexscan_with_request(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int TAMPI_Igather_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm);
int TAMPI_Igatherv_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_allgather_with_request(const void* sendbuf, int sendcount,
    MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype,
    MPI_Comm comm);
int TAMPI_Ineighbor_allgatherv_with_request(const void* sendbuf, int sendcount,
    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int displs[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_alltoall_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_alltoallv_with_request(const void* sendbuf, const int sendcounts[],
    const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int TAMPI_Ineighbor_alltoallw_with_request(const void* sendbuf, const int sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request);
int TAMPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    int root, MPI_Comm comm);
int TAMPI_Ireduce_with_request(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int TAMPI_Ireduce_scatter_with_request(const void* sendbuf, void* recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int TAMPI_Ireduce_scatter_block_with_request(const void* sendbuf, void* recvbuf, int recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
    MPI_Comm comm);
int TAMPI_Iscan_with_request(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int TAMPI_Iscatter_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm);
int TAMPI_Iscatterv_with_request(const void* sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm);
int TAMPI_Comm_idup_with_request(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request);
int TAMPI_Raccumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, MPI_Win win);
int TAMPI_Raccumulate_with_request(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
int TAMPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Win win);
int TAMPI_Rget_with_request(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request);
int TAMPI_Rget_accumulate(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    void* result_addr, int result_count, MPI_Datatype result_datatype, int target_rank,
    MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int TAMPI_Rget_accumulate_with_request(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, MPI_Win win, MPI_Request* request);
int TAMPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win);
int TAMPI_Rput_with_request(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request);
int TAMPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iread_with_request(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_all_with_request(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_at_with_request(MPI_File fh, MPI_Offset offset, void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iread_at_all_with_request(MPI_File fh, MPI_Offset offset, void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_shared_with_request(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_with_request(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_all_with_request(MPI_File fh, const void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iwrite_at_with_request(MPI_File fh, MPI_Offset offset, const void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iwrite_at_all_with_request(MPI_File fh, MPI_Offset offset, const void* buf,
    int count, MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_shared_with_request(MPI_File fh, const void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
#if MPI_VERSION >= 4
int TAMPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Ibsend_c_with_request(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request);
int TAMPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
    MPI_Status* status);
int TAMPI_Imrecv_c_with_request(void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Message* message, MPI_Request* request, MPI_Status* status);
int TAMPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Status* status);
int TAMPI_Irecv_c_with_request(void* buf, MPI_Count count, MPI_Datatype datatype, int source,
    int tag, MPI_Comm comm, MPI_Request* request, MPI_Status* status);
int TAMPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Irsend_c_with_request(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request);
int TAMPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Isend_c_with_request(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request);
int TAMPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Status* status);
int TAMPI_Isendrecv_with_request(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    int dest, int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source,
    int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status);
int TAMPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Status* status);
int TAMPI_Isendrecv_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source,
    int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status);
int TAMPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag,
    int source, int recvtag, MPI_Comm comm, MPI_Status* status);
int TAMPI_Isendrecv_replace_with_request(void* buf, int count, MPI_Datatype datatype, int dest,
    int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status);
int TAMPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Status* status);
int TAMPI_Isendrecv_replace_c_with_request(void* buf, MPI_Count count, MPI_Datatype datatype,
    int dest, int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request,
    MPI_Status* status);
int TAMPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm);
int TAMPI_Issend_c_with_request(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Iallgather_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm);
int TAMPI_Iallgatherv_c_with_request(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int TAMPI_Iallreduce_c_with_request(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ialltoall_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ialltoallv_c_with_request(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
int TAMPI_Ialltoallw_c_with_request(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm);
int TAMPI_Ibcast_c_with_request(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int TAMPI_Iexscan_c_with_request(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int TAMPI_Igather_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype, int root,
    MPI_Comm comm);
int TAMPI_Igatherv_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    int root, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_allgather_c_with_request(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm);
int TAMPI_Ineighbor_allgatherv_c_with_request(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_alltoall_c_with_request(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
int TAMPI_Ineighbor_alltoallv_c_with_request(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
    MPI_Comm comm);
int TAMPI_Ineighbor_alltoallw_c_with_request(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
    MPI_Comm comm, MPI_Request* request);
int TAMPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm);
int TAMPI_Ireduce_c_with_request(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
int TAMPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int TAMPI_Ireduce_scatter_c_with_request(const void* sendbuf, void* recvbuf,
    const MPI_Count recvcounts[], MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm);
int TAMPI_Ireduce_scatter_block_c_with_request(const void* sendbuf, void* recvbuf,
    MPI_Count recvcount, MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm);
int TAMPI_Iscan_c_with_request(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request);
int TAMPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
int TAMPI_Iscatter_c_with_request(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request);
int TAMPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm);
int TAMPI_Iscatterv_c_with_request(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
int TAMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm);
int TAMPI_Comm_idup_with_info_with_request(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
    MPI_Request* request);
int TAMPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int TAMPI_Raccumulate_c_with_request(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
int TAMPI_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    MPI_Win win);
int TAMPI_Rget_c_with_request(void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
int TAMPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win);
int TAMPI_Rget_accumulate_c_with_request(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request);
int TAMPI_Rput_c(const void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    MPI_Win win);
int TAMPI_Rput_c_with_request(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request);
int TAMPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_c_with_request(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_all_c_with_request(MPI_File fh, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iread_at_c_with_request(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iread_at_all_c_with_request(MPI_File fh, MPI_Offset offset, void* buf,
    MPI_Count count, MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iread_shared_c_with_request(MPI_File fh, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_c_with_request(MPI_File fh, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_all_c_with_request(MPI_File fh, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iwrite_at_c_with_request(MPI_File fh, MPI_Offset offset, const void* buf,
    MPI_Count count, MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Status* status);
int TAMPI_File_iwrite_at_all_c_with_request(MPI_File fh, MPI_Offset offset, const void* buf,
    MPI_Count count, MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
int TAMPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Status* status);
int TAMPI_File_iwrite_shared_c_with_request(MPI_File fh, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status);
#endif

#ifdef __cplusplus
} /* extern "C" */

inline int TAMPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ibsend_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Ibsend(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Imrecv_with_request(buf, count, datatype, message, request, status),
      MPI_Imrecv(buf, count, datatype, message, request));
}
inline int TAMPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Irecv_with_request(buf, count, datatype, source, tag, comm, request, status),
      MPI_Irecv(buf, count, datatype, source, tag, comm, request));
}
inline int TAMPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Irsend_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Irsend(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Isend_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Isend(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Issend_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Issend(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallgather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallgatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
      MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
}
inline int TAMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallreduce_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoall_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[], const int rdispls[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoallv_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
      MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
}
inline int TAMPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoallw_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
      MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
}
inline int TAMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ibarrier_with_request(comm, request),
      MPI_Ibarrier(comm, request));
}
inline int TAMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ibcast_with_request(buffer, count, datatype, root, comm, request),
      MPI_Ibcast(buffer, count, datatype, root, comm, request));
}
inline int TAMPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iexscan_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Igather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Igatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request),
      MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request));
}
inline int TAMPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_allgather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_allgatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
      MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
    void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoall_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[],
    const int sdispls[], MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoallv_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
      MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoallw_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
      MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
}
inline int TAMPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_with_request(sendbuf, recvbuf, count, datatype, op, root, comm, request),
      MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request));
}
inline int TAMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_scatter_with_request(sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
      MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request));
}
inline int TAMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_scatter_block_with_request(sendbuf, recvbuf, recvcount, datatype, op, comm, request),
      MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request));
}
inline int TAMPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscan_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
    int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscatter_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
    MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype, int root,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscatterv_with_request(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Comm_idup(MPI_Comm comm, MPI_Comm* newcomm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Comm_idup_with_request(comm, newcomm, request),
      MPI_Comm_idup(comm, newcomm, request));
}
inline int TAMPI_Raccumulate(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, int target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Raccumulate_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request),
      MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request));
}
inline int TAMPI_Rget(void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rget_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request),
      MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request));
}
inline int TAMPI_Rget_accumulate(const void* origin_addr, int origin_count,
    MPI_Datatype origin_datatype, void* result_addr, int result_count, MPI_Datatype result_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Op op, MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rget_accumulate_with_request(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request),
      MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request));
}
inline int TAMPI_Rput(const void* origin_addr, int origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, int target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rput_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request),
      MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request));
}
inline int TAMPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_all_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread_all(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_at_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iread_at(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_at_all_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iread_at_all(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_shared_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread_shared(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_all_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite_all(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_at_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iwrite_at(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_at_all_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_shared_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite_shared(fh, buf, count, datatype, request));
}
#if MPI_VERSION >= 4
inline int TAMPI_Ibsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ibsend_c_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Ibsend_c(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Imrecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, MPI_Message* message,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Imrecv_c_with_request(buf, count, datatype, message, request, status),
      MPI_Imrecv_c(buf, count, datatype, message, request));
}
inline int TAMPI_Irecv_c(void* buf, MPI_Count count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Irecv_c_with_request(buf, count, datatype, source, tag, comm, request, status),
      MPI_Irecv_c(buf, count, datatype, source, tag, comm, request));
}
inline int TAMPI_Irsend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Irsend_c_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Irsend_c(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Isend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest, int tag,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Isend_c_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Isend_c(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest,
    int sendtag, void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
    MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Isendrecv_with_request(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status),
      MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request));
}
inline int TAMPI_Isendrecv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    int dest, int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source,
    int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Isendrecv_c_with_request(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status),
      MPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request));
}
inline int TAMPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest,
    int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Isendrecv_replace_with_request(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status),
      MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request));
}
inline int TAMPI_Isendrecv_replace_c(void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int sendtag, int source, int recvtag, MPI_Comm comm, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_Isendrecv_replace_c_with_request(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status),
      MPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, request));
}
inline int TAMPI_Issend_c(const void* buf, MPI_Count count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Issend_c_with_request(buf, count, datatype, dest, tag, comm, request),
      MPI_Issend_c(buf, count, datatype, dest, tag, comm, request));
}
inline int TAMPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallgather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallgatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
      MPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
}
inline int TAMPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iallreduce_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoall_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoallv_c_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
      MPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
}
inline int TAMPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ialltoallw_c_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
      MPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
}
inline int TAMPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root,
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ibcast_c_with_request(buffer, count, datatype, root, comm, request),
      MPI_Ibcast_c(buffer, count, datatype, root, comm, request));
}
inline int TAMPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iexscan_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Igather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
    int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Igatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request),
      MPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request));
}
inline int TAMPI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_allgather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
    MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_allgatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request),
      MPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount,
    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoall_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request),
      MPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoallv_c_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request),
      MPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request));
}
inline int TAMPI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
    MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ineighbor_alltoallw_c_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request),
      MPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request));
}
inline int TAMPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count,
    MPI_Datatype datatype, MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_c_with_request(sendbuf, recvbuf, count, datatype, op, root, comm, request),
      MPI_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request));
}
inline int TAMPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_scatter_c_with_request(sendbuf, recvbuf, recvcounts, datatype, op, comm, request),
      MPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request));
}
inline int TAMPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
    MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Ireduce_scatter_block_c_with_request(sendbuf, recvbuf, recvcount, datatype, op, comm, request),
      MPI_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request));
}
inline int TAMPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
    MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscan_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request),
      MPI_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request));
}
inline int TAMPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscatter_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
    MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Iscatterv_c_with_request(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request),
      MPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request));
}
inline int TAMPI_Comm_idup_with_info(MPI_Comm comm, MPI_Info info, MPI_Comm* newcomm,
    MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Comm_idup_with_info_with_request(comm, info, newcomm, request),
      MPI_Comm_idup_with_info(comm, info, newcomm, request));
}
inline int TAMPI_Raccumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Raccumulate_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request),
      MPI_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request));
}
inline int TAMPI_Rget_c(void* origin_addr, MPI_Count origin_count, MPI_Datatype origin_datatype,
    int target_rank, MPI_Aint target_disp, MPI_Count target_count, MPI_Datatype target_datatype,
    MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rget_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request),
      MPI_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request));
}
inline int TAMPI_Rget_accumulate_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, void* result_addr, MPI_Count result_count,
    MPI_Datatype result_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Op op, MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rget_accumulate_c_with_request(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request),
      MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request));
}
inline int TAMPI_Rput_c(const void* origin_addr, MPI_Count origin_count,
    MPI_Datatype origin_datatype, int target_rank, MPI_Aint target_disp, MPI_Count target_count,
    MPI_Datatype target_datatype, MPI_Win win, MPI_Request* request) {
  return TAMPI_FORM(
      TAMPI_Rput_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request),
      MPI_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request));
}
inline int TAMPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread_c(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_all_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread_all_c(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_at_c_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iread_at_c(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_at_all_c_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iread_at_all_c(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iread_shared_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iread_shared_c(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
    MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite_c(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_all_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite_all_c(fh, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_at_c_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iwrite_at_c(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf,
    MPI_Count count, MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_at_all_c_with_request(fh, offset, buf, count, datatype, request, status),
      MPI_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request));
}
inline int TAMPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count,
    MPI_Datatype datatype, MPI_Request* request, MPI_Status* status) {
  (void)status; return TAMPI_FORM(
      TAMPI_File_iwrite_shared_c_with_request(fh, buf, count, datatype, request, status),
      MPI_File_iwrite_shared_c(fh, buf, count, datatype, request));
}
#endif

#else

/* By the number of arguments; TAMPI_PICK and TAMPI_FORM are TAMPI.h's. */
#define TAMPI_Ibsend(...) TAMPI_PICK(TAMPI_Ibsend, __VA_ARGS__)
#define TAMPI_Ibsend_6 (TAMPI_Ibsend)
#define TAMPI_Ibsend_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Ibsend_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Ibsend(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Ibsend_c(...) TAMPI_PICK(TAMPI_Ibsend_c, __VA_ARGS__)
#define TAMPI_Ibsend_c_6 (TAMPI_Ibsend_c)
#define TAMPI_Ibsend_c_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Ibsend_c_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Ibsend_c(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Imrecv(...) TAMPI_PICK(TAMPI_Imrecv, __VA_ARGS__)
#define TAMPI_Imrecv_5 (TAMPI_Imrecv)
#define TAMPI_Imrecv_6(buf, count, datatype, message, request, status) \
  TAMPI_FORM(TAMPI_Imrecv_with_request(buf, count, datatype, message, request, status), \
             MPI_Imrecv(buf, count, datatype, message, request))
#define TAMPI_Imrecv_c(...) TAMPI_PICK(TAMPI_Imrecv_c, __VA_ARGS__)
#define TAMPI_Imrecv_c_5 (TAMPI_Imrecv_c)
#define TAMPI_Imrecv_c_6(buf, count, datatype, message, request, status) \
  TAMPI_FORM(TAMPI_Imrecv_c_with_request(buf, count, datatype, message, request, status), \
             MPI_Imrecv_c(buf, count, datatype, message, request))
#define TAMPI_Irecv(...) TAMPI_PICK(TAMPI_Irecv, __VA_ARGS__)
#define TAMPI_Irecv_7 (TAMPI_Irecv)
#define TAMPI_Irecv_8(buf, count, datatype, source, tag, comm, request, status) \
  TAMPI_FORM(TAMPI_Irecv_with_request(buf, count, datatype, source, tag, comm, request, status), \
             MPI_Irecv(buf, count, datatype, source, tag, comm, request))
#define TAMPI_Irecv_c(...) TAMPI_PICK(TAMPI_Irecv_c, __VA_ARGS__)
#define TAMPI_Irecv_c_7 (TAMPI_Irecv_c)
#define TAMPI_Irecv_c_8(buf, count, datatype, source, tag, comm, request, status) \
  TAMPI_FORM(TAMPI_Irecv_c_with_request(buf, count, datatype, source, tag, comm, request, status), \
             MPI_Irecv_c(buf, count, datatype, source, tag, comm, request))
#define TAMPI_Irsend(...) TAMPI_PICK(TAMPI_Irsend, __VA_ARGS__)
#define TAMPI_Irsend_6 (TAMPI_Irsend)
#define TAMPI_Irsend_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Irsend_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Irsend(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Irsend_c(...) TAMPI_PICK(TAMPI_Irsend_c, __VA_ARGS__)
#define TAMPI_Irsend_c_6 (TAMPI_Irsend_c)
#define TAMPI_Irsend_c_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Irsend_c_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Irsend_c(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Isend(...) TAMPI_PICK(TAMPI_Isend, __VA_ARGS__)
#define TAMPI_Isend_6 (TAMPI_Isend)
#define TAMPI_Isend_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Isend_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Isend(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Isend_c(...) TAMPI_PICK(TAMPI_Isend_c, __VA_ARGS__)
#define TAMPI_Isend_c_6 (TAMPI_Isend_c)
#define TAMPI_Isend_c_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Isend_c_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Isend_c(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Isendrecv(...) TAMPI_PICK(TAMPI_Isendrecv, __VA_ARGS__)
#define TAMPI_Isendrecv_12 (TAMPI_Isendrecv)
#define TAMPI_Isendrecv_13(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status) \
  TAMPI_FORM(TAMPI_Isendrecv_with_request(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status), \
             MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request))
#define TAMPI_Isendrecv_c(...) TAMPI_PICK(TAMPI_Isendrecv_c, __VA_ARGS__)
#define TAMPI_Isendrecv_c_12 (TAMPI_Isendrecv_c)
#define TAMPI_Isendrecv_c_13(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status) \
  TAMPI_FORM(TAMPI_Isendrecv_c_with_request(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request, status), \
             MPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, recvcount, recvtype, source, recvtag, comm, request))
#define TAMPI_Isendrecv_replace(...) TAMPI_PICK(TAMPI_Isendrecv_replace, __VA_ARGS__)
#define TAMPI_Isendrecv_replace_9 (TAMPI_Isendrecv_replace)
#define TAMPI_Isendrecv_replace_10(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status) \
  TAMPI_FORM(TAMPI_Isendrecv_replace_with_request(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status), \
             MPI_Isendrecv_replace(buf, count, datatype, dest, sendtag, source, recvtag, comm, request))
#define TAMPI_Isendrecv_replace_c(...) TAMPI_PICK(TAMPI_Isendrecv_replace_c, __VA_ARGS__)
#define TAMPI_Isendrecv_replace_c_9 (TAMPI_Isendrecv_replace_c)
#define TAMPI_Isendrecv_replace_c_10(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status) \
  TAMPI_FORM(TAMPI_Isendrecv_replace_c_with_request(buf, count, datatype, dest, sendtag, source, recvtag, comm, request, status), \
             MPI_Isendrecv_replace_c(buf, count, datatype, dest, sendtag, source, recvtag, comm, request))
#define TAMPI_Issend(...) TAMPI_PICK(TAMPI_Issend, __VA_ARGS__)
#define TAMPI_Issend_6 (TAMPI_Issend)
#define TAMPI_Issend_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Issend_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Issend(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Issend_c(...) TAMPI_PICK(TAMPI_Issend_c, __VA_ARGS__)
#define TAMPI_Issend_c_6 (TAMPI_Issend_c)
#define TAMPI_Issend_c_7(buf, count, datatype, dest, tag, comm, request) \
  TAMPI_FORM(TAMPI_Issend_c_with_request(buf, count, datatype, dest, tag, comm, request), \
             MPI_Issend_c(buf, count, datatype, dest, tag, comm, request))
#define TAMPI_Iallgather(...) TAMPI_PICK(TAMPI_Iallgather, __VA_ARGS__)
#define TAMPI_Iallgather_7 (TAMPI_Iallgather)
#define TAMPI_Iallgather_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Iallgather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Iallgather_c(...) TAMPI_PICK(TAMPI_Iallgather_c, __VA_ARGS__)
#define TAMPI_Iallgather_c_7 (TAMPI_Iallgather_c)
#define TAMPI_Iallgather_c_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Iallgather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Iallgatherv(...) TAMPI_PICK(TAMPI_Iallgatherv, __VA_ARGS__)
#define TAMPI_Iallgatherv_8 (TAMPI_Iallgatherv)
#define TAMPI_Iallgatherv_9(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Iallgatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), \
             MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
#define TAMPI_Iallgatherv_c(...) TAMPI_PICK(TAMPI_Iallgatherv_c, __VA_ARGS__)
#define TAMPI_Iallgatherv_c_8 (TAMPI_Iallgatherv_c)
#define TAMPI_Iallgatherv_c_9(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Iallgatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), \
             MPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
#define TAMPI_Iallreduce(...) TAMPI_PICK(TAMPI_Iallreduce, __VA_ARGS__)
#define TAMPI_Iallreduce_6 (TAMPI_Iallreduce)
#define TAMPI_Iallreduce_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iallreduce_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iallreduce(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Iallreduce_c(...) TAMPI_PICK(TAMPI_Iallreduce_c, __VA_ARGS__)
#define TAMPI_Iallreduce_c_6 (TAMPI_Iallreduce_c)
#define TAMPI_Iallreduce_c_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iallreduce_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iallreduce_c(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Ialltoall(...) TAMPI_PICK(TAMPI_Ialltoall, __VA_ARGS__)
#define TAMPI_Ialltoall_7 (TAMPI_Ialltoall)
#define TAMPI_Ialltoall_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoall_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ialltoall_c(...) TAMPI_PICK(TAMPI_Ialltoall_c, __VA_ARGS__)
#define TAMPI_Ialltoall_c_7 (TAMPI_Ialltoall_c)
#define TAMPI_Ialltoall_c_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoall_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ialltoallv(...) TAMPI_PICK(TAMPI_Ialltoallv, __VA_ARGS__)
#define TAMPI_Ialltoallv_9 (TAMPI_Ialltoallv)
#define TAMPI_Ialltoallv_10(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoallv_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), \
             MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
#define TAMPI_Ialltoallv_c(...) TAMPI_PICK(TAMPI_Ialltoallv_c, __VA_ARGS__)
#define TAMPI_Ialltoallv_c_9 (TAMPI_Ialltoallv_c)
#define TAMPI_Ialltoallv_c_10(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoallv_c_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), \
             MPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
#define TAMPI_Ialltoallw(...) TAMPI_PICK(TAMPI_Ialltoallw, __VA_ARGS__)
#define TAMPI_Ialltoallw_9 (TAMPI_Ialltoallw)
#define TAMPI_Ialltoallw_10(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoallw_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), \
             MPI_Ialltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
#define TAMPI_Ialltoallw_c(...) TAMPI_PICK(TAMPI_Ialltoallw_c, __VA_ARGS__)
#define TAMPI_Ialltoallw_c_9 (TAMPI_Ialltoallw_c)
#define TAMPI_Ialltoallw_c_10(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request) \
  TAMPI_FORM(TAMPI_Ialltoallw_c_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), \
             MPI_Ialltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
#define TAMPI_Ibarrier(...) TAMPI_PICK(TAMPI_Ibarrier, __VA_ARGS__)
#define TAMPI_Ibarrier_1 (TAMPI_Ibarrier)
#define TAMPI_Ibarrier_2(comm, request) \
  TAMPI_FORM(TAMPI_Ibarrier_with_request(comm, request), \
             MPI_Ibarrier(comm, request))
#define TAMPI_Ibcast(...) TAMPI_PICK(TAMPI_Ibcast, __VA_ARGS__)
#define TAMPI_Ibcast_5 (TAMPI_Ibcast)
#define TAMPI_Ibcast_6(buffer, count, datatype, root, comm, request) \
  TAMPI_FORM(TAMPI_Ibcast_with_request(buffer, count, datatype, root, comm, request), \
             MPI_Ibcast(buffer, count, datatype, root, comm, request))
#define TAMPI_Ibcast_c(...) TAMPI_PICK(TAMPI_Ibcast_c, __VA_ARGS__)
#define TAMPI_Ibcast_c_5 (TAMPI_Ibcast_c)
#define TAMPI_Ibcast_c_6(buffer, count, datatype, root, comm, request) \
  TAMPI_FORM(TAMPI_Ibcast_c_with_request(buffer, count, datatype, root, comm, request), \
             MPI_Ibcast_c(buffer, count, datatype, root, comm, request))
#define TAMPI_Iexscan(...) TAMPI_PICK(TAMPI_Iexscan, __VA_ARGS__)
#define TAMPI_Iexscan_6 (TAMPI_Iexscan)
#define TAMPI_Iexscan_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iexscan_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iexscan(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Iexscan_c(...) TAMPI_PICK(TAMPI_Iexscan_c, __VA_ARGS__)
#define TAMPI_Iexscan_c_6 (TAMPI_Iexscan_c)
#define TAMPI_Iexscan_c_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iexscan_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iexscan_c(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Igather(...) TAMPI_PICK(TAMPI_Igather, __VA_ARGS__)
#define TAMPI_Igather_8 (TAMPI_Igather)
#define TAMPI_Igather_9(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Igather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Igather_c(...) TAMPI_PICK(TAMPI_Igather_c, __VA_ARGS__)
#define TAMPI_Igather_c_8 (TAMPI_Igather_c)
#define TAMPI_Igather_c_9(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Igather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Igatherv(...) TAMPI_PICK(TAMPI_Igatherv, __VA_ARGS__)
#define TAMPI_Igatherv_9 (TAMPI_Igatherv)
#define TAMPI_Igatherv_10(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Igatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request), \
             MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request))
#define TAMPI_Igatherv_c(...) TAMPI_PICK(TAMPI_Igatherv_c, __VA_ARGS__)
#define TAMPI_Igatherv_c_9 (TAMPI_Igatherv_c)
#define TAMPI_Igatherv_c_10(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Igatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request), \
             MPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, root, comm, request))
#define TAMPI_Ineighbor_allgather(...) TAMPI_PICK(TAMPI_Ineighbor_allgather, __VA_ARGS__)
#define TAMPI_Ineighbor_allgather_7 (TAMPI_Ineighbor_allgather)
#define TAMPI_Ineighbor_allgather_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_allgather_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ineighbor_allgather_c(...) TAMPI_PICK(TAMPI_Ineighbor_allgather_c, __VA_ARGS__)
#define TAMPI_Ineighbor_allgather_c_7 (TAMPI_Ineighbor_allgather_c)
#define TAMPI_Ineighbor_allgather_c_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_allgather_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ineighbor_allgatherv(...) TAMPI_PICK(TAMPI_Ineighbor_allgatherv, __VA_ARGS__)
#define TAMPI_Ineighbor_allgatherv_8 (TAMPI_Ineighbor_allgatherv)
#define TAMPI_Ineighbor_allgatherv_9(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_allgatherv_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), \
             MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
#define TAMPI_Ineighbor_allgatherv_c(...) TAMPI_PICK(TAMPI_Ineighbor_allgatherv_c, __VA_ARGS__)
#define TAMPI_Ineighbor_allgatherv_c_8 (TAMPI_Ineighbor_allgatherv_c)
#define TAMPI_Ineighbor_allgatherv_c_9(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_allgatherv_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request), \
             MPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, recvcounts, displs, recvtype, comm, request))
#define TAMPI_Ineighbor_alltoall(...) TAMPI_PICK(TAMPI_Ineighbor_alltoall, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoall_7 (TAMPI_Ineighbor_alltoall)
#define TAMPI_Ineighbor_alltoall_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoall_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ineighbor_alltoall_c(...) TAMPI_PICK(TAMPI_Ineighbor_alltoall_c, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoall_c_7 (TAMPI_Ineighbor_alltoall_c)
#define TAMPI_Ineighbor_alltoall_c_8(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoall_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request), \
             MPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, comm, request))
#define TAMPI_Ineighbor_alltoallv(...) TAMPI_PICK(TAMPI_Ineighbor_alltoallv, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoallv_9 (TAMPI_Ineighbor_alltoallv)
#define TAMPI_Ineighbor_alltoallv_10(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoallv_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), \
             MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
#define TAMPI_Ineighbor_alltoallv_c(...) TAMPI_PICK(TAMPI_Ineighbor_alltoallv_c, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoallv_c_9 (TAMPI_Ineighbor_alltoallv_c)
#define TAMPI_Ineighbor_alltoallv_c_10(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoallv_c_with_request(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request), \
             MPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, recvcounts, rdispls, recvtype, comm, request))
#define TAMPI_Ineighbor_alltoallw(...) TAMPI_PICK(TAMPI_Ineighbor_alltoallw, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoallw_9 (TAMPI_Ineighbor_alltoallw)
#define TAMPI_Ineighbor_alltoallw_10(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoallw_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), \
             MPI_Ineighbor_alltoallw(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
#define TAMPI_Ineighbor_alltoallw_c(...) TAMPI_PICK(TAMPI_Ineighbor_alltoallw_c, __VA_ARGS__)
#define TAMPI_Ineighbor_alltoallw_c_9 (TAMPI_Ineighbor_alltoallw_c)
#define TAMPI_Ineighbor_alltoallw_c_10(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request) \
  TAMPI_FORM(TAMPI_Ineighbor_alltoallw_c_with_request(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request), \
             MPI_Ineighbor_alltoallw_c(sendbuf, sendcounts, sdispls, sendtypes, recvbuf, recvcounts, rdispls, recvtypes, comm, request))
#define TAMPI_Ireduce(...) TAMPI_PICK(TAMPI_Ireduce, __VA_ARGS__)
#define TAMPI_Ireduce_7 (TAMPI_Ireduce)
#define TAMPI_Ireduce_8(sendbuf, recvbuf, count, datatype, op, root, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_with_request(sendbuf, recvbuf, count, datatype, op, root, comm, request), \
             MPI_Ireduce(sendbuf, recvbuf, count, datatype, op, root, comm, request))
#define TAMPI_Ireduce_c(...) TAMPI_PICK(TAMPI_Ireduce_c, __VA_ARGS__)
#define TAMPI_Ireduce_c_7 (TAMPI_Ireduce_c)
#define TAMPI_Ireduce_c_8(sendbuf, recvbuf, count, datatype, op, root, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_c_with_request(sendbuf, recvbuf, count, datatype, op, root, comm, request), \
             MPI_Ireduce_c(sendbuf, recvbuf, count, datatype, op, root, comm, request))
#define TAMPI_Ireduce_scatter(...) TAMPI_PICK(TAMPI_Ireduce_scatter, __VA_ARGS__)
#define TAMPI_Ireduce_scatter_6 (TAMPI_Ireduce_scatter)
#define TAMPI_Ireduce_scatter_7(sendbuf, recvbuf, recvcounts, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_scatter_with_request(sendbuf, recvbuf, recvcounts, datatype, op, comm, request), \
             MPI_Ireduce_scatter(sendbuf, recvbuf, recvcounts, datatype, op, comm, request))
#define TAMPI_Ireduce_scatter_c(...) TAMPI_PICK(TAMPI_Ireduce_scatter_c, __VA_ARGS__)
#define TAMPI_Ireduce_scatter_c_6 (TAMPI_Ireduce_scatter_c)
#define TAMPI_Ireduce_scatter_c_7(sendbuf, recvbuf, recvcounts, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_scatter_c_with_request(sendbuf, recvbuf, recvcounts, datatype, op, comm, request), \
             MPI_Ireduce_scatter_c(sendbuf, recvbuf, recvcounts, datatype, op, comm, request))
#define TAMPI_Ireduce_scatter_block(...) TAMPI_PICK(TAMPI_Ireduce_scatter_block, __VA_ARGS__)
#define TAMPI_Ireduce_scatter_block_6 (TAMPI_Ireduce_scatter_block)
#define TAMPI_Ireduce_scatter_block_7(sendbuf, recvbuf, recvcount, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_scatter_block_with_request(sendbuf, recvbuf, recvcount, datatype, op, comm, request), \
             MPI_Ireduce_scatter_block(sendbuf, recvbuf, recvcount, datatype, op, comm, request))
#define TAMPI_Ireduce_scatter_block_c(...) TAMPI_PICK(TAMPI_Ireduce_scatter_block_c, __VA_ARGS__)
#define TAMPI_Ireduce_scatter_block_c_6 (TAMPI_Ireduce_scatter_block_c)
#define TAMPI_Ireduce_scatter_block_c_7(sendbuf, recvbuf, recvcount, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Ireduce_scatter_block_c_with_request(sendbuf, recvbuf, recvcount, datatype, op, comm, request), \
             MPI_Ireduce_scatter_block_c(sendbuf, recvbuf, recvcount, datatype, op, comm, request))
#define TAMPI_Iscan(...) TAMPI_PICK(TAMPI_Iscan, __VA_ARGS__)
#define TAMPI_Iscan_6 (TAMPI_Iscan)
#define TAMPI_Iscan_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iscan_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iscan(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Iscan_c(...) TAMPI_PICK(TAMPI_Iscan_c, __VA_ARGS__)
#define TAMPI_Iscan_c_6 (TAMPI_Iscan_c)
#define TAMPI_Iscan_c_7(sendbuf, recvbuf, count, datatype, op, comm, request) \
  TAMPI_FORM(TAMPI_Iscan_c_with_request(sendbuf, recvbuf, count, datatype, op, comm, request), \
             MPI_Iscan_c(sendbuf, recvbuf, count, datatype, op, comm, request))
#define TAMPI_Iscatter(...) TAMPI_PICK(TAMPI_Iscatter, __VA_ARGS__)
#define TAMPI_Iscatter_8 (TAMPI_Iscatter)
#define TAMPI_Iscatter_9(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Iscatter_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Iscatter_c(...) TAMPI_PICK(TAMPI_Iscatter_c, __VA_ARGS__)
#define TAMPI_Iscatter_c_8 (TAMPI_Iscatter_c)
#define TAMPI_Iscatter_c_9(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Iscatter_c_with_request(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Iscatterv(...) TAMPI_PICK(TAMPI_Iscatterv, __VA_ARGS__)
#define TAMPI_Iscatterv_9 (TAMPI_Iscatterv)
#define TAMPI_Iscatterv_10(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Iscatterv_with_request(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Iscatterv_c(...) TAMPI_PICK(TAMPI_Iscatterv_c, __VA_ARGS__)
#define TAMPI_Iscatterv_c_9 (TAMPI_Iscatterv_c)
#define TAMPI_Iscatterv_c_10(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request) \
  TAMPI_FORM(TAMPI_Iscatterv_c_with_request(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request), \
             MPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, recvcount, recvtype, root, comm, request))
#define TAMPI_Comm_idup(...) TAMPI_PICK(TAMPI_Comm_idup, __VA_ARGS__)
#define TAMPI_Comm_idup_2 (TAMPI_Comm_idup)
#define TAMPI_Comm_idup_3(comm, newcomm, request) \
  TAMPI_FORM(TAMPI_Comm_idup_with_request(comm, newcomm, request), \
             MPI_Comm_idup(comm, newcomm, request))
#define TAMPI_Comm_idup_with_info(...) TAMPI_PICK(TAMPI_Comm_idup_with_info, __VA_ARGS__)
#define TAMPI_Comm_idup_with_info_3 (TAMPI_Comm_idup_with_info)
#define TAMPI_Comm_idup_with_info_4(comm, info, newcomm, request) \
  TAMPI_FORM(TAMPI_Comm_idup_with_info_with_request(comm, info, newcomm, request), \
             MPI_Comm_idup_with_info(comm, info, newcomm, request))
#define TAMPI_Raccumulate(...) TAMPI_PICK(TAMPI_Raccumulate, __VA_ARGS__)
#define TAMPI_Raccumulate_9 (TAMPI_Raccumulate)
#define TAMPI_Raccumulate_10(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request) \
  TAMPI_FORM(TAMPI_Raccumulate_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request), \
             MPI_Raccumulate(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
#define TAMPI_Raccumulate_c(...) TAMPI_PICK(TAMPI_Raccumulate_c, __VA_ARGS__)
#define TAMPI_Raccumulate_c_9 (TAMPI_Raccumulate_c)
#define TAMPI_Raccumulate_c_10(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request) \
  TAMPI_FORM(TAMPI_Raccumulate_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request), \
             MPI_Raccumulate_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
#define TAMPI_Rget(...) TAMPI_PICK(TAMPI_Rget, __VA_ARGS__)
#define TAMPI_Rget_8 (TAMPI_Rget)
#define TAMPI_Rget_9(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request) \
  TAMPI_FORM(TAMPI_Rget_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request), \
             MPI_Rget(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
#define TAMPI_Rget_c(...) TAMPI_PICK(TAMPI_Rget_c, __VA_ARGS__)
#define TAMPI_Rget_c_8 (TAMPI_Rget_c)
#define TAMPI_Rget_c_9(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request) \
  TAMPI_FORM(TAMPI_Rget_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request), \
             MPI_Rget_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
#define TAMPI_Rget_accumulate(...) TAMPI_PICK(TAMPI_Rget_accumulate, __VA_ARGS__)
#define TAMPI_Rget_accumulate_12 (TAMPI_Rget_accumulate)
#define TAMPI_Rget_accumulate_13(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request) \
  TAMPI_FORM(TAMPI_Rget_accumulate_with_request(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request), \
             MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
#define TAMPI_Rget_accumulate_c(...) TAMPI_PICK(TAMPI_Rget_accumulate_c, __VA_ARGS__)
#define TAMPI_Rget_accumulate_c_12 (TAMPI_Rget_accumulate_c)
#define TAMPI_Rget_accumulate_c_13(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request) \
  TAMPI_FORM(TAMPI_Rget_accumulate_c_with_request(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request), \
             MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, result_count, result_datatype, target_rank, target_disp, target_count, target_datatype, op, win, request))
#define TAMPI_Rput(...) TAMPI_PICK(TAMPI_Rput, __VA_ARGS__)
#define TAMPI_Rput_8 (TAMPI_Rput)
#define TAMPI_Rput_9(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request) \
  TAMPI_FORM(TAMPI_Rput_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request), \
             MPI_Rput(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
#define TAMPI_Rput_c(...) TAMPI_PICK(TAMPI_Rput_c, __VA_ARGS__)
#define TAMPI_Rput_c_8 (TAMPI_Rput_c)
#define TAMPI_Rput_c_9(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request) \
  TAMPI_FORM(TAMPI_Rput_c_with_request(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request), \
             MPI_Rput_c(origin_addr, origin_count, origin_datatype, target_rank, target_disp, target_count, target_datatype, win, request))
#define TAMPI_File_iread(...) TAMPI_PICK(TAMPI_File_iread, __VA_ARGS__)
#define TAMPI_File_iread_5 (TAMPI_File_iread)
#define TAMPI_File_iread_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread(fh, buf, count, datatype, request))
#define TAMPI_File_iread_c(...) TAMPI_PICK(TAMPI_File_iread_c, __VA_ARGS__)
#define TAMPI_File_iread_c_5 (TAMPI_File_iread_c)
#define TAMPI_File_iread_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread_c(fh, buf, count, datatype, request))
#define TAMPI_File_iread_all(...) TAMPI_PICK(TAMPI_File_iread_all, __VA_ARGS__)
#define TAMPI_File_iread_all_5 (TAMPI_File_iread_all)
#define TAMPI_File_iread_all_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_all_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread_all(fh, buf, count, datatype, request))
#define TAMPI_File_iread_all_c(...) TAMPI_PICK(TAMPI_File_iread_all_c, __VA_ARGS__)
#define TAMPI_File_iread_all_c_5 (TAMPI_File_iread_all_c)
#define TAMPI_File_iread_all_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_all_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread_all_c(fh, buf, count, datatype, request))
#define TAMPI_File_iread_at(...) TAMPI_PICK(TAMPI_File_iread_at, __VA_ARGS__)
#define TAMPI_File_iread_at_6 (TAMPI_File_iread_at)
#define TAMPI_File_iread_at_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_at_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iread_at(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iread_at_c(...) TAMPI_PICK(TAMPI_File_iread_at_c, __VA_ARGS__)
#define TAMPI_File_iread_at_c_6 (TAMPI_File_iread_at_c)
#define TAMPI_File_iread_at_c_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_at_c_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iread_at_c(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iread_at_all(...) TAMPI_PICK(TAMPI_File_iread_at_all, __VA_ARGS__)
#define TAMPI_File_iread_at_all_6 (TAMPI_File_iread_at_all)
#define TAMPI_File_iread_at_all_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_at_all_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iread_at_all(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iread_at_all_c(...) TAMPI_PICK(TAMPI_File_iread_at_all_c, __VA_ARGS__)
#define TAMPI_File_iread_at_all_c_6 (TAMPI_File_iread_at_all_c)
#define TAMPI_File_iread_at_all_c_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_at_all_c_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iread_at_all_c(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iread_shared(...) TAMPI_PICK(TAMPI_File_iread_shared, __VA_ARGS__)
#define TAMPI_File_iread_shared_5 (TAMPI_File_iread_shared)
#define TAMPI_File_iread_shared_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_shared_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread_shared(fh, buf, count, datatype, request))
#define TAMPI_File_iread_shared_c(...) TAMPI_PICK(TAMPI_File_iread_shared_c, __VA_ARGS__)
#define TAMPI_File_iread_shared_c_5 (TAMPI_File_iread_shared_c)
#define TAMPI_File_iread_shared_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iread_shared_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iread_shared_c(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite(...) TAMPI_PICK(TAMPI_File_iwrite, __VA_ARGS__)
#define TAMPI_File_iwrite_5 (TAMPI_File_iwrite)
#define TAMPI_File_iwrite_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite_c(...) TAMPI_PICK(TAMPI_File_iwrite_c, __VA_ARGS__)
#define TAMPI_File_iwrite_c_5 (TAMPI_File_iwrite_c)
#define TAMPI_File_iwrite_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite_c(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite_all(...) TAMPI_PICK(TAMPI_File_iwrite_all, __VA_ARGS__)
#define TAMPI_File_iwrite_all_5 (TAMPI_File_iwrite_all)
#define TAMPI_File_iwrite_all_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_all_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite_all(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite_all_c(...) TAMPI_PICK(TAMPI_File_iwrite_all_c, __VA_ARGS__)
#define TAMPI_File_iwrite_all_c_5 (TAMPI_File_iwrite_all_c)
#define TAMPI_File_iwrite_all_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_all_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite_all_c(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite_at(...) TAMPI_PICK(TAMPI_File_iwrite_at, __VA_ARGS__)
#define TAMPI_File_iwrite_at_6 (TAMPI_File_iwrite_at)
#define TAMPI_File_iwrite_at_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_at_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iwrite_at(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iwrite_at_c(...) TAMPI_PICK(TAMPI_File_iwrite_at_c, __VA_ARGS__)
#define TAMPI_File_iwrite_at_c_6 (TAMPI_File_iwrite_at_c)
#define TAMPI_File_iwrite_at_c_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_at_c_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iwrite_at_c(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iwrite_at_all(...) TAMPI_PICK(TAMPI_File_iwrite_at_all, __VA_ARGS__)
#define TAMPI_File_iwrite_at_all_6 (TAMPI_File_iwrite_at_all)
#define TAMPI_File_iwrite_at_all_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_at_all_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iwrite_at_all(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iwrite_at_all_c(...) TAMPI_PICK(TAMPI_File_iwrite_at_all_c, __VA_ARGS__)
#define TAMPI_File_iwrite_at_all_c_6 (TAMPI_File_iwrite_at_all_c)
#define TAMPI_File_iwrite_at_all_c_7(fh, offset, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_at_all_c_with_request(fh, offset, buf, count, datatype, request, status), \
             MPI_File_iwrite_at_all_c(fh, offset, buf, count, datatype, request))
#define TAMPI_File_iwrite_shared(...) TAMPI_PICK(TAMPI_File_iwrite_shared, __VA_ARGS__)
#define TAMPI_File_iwrite_shared_5 (TAMPI_File_iwrite_shared)
#define TAMPI_File_iwrite_shared_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_shared_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite_shared(fh, buf, count, datatype, request))
#define TAMPI_File_iwrite_shared_c(...) TAMPI_PICK(TAMPI_File_iwrite_shared_c, __VA_ARGS__)
#define TAMPI_File_iwrite_shared_c_5 (TAMPI_File_iwrite_shared_c)
#define TAMPI_File_iwrite_shared_c_6(fh, buf, count, datatype, request, status) \
  TAMPI_FORM(TAMPI_File_iwrite_shared_c_with_request(fh, buf, count, datatype, request, status), \
             MPI_File_iwrite_shared_c(fh, buf, count, datatype, request))

#endif

#endif /* TIDEMILL_TAMPI_OPERATIONS_H */
