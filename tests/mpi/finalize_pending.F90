! finalize_pending.c in Fortran: a task is suspended in a receive that nobody matches, or has bound
! one to itself (with an argument), when MPI_Finalize is called. The message names rank and tag.
#include "TAMPIf.h"
program finalize_pending
  use mpi
  implicit none
  integer :: provided, ierror, rank, request
  integer, save :: never = 0
  integer, volatile, save :: started = 0
  call MPI_Init_thread(MPI_TASK_MULTIPLE, provided, ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  !$omp parallel
  !$omp single
  !$omp task private(ierror, request)
  started = 1
  if (command_argument_count() == 0) then
    call MPI_Recv(never, 1, MPI_INTEGER, rank, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  else
    call TAMPI_Irecv(never, 1, MPI_INTEGER, rank, 77, MPI_COMM_WORLD, request, MPI_STATUS_IGNORE, &
      ierror)
  end if
  !$omp end task
  do while (started == 0)
    !$omp taskyield
  end do
  call sleep(1)
  call MPI_Finalize(ierror)
  !$omp end single
  !$omp end parallel
end program
