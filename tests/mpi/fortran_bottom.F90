! Collective calls in tasks on MPI_BOTTOM: every datatype has the address of its element. With neighbours
! on a ring; what is exchanged in place; and a reduction of a datatype whose element isn't at its
! beginning, by an operator of the program's (mpif.h and `use mpi`: mpi_f08 has another interface).
#include "fortran_types.fh"
module bottom
  use fortran_support
  implicit none
  integer, parameter :: calls = 20
contains
  ! A datatype for each rank, or neighbour, at MPI_BOTTOM: values(i).
  subroutine make_types(values, number, types)
    integer, intent(in) :: number
    integer, target, asynchronous, intent(in) :: values(number)
    DATATYPE_TYPE, intent(out) :: types(number)
    integer(MPI_ADDRESS_KIND) :: place(1)
    integer :: i, ierr
    do i = 1, number
      call MPI_Get_address(values(i), place(1), ierr)
      call MPI_Type_create_hindexed(1, [1], place, MPI_INTEGER, types(i), ierr)
      call MPI_Type_commit(types(i), ierr)
    end do
  end subroutine

  subroutine free_types(types)
    DATATYPE_TYPE, intent(inout) :: types(:)
    integer :: i, ierr
    do i = 1, size(types)
      call MPI_Type_free(types(i), ierr)
    end do
  end subroutine

  subroutine exchange(comm)
    COMM_TYPE, intent(in) :: comm
    integer, target, asynchronous :: out(ranks), in(ranks)
    DATATYPE_TYPE :: sent(ranks), received(ranks)
    integer :: ones(ranks), zeros(ranks), call, i, ierr
    ones = 1
    zeros = 0
    call make_types(out, ranks, sent)
    call make_types(in, ranks, received)
    do call = 1, calls
      out = [(1000 * call + 10 * me + i, i=0, ranks - 1)]
      in = -1
      call MPI_Alltoallw(MPI_BOTTOM, ones, zeros, sent, MPI_BOTTOM, ones, zeros, received, comm, ierr)
      call expect(ierr == MPI_SUCCESS .and. &
        all(in == [(1000 * call + 10 * i + me, i=0, ranks - 1)]), 'MPI_Alltoallw')
      in = out
      call MPI_Alltoallw(MPI_IN_PLACE, ones, zeros, sent, MPI_BOTTOM, ones, zeros, received, comm, ierr)
      call expect(ierr == MPI_SUCCESS .and. &
        all(in == [(1000 * call + 10 * i + me, i=0, ranks - 1)]), 'MPI_Alltoallw in place')
    end do
    call free_types(sent)
    call free_types(received)
  end subroutine

  subroutine exchange_on_ring(comm)
    COMM_TYPE, intent(in) :: comm
    integer, target, asynchronous :: out(1), in(1)
    COMM_TYPE :: ring
    DATATYPE_TYPE :: sent(1), received(1)
    integer(MPI_ADDRESS_KIND) :: zero(1)
    integer :: call, ierr
    zero = 0
    call MPI_Dist_graph_create_adjacent(comm, 1, [left], MPI_UNWEIGHTED, 1, [right], MPI_UNWEIGHTED, &
      MPI_INFO_NULL, .false., ring, ierr)
    call make_types(out, 1, sent)
    call make_types(in, 1, received)
    do call = 1, calls
      out = 1000 * call + me
      in = -1
      call MPI_Neighbor_alltoallw(MPI_BOTTOM, [1], zero, sent, MPI_BOTTOM, [1], zero, received, &
        ring, ierr)
      call expect(ierr == MPI_SUCCESS .and. in(1) == 1000 * call + left, 'MPI_Neighbor_alltoallw')
    end do
    call free_types(sent)
    call free_types(received)
    call MPI_Comm_free(ring, ierr)
  end subroutine

  ! Rank 0 has nothing to exchange, then the others only with themselves.
  subroutine exchange_in_place(comm)
    COMM_TYPE, intent(in) :: comm
    integer, asynchronous :: values(ranks)
    integer :: counts(ranks), displs(ranks), call, i, sum, ierr
    displs = [(i, i=0, ranks - 1)]
    do call = 1, calls
      counts = merge(1, 0, me > 0)
      counts(1) = 0
      if (mod(call, 2) == 0) counts = merge(counts, 0, displs == me)
      values = [(1000 * call + 10 * me + i, i=0, ranks - 1)]
      call MPI_Alltoallv(MPI_IN_PLACE, counts, displs, MPI_INTEGER, values, counts, displs, &
        MPI_INTEGER, comm, ierr)
      call expect(ierr == MPI_SUCCESS .and. &
        all(counts == 0 .or. values == [(1000 * call + 10 * i + me, i=0, ranks - 1)]), &
        'MPI_Alltoallv in place')
      call MPI_Allreduce(call, sum, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
      call expect(sum == ranks * call, 'MPI_Allreduce after it')
    end do
  end subroutine

#ifndef WITH_F08
  subroutine add_second(in, inout, number, datatype)
    integer, intent(in) :: number, datatype
    integer, intent(in) :: in(2 * number)
    integer, intent(inout) :: inout(2 * number)
    inout(2::2) = inout(2::2) + in(2::2)
  end subroutine

  subroutine reduce_second(comm)
    COMM_TYPE, intent(in) :: comm
    integer, parameter :: number = 50
    integer :: out(2 * number), in(2 * number), second, pair, op, call, i, ierr
    call MPI_Type_create_indexed_block(1, 1, [1], MPI_INTEGER, second, ierr)
    call MPI_Type_create_resized(second, 0_MPI_ADDRESS_KIND, 8_MPI_ADDRESS_KIND, pair, ierr)
    call MPI_Type_commit(pair, ierr)
    call MPI_Op_create(add_second, .true., op, ierr)
    do call = 1, calls
      out = [(me + i + call, i=1, 2 * number)]
      in = -1
      call MPI_Reduce(out, in, number, pair, op, mod(call, ranks), comm, ierr)
      if (me /= mod(call, ranks)) cycle
      call expect(ierr == MPI_SUCCESS .and. all(in(1::2) == -1) .and. all(in(2::2) == &
        [(ranks * (ranks - 1) / 2 + ranks * (i + call), i=2, 2 * number, 2)]), 'MPI_Reduce')
    end do
    call MPI_Op_free(op, ierr)
    call MPI_Type_free(pair, ierr)
    call MPI_Type_free(second, ierr)
  end subroutine
#endif
end module

program fortran_bottom
  use bottom
  implicit none
  COMM_TYPE :: comms(4)
  integer :: i, ierr
  call start(MPI_TASK_MULTIPLE)
  do i = 1, 4
    call MPI_Comm_dup(MPI_COMM_WORLD, comms(i), ierr)
  end do
  !$omp parallel
  !$omp single
  !$omp task
  call exchange(comms(1))
  !$omp end task
  !$omp task
  call exchange_on_ring(comms(2))
  !$omp end task
  !$omp task
  call exchange_in_place(comms(3))
  !$omp end task
#ifndef WITH_F08
  !$omp task
  call reduce_second(comms(4))
  !$omp end task
#endif
  !$omp end single
  !$omp end parallel
  do i = 1, 4
    call MPI_Comm_free(comms(i), ierr)
  end do
  call finish('fortran_bottom')
end program
