! What loads_fortran.c loads: waits of every kind that the layer takes over in Fortran. The result is
! the number of the first call that went wrong, or 0.
function loaded_work(handle) result(wrong) bind(C)
  use, intrinsic :: iso_c_binding, only: c_int
#ifdef WITH_F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer(c_int), value :: handle
  integer(c_int) :: wrong
  integer, parameter :: repetitions = 8 ! small collective calls are made of messages from the fourth on
  integer :: me, ranks, left, right, got, sum, i, ierr
#ifdef WITH_F08
  type(MPI_Comm) :: comm
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  comm%MPI_VAL = handle
#else
  integer :: comm, request, status(MPI_STATUS_SIZE)
  comm = handle
#endif
  wrong = 0
  call MPI_Comm_rank(comm, me, ierr)
  call MPI_Comm_size(comm, ranks, ierr)
  right = mod(me + 1, ranks)
  left = mod(me + ranks - 1, ranks)
  do i = 1, repetitions
    got = -1
    call MPI_Sendrecv(me, 1, MPI_INTEGER, right, 1, got, 1, MPI_INTEGER, left, 1, comm, status, ierr)
    call check(1, got == left)
    got = -1
    call MPI_Irecv(got, 1, MPI_INTEGER, left, 2, comm, request, ierr)
    call MPI_Ssend(me, 1, MPI_INTEGER, right, 2, comm, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    call check(2, got == left)
    call MPI_Barrier(comm, ierr)
    call check(3, ierr == MPI_SUCCESS)
    sum = me
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
    call check(4, sum == ranks * (ranks - 1) / 2)
  end do
contains
  subroutine check(call, right)
    integer, intent(in) :: call
    logical, intent(in) :: right
    if (wrong == 0 .and. .not. right) wrong = call
  end subroutine
end function
