! Task-aware MPI from Fortran: -DWITH_MPIF, -DWITH_MPI or -DWITH_F08 says through which interface, and
! -DWITH_MODULE to take TAMPI's calls from `use tampi` instead of TAMPIf.h. More blocked tasks than
! threads, in opposite orders on the two ranks of a pair: what does not pause its task hangs.
#include "fortran_types.fh"
module calls
  use fortran_support
  implicit none
  integer :: peer
  COMM_TYPE :: comms(8)
contains
  subroutine exchange(number)
    integer, intent(in) :: number
    integer :: value, ierr
    STATUS_TYPE(status)
    if (mod(me, 2) == 0) then
      value = 10 * number
      call MPI_Ssend(value, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, ierr)
    else
      value = -1
      call MPI_Recv(value, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, status, ierr)
      call expect(value == 10 * number, 'MPI_Recv: value')
      call expect(SOURCE_OF(status) == peer .and. TAG_OF(status) == number, 'MPI_Recv: status')
    end if
    call expect(ierr == MPI_SUCCESS, 'exchange: ierror')
  end subroutine

  subroutine waits(comm)
    COMM_TYPE, intent(in) :: comm
    integer, parameter :: many = 6
    integer :: in(many), out(many), i, k, found, indices(2 * many), left, right, ierr, total
    REQUEST_TYPE :: requests(2 * many)
    STATUS_TYPE(status)
    STATUS_TYPES(statuses, 2 * many)
    right = mod(me + 1, ranks)
    left = mod(me + ranks - 1, ranks)
    do k = 1, 4
      do i = 1, many
        out(i) = 100 * me + i
        in(i) = -1
        call MPI_Irecv(in(i), 1, MPI_INTEGER, left, i, comm, requests(i), ierr)
        call MPI_Isend(out(i), 1, MPI_INTEGER, right, i, comm, requests(many + i), ierr)
      end do
      select case (k)
      case (1)
        do i = 1, 2 * many
          call MPI_Wait(requests(i), status, ierr)
          if (i <= many) call expect(SOURCE_OF(status) == left, 'MPI_Wait: status')
        end do
      case (2)
        call MPI_Waitall(2 * many, requests, statuses, ierr)
        call expect_status(STATUS_OF(statuses, many), left, many, 1, 'MPI_Waitall')
      case (3)
        total = 0
        do i = 1, 2 * many
          call MPI_Waitany(2 * many, requests, found, status, ierr)
          call expect(found >= 1 .and. found <= 2 * many, 'MPI_Waitany: index')
          total = total + found
        end do
        call expect(total == many * (2 * many + 1), 'MPI_Waitany: an index twice')
        call MPI_Waitany(2 * many, requests, found, MPI_STATUS_IGNORE, ierr)
        ! MPICH 4.0's own mpi_waitany_ adds 1 to MPI_UNDEFINED, as to an index.
        call expect(found == MPI_UNDEFINED .or. found == MPI_UNDEFINED + 1, 'MPI_Waitany of none')
      case (4)
        total = 0
        i = 0
        do while (i < 2 * many)
          call MPI_Waitsome(2 * many, requests, found, indices, MPI_STATUSES_IGNORE, ierr)
          total = total + sum(indices(1:found))
          i = i + found
        end do
        call expect(total == many * (2 * many + 1), 'MPI_Waitsome: indices')
      end select
      do i = 1, many
        call expect(in(i) == 100 * left + i, 'waits: value')
      end do
    end do
  end subroutine

  subroutine probes(comm)
    COMM_TYPE, intent(in) :: comm
    integer :: value, ierr, left, right
    REQUEST_TYPE :: request
    MESSAGE_TYPE :: message
    STATUS_TYPE(status)
    right = mod(me + 1, ranks)
    left = mod(me + ranks - 1, ranks)
    call MPI_Isend(me, 1, MPI_INTEGER, right, 5, comm, request, ierr)
    call MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, comm, status, ierr)
    call expect(SOURCE_OF(status) == left .and. TAG_OF(status) == 5, 'MPI_Probe: status')
    call MPI_Mprobe(left, 5, comm, message, MPI_STATUS_IGNORE, ierr)
    call MPI_Mrecv(value, 1, MPI_INTEGER, message, status, ierr)
    call expect(value == left .and. SOURCE_OF(status) == left, 'MPI_Mrecv')
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
    value = me
    call MPI_Sendrecv_replace(value, 1, MPI_INTEGER, right, 6, left, 6, comm, status, ierr)
    call expect(value == left .and. TAG_OF(status) == 6, 'MPI_Sendrecv_replace')
    value = -1
    call MPI_Sendrecv(me, 1, MPI_INTEGER, right, 7, value, 1, MPI_INTEGER, left, 7, comm, &
      MPI_STATUS_IGNORE, ierr)
    call expect(value == left, 'MPI_Sendrecv')
  end subroutine

  subroutine collectives(comm)
    COMM_TYPE, intent(in) :: comm
    integer :: value, values(ranks), sent(ranks), ierr, i, total, round
    do round = 1, 8 ! the layer's own way comes after some calls
      call MPI_Barrier(comm, ierr)
      value = me
      call MPI_Bcast(value, 1, MPI_INTEGER, 1, comm, ierr)
      call expect(value == 1, 'MPI_Bcast')
      value = me
      call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
      call expect(value == ranks * (ranks - 1) / 2, 'MPI_Allreduce in place')
      value = -1
      call MPI_Allreduce(me, value, 1, MPI_INTEGER, MPI_MAX, comm, ierr)
      call expect(value == ranks - 1, 'MPI_Allreduce')
      value = me + round
      if (me == 1) then
        call MPI_Reduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, 1, comm, ierr)
        call expect(value == ranks * (ranks - 1) / 2 + ranks * round, 'MPI_Reduce in place')
      else
        call MPI_Reduce(value, total, 1, MPI_INTEGER, MPI_SUM, 1, comm, ierr)
      end if
      values = -1
      call MPI_Allgather(me, 1, MPI_INTEGER, values, 1, MPI_INTEGER, comm, ierr)
      call expect(all(values == [(i, i = 0, ranks - 1)]), 'MPI_Allgather')
      values = -1
      values(me + 1) = 10 * me
      call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, 1, MPI_INTEGER, comm, ierr)
      call expect(all(values == [(10 * i, i = 0, ranks - 1)]), 'MPI_Allgather in place')
      sent = [(me + i * round, i = 0, ranks - 1)]
      call MPI_Alltoall(sent, 1, MPI_INTEGER, values, 1, MPI_INTEGER, comm, ierr)
      call expect(all(values == [(i + me * round, i = 0, ranks - 1)]), 'MPI_Alltoall')
      call expect(ierr == MPI_SUCCESS, 'collectives: ierror')
    end do
    total = -1
    call MPI_Scan(me, total, 1, MPI_INTEGER, MPI_SUM, comm, ierr)
    call expect(total == me * (me + 1) / 2, 'MPI_Scan')
    call expect(ierr == MPI_SUCCESS, 'collectives: ierror')
  end subroutine

  subroutine communicators(comm)
    COMM_TYPE, intent(in) :: comm
    COMM_TYPE :: made
    integer :: value, size, ierr
    call MPI_Comm_dup(comm, made, ierr)
    value = 1
    call MPI_Allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, made, ierr)
    call expect(value == ranks, 'MPI_Comm_dup')
    call MPI_Comm_free(made, ierr)
    call MPI_Comm_split(comm, mod(me, 2), me, made, ierr)
    call MPI_Comm_size(made, size, ierr)
    call expect(size == ranks / 2, 'MPI_Comm_split')
    call MPI_Comm_free(made, ierr)
    call MPI_Cart_create(comm, 1, [ranks], [.true.], .false., made, ierr)
    call MPI_Comm_size(made, size, ierr)
    call expect(size == ranks, 'MPI_Cart_create')
    call MPI_Comm_free(made, ierr)
  end subroutine

  subroutine files(comm)
    COMM_TYPE, intent(in) :: comm
    FILE_TYPE :: file
    integer :: value, ierr, pid(1)
    character(40) :: path
    STATUS_TYPE(status)
    call system_clock(pid(1))
    call MPI_Bcast(pid, 1, MPI_INTEGER, 0, comm, ierr)
    write (path, '(a,i0)') 'fortran_calls.', pid(1)
    call MPI_File_open(comm, path, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
      MPI_INFO_NULL, file, ierr)
    call expect(ierr == MPI_SUCCESS, 'MPI_File_open')
    call MPI_File_write_at_all(file, int(4 * me, MPI_OFFSET_KIND), me, 1, MPI_INTEGER, status, ierr)
    ! Open MPI 4 leaves a collective write to its aggregators, and reads before they have written.
    call MPI_File_sync(file, ierr)
    call MPI_Barrier(comm, ierr)
    call MPI_File_sync(file, ierr)
    value = -1
    call MPI_File_read_at(file, int(4 * me, MPI_OFFSET_KIND), value, 1, MPI_INTEGER, status, ierr)
    call expect(value == me, 'MPI_File_read_at')
    call MPI_File_close(file, ierr)
  end subroutine

  subroutine transfer_bound(number, cell, number_received)
    integer, intent(in) :: number
    integer :: cell, number_received, ierr
    REQUEST_TYPE :: request
    STATUS_TYPE(status)
    ! Even ranks send, odd ones receive; in turn with TAMPI_Iwait, a request, and none (`tampi`).
    if (mod(me, 2) == 0) then
      !$omp task depend(in: cell) private(request, ierr) shared(cell)
