! What waits for requests, for messages to come, and for persistent operations.
#include "fortran_types.fh"
module fortran_waits
  use fortran_support
  implicit none
  integer, parameter, private :: many = 6
contains
  subroutine add_waits
    call add('MPI_Wait', try_wait)
    call add('MPI_Waitall', try_waitall)
    call add('MPI_Waitany', try_waitany)
    call add('MPI_Waitsome', try_waitsome)
    call add('MPI_Probe', try_probe)
    call add('persistent', try_persistent)
#ifdef WITH_MPI_4
    call add('persistent collectives', try_persistent_collectives)
    call add('partitioned', try_partitioned)
#endif
#ifdef WITH_F08
    call add('no ierror', try_no_ierror)
#endif
  end subroutine

  ! Requests 1 to `many` receive from the left, the others send to the right.
  subroutine post_ring(t, requests)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    integer :: i
    t%out(1:many) = [(100 * me + i, i = 1, many)]
    t%in = -1
    do i = 1, many
      call MPI_Irecv(t%in(i), 1, MPI_INTEGER, left, i, t%comm, requests(i), t%ierr)
      call ok(t, 'MPI_Irecv')
      call MPI_Issend(t%out(i), 1, MPI_INTEGER, right, i, t%comm, requests(many + i), t%ierr)
      call ok(t, 'MPI_Issend')
    end do
  end subroutine
  subroutine expect_ring(t, requests, what)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    character(*), intent(in) :: what
    integer :: i
    call expect(all(t%in(1:many) == [(100 * left + i, i = 1, many)]), what)
    do i = 1, 2 * many
      call expect(requests(i) == MPI_REQUEST_NULL, what // ': a request is still there')
    end do
  end subroutine

  subroutine try_wait(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    integer :: i
    call post_ring(t, requests)
    do i = many, 1, -1
      call MPI_Wait(requests(i), t%status, t%ierr)
      call ok(t, 'MPI_Wait')
      call expect_status(t%status, left, i, 1, 'MPI_Wait')
      call MPI_Wait(requests(many + i), MPI_STATUS_IGNORE, t%ierr)
      call ok(t, 'MPI_Wait')
    end do
    call expect_ring(t, requests, 'MPI_Wait')
    call MPI_Wait(requests(1), t%status, t%ierr)
    call ok(t, 'MPI_Wait for nothing')
    call expect_status(t%status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, 'MPI_Wait for nothing')
  end subroutine

  subroutine try_waitall(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    STATUS_TYPES(statuses, 2 * many)
    integer :: i
    call post_ring(t, requests)
    call MPI_Waitall(2 * many, requests, statuses, t%ierr)
    call ok(t, 'MPI_Waitall')
    call expect_ring(t, requests, 'MPI_Waitall')
    do i = 1, many
      call expect_status(STATUS_OF(statuses, i), left, i, 1, 'MPI_Waitall')
    end do
    call post_ring(t, requests)
    call MPI_Waitall(2 * many, requests, MPI_STATUSES_IGNORE, t%ierr)
    call ok(t, 'MPI_Waitall')
    call expect_ring(t, requests, 'MPI_Waitall')
    call MPI_Waitall(0, requests, statuses, t%ierr)
    call ok(t, 'MPI_Waitall for nothing')
  end subroutine

  subroutine try_waitany(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    integer :: i, found
    logical :: seen(2 * many)
    seen = .false.
    call post_ring(t, requests)
    do i = 1, 2 * many
      call MPI_Waitany(2 * many, requests, found, t%status, t%ierr)
      call ok(t, 'MPI_Waitany')
      call expect(found >= 1 .and. found <= 2 * many, 'MPI_Waitany: index')
      call expect(.not. seen(found), 'MPI_Waitany: an index twice')
      seen(found) = .true.
      if (found <= many) call expect_status(t%status, left, found, 1, 'MPI_Waitany')
    end do
    call expect_ring(t, requests, 'MPI_Waitany')
    call expect_none(t, 2 * many, requests)
    call expect_none(t, 0, requests)
    call MPI_Recv_init(t%in, 1, MPI_INTEGER, left, 3, t%comm, requests(1), t%ierr) ! not started
    call expect_none(t, many, requests)
    call MPI_Request_free(requests(1), t%ierr)
    call ok(t, 'MPI_Request_free')
  end subroutine
  subroutine expect_none(t, number, requests)
    type(Trial), target, intent(inout) :: t
    integer, intent(in) :: number
    REQUEST_TYPE :: requests(2 * many)
    integer :: found
    TAG_OF(t%status) = -7
    SOURCE_OF(t%status) = -7
    call MPI_Waitany(number, requests, found, t%status, t%ierr)
    call ok(t, 'MPI_Waitany of none')
    call expect(found == MPI_UNDEFINED .or. found == undefined_index(), 'MPI_Waitany of none: index')
    call expect_status(t%status, MPI_ANY_SOURCE, MPI_ANY_TAG, 0, 'MPI_Waitany of none')
  end subroutine
  ! MPICH 4.0's own mpi_waitany_ adds 1 to MPI_UNDEFINED, as to an index.
  pure integer function undefined_index()
    undefined_index = MPI_UNDEFINED
#if defined(WITH_MPICH_4_0) && !defined(WITH_F08)
    undefined_index = MPI_UNDEFINED + 1
#endif
  end function

  subroutine try_waitsome(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2 * many)
    STATUS_TYPES(statuses, 2 * many)
    integer :: i, found, finished, total, indices(2 * many)
    call post_ring(t, requests)
    finished = 0
    total = 0
    do while (finished < 2 * many)
      call MPI_Waitsome(2 * many, requests, found, indices, statuses, t%ierr)
      call ok(t, 'MPI_Waitsome')
      call expect(found >= 1 .and. found <= 2 * many - finished, 'MPI_Waitsome: number')
      do i = 1, found
        if (indices(i) <= many) &
          call expect_status(STATUS_OF(statuses, i), left, indices(i), 1, 'MPI_Waitsome')
      end do
      total = total + sum(indices(1:found))
      finished = finished + found
    end do
    call expect(total == many * (2 * many + 1), 'MPI_Waitsome: indices')
    call expect_ring(t, requests, 'MPI_Waitsome')
    call MPI_Waitsome(2 * many, requests, found, indices, MPI_STATUSES_IGNORE, t%ierr)
    call ok(t, 'MPI_Waitsome of none')
    call expect(found == MPI_UNDEFINED, 'MPI_Waitsome of none')
  end subroutine

  subroutine try_probe(t)
    type(Trial), target, intent(inout) :: t
    MESSAGE_TYPE :: message
    call MPI_Barrier(t%comm, t%ierr)
    t%out(1) = 5 + me
    call MPI_Isend(t%out, 1, MPI_INTEGER, right, 6, t%comm, t%request, t%ierr)
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, t%comm, t%status, t%ierr)
    call ok(t, 'MPI_Probe')
    call expect_status(t%status, left, 6, 1, 'MPI_Probe')
    call MPI_Probe(left, 6, t%comm, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Probe')
    call MPI_Mprobe(left, MPI_ANY_TAG, t%comm, message, t%status, t%ierr)
    call ok(t, 'MPI_Mprobe')
    call expect_status(t%status, left, 6, 1, 'MPI_Mprobe')
    call MPI_Mrecv(t%in, 1, MPI_INTEGER, message, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Mrecv')
    call expect(t%in(1) == 5 + left .and. message == MPI_MESSAGE_NULL, 'MPI_Mrecv')
    call MPI_Wait(t%request, MPI_STATUS_IGNORE, t%ierr)
    call MPI_Probe(MPI_PROC_NULL, 1, t%comm, t%status, t%ierr)
    call ok(t, 'MPI_Probe')
    call expect_status(t%status, MPI_PROC_NULL, MPI_ANY_TAG, 0, 'MPI_Probe of nobody')
    call MPI_Mprobe(MPI_PROC_NULL, 1, t%comm, message, t%status, t%ierr)
    call ok(t, 'MPI_Mprobe')
    call expect(message == MPI_MESSAGE_NO_PROC, 'MPI_Mprobe of nobody')
  end subroutine

  subroutine try_persistent(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(6)
    STATUS_TYPES(statuses, 6)
    integer :: i, round
    do i = 1, 3
      call MPI_Recv_init(t%in(i), 1, MPI_INTEGER, left, i, t%comm, requests(i), t%ierr)
      call ok(t, 'MPI_Recv_init')
    end do
    call MPI_Send_init(t%out(1), 1, MPI_INTEGER, right, 1, t%comm, requests(4), t%ierr)
    call ok(t, 'MPI_Send_init')
    call MPI_Ssend_init(t%out(2), 1, MPI_INTEGER, right, 2, t%comm, requests(5), t%ierr)
    call ok(t, 'MPI_Ssend_init')
    call MPI_Bsend_init(t%out(3), 1, MPI_INTEGER, right, 3, t%comm, requests(6), t%ierr)
    call ok(t, 'MPI_Bsend_init')
    do round = 1, 3
      t%in = -1
      t%out(1:3) = [(100 * me + 10 * round + i, i = 1, 3)]
      call MPI_Startall(6, requests, t%ierr)
      call ok(t, 'MPI_Startall')
      if (round == 1) then
        do i = 1, 6
          call MPI_Wait(requests(i), STATUS_OF(statuses, i), t%ierr)
          call ok(t, 'MPI_Wait')
        end do
      else
        call MPI_Waitall(6, requests, statuses, t%ierr)
        call ok(t, 'MPI_Waitall')
      end if
      call expect(all(t%in(1:4) == [(100 * left + 10 * round + i, i = 1, 3), -1]), t%name)
      do i = 1, 3
        call expect_status(STATUS_OF(statuses, i), left, i, 1, t%name)
      end do
    end do
    do i = 1, 6
      call expect(requests(i) /= MPI_REQUEST_NULL, 'the persistent request is gone')
      call MPI_Request_free(requests(i), t%ierr)
      call ok(t, 'MPI_Request_free')
    end do
  end subroutine

#ifdef WITH_MPI_4
  subroutine try_persistent_collectives(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2)
    integer :: round
    call MPI_Allreduce_init(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, MPI_INFO_NULL, &
      requests(1), t%ierr)
    call ok(t, 'MPI_Allreduce_init')
    call MPI_Bcast_init(t%in(2), 1, MPI_INTEGER, 1, t%comm, MPI_INFO_NULL, requests(2), t%ierr)
    call ok(t, 'MPI_Bcast_init')
    do round = 1, 3
      t%out(1) = round
      t%in(2) = merge(round, -1, me == 1)
      call MPI_Start(requests(1), t%ierr)
      call MPI_Start(requests(2), t%ierr)
      call MPI_Wait(requests(2), MPI_STATUS_IGNORE, t%ierr)
      call MPI_Wait(requests(1), MPI_STATUS_IGNORE, t%ierr)
      call ok(t, 'MPI_Wait')
      call expect(t%in(1) == round * ranks .and. t%in(2) == round, t%name)
    end do
    call MPI_Request_free(requests(1), t%ierr)
    call MPI_Request_free(requests(2), t%ierr)
    call ok(t, 'MPI_Request_free')
  end subroutine

  subroutine try_partitioned(t)
    type(Trial), target, intent(inout) :: t
    integer(MPI_COUNT_KIND), parameter :: two = 2
    REQUEST_TYPE :: requests(2)
    integer :: i, round
    logical :: arrived
    call MPI_Precv_init(t%in, 4, two, MPI_INTEGER, left, 4, t%comm, MPI_INFO_NULL, requests(1), &
      t%ierr)
    call ok(t, 'MPI_Precv_init')
    call MPI_Psend_init(t%out, 4, two, MPI_INTEGER, right, 4, t%comm, MPI_INFO_NULL, requests(2), &
      t%ierr)
    call ok(t, 'MPI_Psend_init')
    do round = 1, 2
      t%in = -1
      call MPI_Startall(2, requests, t%ierr)
      t%out(1:8) = [(100 * me + 10 * round + i, i = 1, 8)]
      call MPI_Pready(0, requests(2), t%ierr)
      call MPI_Pready_range(1, 2, requests(2), t%ierr)
      call MPI_Pready_list(1, [3], requests(2), t%ierr)
      call ok(t, 'MPI_Pready_list')
#ifndef WITH_MPI
      ! MPICH's `use mpi` wants an INTEGER for the flag.
      call MPI_Parrived(requests(1), 0, arrived, t%ierr)
      call ok(t, 'MPI_Parrived')
#endif
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, t%ierr)
      call ok(t, 'MPI_Waitall')
      call expect(all(t%in(1:9) == [(100 * left + 10 * round + i, i = 1, 8), -1]), t%name)
    end do
    call MPI_Request_free(requests(1), t%ierr)
    call MPI_Request_free(requests(2), t%ierr)
    call ok(t, 'MPI_Request_free')
  end subroutine
#endif

#ifdef WITH_F08
  ! mpi_f08 may leave ierror out.
  subroutine try_no_ierror(t)
    type(Trial), target, intent(inout) :: t
    type(MPI_Comm) :: half
    type(MPI_Request) :: requests(2)
    integer :: found, size
    t%out(1) = me
    call MPI_Irecv(t%in, 1, MPI_INTEGER, left, 1, t%comm, requests(1))
    call MPI_Isend(t%out, 1, MPI_INTEGER, right, 1, t%comm, requests(2))
    call MPI_Waitany(1, requests, found, t%status)
    call MPI_Wait(requests(2), MPI_STATUS_IGNORE)
    call expect(found == 1 .and. t%in(1) == left, t%name)
    call MPI_Sendrecv(me, 1, MPI_INTEGER, right, 2, t%in, 1, MPI_INTEGER, left, 2, t%comm, t%status)
    call expect_status(t%status, left, 2, 1, t%name)
    call MPI_Isend(t%out, 1, MPI_INTEGER, right, 3, t%comm, requests(1))
    call MPI_Probe(left, 3, t%comm, t%status)
    call MPI_Recv(t%in, 1, MPI_INTEGER, left, 3, t%comm, MPI_STATUS_IGNORE)
    call MPI_Waitall(1, requests, MPI_STATUSES_IGNORE)
    call MPI_Allreduce(me, t%in(2), 1, MPI_INTEGER, MPI_MAX, t%comm)
    call MPI_Barrier(t%comm)
    call MPI_Comm_split(t%comm, mod(me, 2), me, half)
    call MPI_Comm_size(half, size)
    call expect(size == ranks / 2 .and. all(t%in(1:2) == [left, ranks - 1]), t%name)
    call MPI_Comm_free(half)
  end subroutine
#endif
end module
