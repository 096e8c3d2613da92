! Every message in a task of its own, and many more of them than threads.
#include "TAMPIf.h"
program ring
  use mpi
  implicit none
  integer, parameter :: blocks = 64, length = 4096
  double precision :: outgoing(length, blocks), incoming(length, blocks)
  integer :: ierr, provided, rank, nranks, left, right, b, wrong

  call MPI_Init_thread(MPI_TASK_MULTIPLE, provided, ierr)
  if (provided < MPI_TASK_MULTIPLE) then
    print '(a)', 'MPI is not task-aware: is the Tidemill layer linked?'
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end if
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks, ierr)
  left = mod(rank + nranks - 1, nranks)
  right = mod(rank + 1, nranks)
  wrong = 0

  !$omp parallel
  !$omp single
  do b = 1, blocks
    !$omp task depend(out: outgoing(:, b)) firstprivate(b)
    outgoing(:, b) = rank + b
    !$omp end task

    !$omp task depend(in: outgoing(:, b)) firstprivate(b)
    call exchange(outgoing(:, b), incoming(:, b), b)
    !$omp end task
  end do
  !$omp taskwait
  do b = 1, blocks
    !$omp task firstprivate(b) shared(wrong)
    !$omp atomic
    wrong = wrong + count(incoming(:, b) /= left + b)
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel

  call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0) then
    print '(i0, a, i0, a, i0, a)', nranks, ' ranks, ', blocks, ' blocks each, ', wrong, ' wrong values'
  end if
  call MPI_Finalize(ierr)
  if (wrong /= 0) error stop 1

contains

  subroutine exchange(sent, received, tag)
    double precision, intent(in) :: sent(length)
    double precision, intent(out) :: received(length)
    integer, intent(in) :: tag
    integer :: ierror
    call MPI_Sendrecv(sent, length, MPI_DOUBLE_PRECISION, right, tag, &
                      received, length, MPI_DOUBLE_PRECISION, left, tag, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierror)
  end subroutine
end program