#ifdef WITH_MODULE
      call TAMPI_Isend(cell, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, ierr)
#else
      call TAMPI_Isend(cell, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, request, ierr)
#endif
      !$omp end task
    else
      !$omp task depend(out: cell) private(request, ierr) shared(cell)
      if (mod(number, 2) == 0) then
        call MPI_Irecv(cell, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, request, ierr)
        call TAMPI_Iwait(request, MPI_STATUS_IGNORE, ierr)
      else
        call TAMPI_Irecv(cell, 1, MPI_INTEGER, peer, number, MPI_COMM_WORLD, request, &
          MPI_STATUS_IGNORE, ierr)
      end if
      call expect(request == MPI_REQUEST_NULL, 'a bound request is still there')
      !$omp end task
      !$omp task depend(in: cell) shared(cell, number_received)
      call expect(cell == 1000 + number, 'a bound receive')
      number_received = number
      !$omp end task
    end if
  end subroutine
end module

program fortran_calls
  use calls
  implicit none
  integer, parameter :: tasks = 40
  integer :: provided, told, ierr, i, cells(tasks), received(tasks)
  call MPI_Init_thread(MPI_TASK_MULTIPLE, provided, ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  call MPI_Query_thread(told, ierr)
  call expect(provided == MPI_TASK_MULTIPLE .and. told == provided, 'MPI_TASK_MULTIPLE not given')
  peer = ieor(me, 1)
  do i = 1, size(comms)
    call MPI_Comm_dup(MPI_COMM_WORLD, comms(i), ierr)
  end do
  cells = [(1000 + i, i = 1, tasks)]
  if (mod(me, 2) == 1) cells = -1
  received = 0
  !$omp parallel private(i)
  !$omp single
  do i = 1, tasks
    !$omp task firstprivate(i)
    call exchange(merge(i, tasks + 1 - i, mod(me, 2) == 0))
    !$omp end task
  end do
  !$omp task
  call waits(comms(1))
  !$omp end task
  !$omp task
  call probes(comms(2))
  !$omp end task
  !$omp task
  call collectives(comms(3))
  !$omp end task
  !$omp task
  call communicators(comms(4))
  !$omp end task
  !$omp task
  call files(comms(5))
  !$omp end task
  !$omp end single
  !$omp end parallel
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  !$omp parallel private(i)
  !$omp single
  do i = 1, tasks
    call transfer_bound(i, cells(i), received(i))
  end do
  !$omp end single
  !$omp end parallel
  if (mod(me, 2) == 1) call expect(all(received == [(i, i = 1, tasks)]), 'not all were received')
  ! In implicit tasks, and outside.
  !$omp parallel num_threads(2) private(i)
  !$omp do schedule(static, 1)
  do i = 1, 2
    call collectives(comms(5 + i))
  end do
  !$omp end parallel
  call collectives(comms(8))
  do i = 1, size(comms)
    call MPI_Comm_free(comms(i), ierr)
  end do
  call MPI_Finalize(ierr)
  print '(a,i0,a)', 'fortran_calls: rank ', me, ': OK'
end program
