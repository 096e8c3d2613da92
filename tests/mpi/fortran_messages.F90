! Messages: each blocking send and receive, and what TAMPI binds in their place. Even ranks send to
! the odd one above them.
#include "fortran_types.fh"
module fortran_messages
  use fortran_support
  implicit none
  ! The status of MPICH 4.0's MPI_Isendrecv holds zeros, without Tidemill, too.
#ifdef WITH_MPICH_4_0
  logical, parameter, private :: isendrecv_tells_nothing = .true.
#else
  logical, parameter, private :: isendrecv_tells_nothing = .false.
#endif
contains
  subroutine add_messages
    call add('MPI_Send', post_send, check_received)
    call add('MPI_Ssend', post_ssend, check_received)
    call add('MPI_Bsend', post_bsend, check_received)
    call add('MPI_Rsend', post_rsend, check_received)
    call add('MPI_Recv', post_wildcards, check_received)
    call add('MPI_Mrecv', post_mrecv, check_received)
    call add('MPI_Sendrecv', post_sendrecv, check_ring)
    call add('MPI_Sendrecv_replace', post_sendrecv_replace, check_ring)
    call add('TAMPI_Iwait', post_iwait, check_received)
    call add('TAMPI_Iwaitall', post_iwaitall, check_ring)
    call add('MPI_PROC_NULL', post_nobody, check_nobody)
  end subroutine

  subroutine fill(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:10) = [(100 * me + i, i = 1, 10)]
  end subroutine

  subroutine receive(t)
    type(Trial), target, intent(inout) :: t
    if (bound) then
      call TAMPI_Irecv(t%in, room, MPI_INTEGER, me - 1, 7, t%comm, REQUEST t%status, t%ierr)
    else
      call MPI_Recv(t%in, room, MPI_INTEGER, me - 1, 7, t%comm, t%status, t%ierr)
    end if
  end subroutine

  subroutine check_received(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    if (is_even()) return
    call expect(all(t%in(1:10) == [(100 * (me - 1) + i, i = 1, 10)]), t%name)
    call expect(all(t%in(11:) == -1), trim(t%name) // ' wrote past the message')
    call expect_status(t%status, me - 1, 7, 10, trim(t%name))
  end subroutine

  subroutine post_send(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    if (.not. is_even()) then
      call receive(t)
    else if (bound) then
      call TAMPI_Isend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, REQUEST t%ierr)
    else
      call MPI_Send(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_ssend(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    if (.not. is_even()) then
      call receive(t)
    else if (bound) then
      call TAMPI_Issend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, REQUEST t%ierr)
    else
      call MPI_Ssend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_bsend(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    if (.not. is_even()) then
      call receive(t)
    else if (bound) then
      call TAMPI_Ibsend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, REQUEST t%ierr)
    else
      call MPI_Bsend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, t%ierr)
    end if
  end subroutine

  ! A ready send: its receive is posted first, which a message says.
  subroutine post_rsend(t)
    type(Trial), target, intent(inout) :: t
    integer :: said(1)
    call fill(t)
    if (.not. is_even()) then
      call MPI_Irecv(t%in, room, MPI_INTEGER, me - 1, 7, t%comm, t%request, t%ierr)
      call MPI_Send(said, 0, MPI_INTEGER, me - 1, 8, t%comm, t%ierr)
      call MPI_Wait(t%request, t%status, t%ierr)
      return
    end if
    call MPI_Recv(said, 0, MPI_INTEGER, me + 1, 8, t%comm, MPI_STATUS_IGNORE, t%ierr)
    if (bound) then
      call TAMPI_Irsend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, REQUEST t%ierr)
    else
      call MPI_Rsend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_wildcards(t)
    type(Trial), target, intent(inout) :: t
    if (is_even()) then
      call post_send(t)
    else if (bound) then
      call TAMPI_Irecv(t%in, room, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, t%comm, &
        REQUEST t%status, t%ierr)
    else
      call MPI_Recv(t%in, room, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, t%comm, t%status, t%ierr)
    end if
  end subroutine

  subroutine post_mrecv(t)
    type(Trial), target, intent(inout) :: t
    MESSAGE_TYPE :: message
    if (is_even()) then
      call post_send(t)
      return
    end if
    call MPI_Mprobe(MPI_ANY_SOURCE, 7, t%comm, message, t%status, t%ierr)
    call ok(t, 'MPI_Mprobe')
    call expect_status(t%status, me - 1, 7, 10, 'MPI_Mprobe')
    TAG_OF(t%status) = -5
    if (bound) then
      call TAMPI_Imrecv(t%in, room, MPI_INTEGER, message, REQUEST t%status, t%ierr)
    else
      call MPI_Mrecv(t%in, room, MPI_INTEGER, message, t%status, t%ierr)
    end if
    call expect(message == MPI_MESSAGE_NULL, trim(t%name) // ': the message is still there')
  end subroutine

  ! Everyone to the one above. MPI_Isendrecv is MPI-4's.
  subroutine post_sendrecv(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    if (.not. bound) then
      call MPI_Sendrecv(t%out, 10, MPI_INTEGER, right, 7, t%in, room, MPI_INTEGER, left, 7, &
        t%comm, t%status, t%ierr)
      return
    end if
#ifdef WITH_MPI_4
    call TAMPI_Isendrecv(t%out, 10, MPI_INTEGER, right, 7, t%in, room, MPI_INTEGER, left, 7, &
      t%comm, REQUEST t%status, t%ierr)
#else
    call post_iwaitall(t)
#endif
  end subroutine

  subroutine post_sendrecv_replace(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    t%in(1:10) = t%out(1:10)
    if (.not. bound) then
      call MPI_Sendrecv_replace(t%in, 10, MPI_INTEGER, right, 7, left, 7, t%comm, t%status, t%ierr)
      return
    end if
#ifdef WITH_MPI_4
    call TAMPI_Isendrecv_replace(t%in, 10, MPI_INTEGER, right, 7, left, 7, t%comm, &
      REQUEST t%status, t%ierr)
#else
    call post_iwaitall(t)
#endif
  end subroutine

  subroutine check_ring(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect(all(t%in(1:10) == [(100 * left + i, i = 1, 10)]), t%name)
    call expect(all(t%in(11:) == -1), trim(t%name) // ' wrote past the message')
    if (.not. (t%name(:12) == 'MPI_Sendrecv' .and. bound .and. isendrecv_tells_nothing)) &
      call expect_status(t%status, left, 7, 10, trim(t%name))
  end subroutine

  ! TAMPI_Wait and TAMPI_Waitall have nothing to wait for, once all is bound.
  subroutine post_iwait(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    if (is_even()) then
      call MPI_Issend(t%out, 10, MPI_INTEGER, me + 1, 7, t%comm, t%request, t%ierr)
    else
      call MPI_Irecv(t%in, room, MPI_INTEGER, me - 1, 7, t%comm, t%request, t%ierr)
    end if
    call ok(t, 'MPI_Irecv')
    if (bound) then
      call TAMPI_Iwait(t%request, t%status, t%ierr)
      call ok(t, 'TAMPI_Iwait')
      call TAMPI_Wait(t%request, t%status, t%ierr)
    else
      call MPI_Wait(t%request, t%status, t%ierr)
    end if
  end subroutine

  subroutine post_iwaitall(t)
    type(Trial), target, intent(inout) :: t
    REQUEST_TYPE :: requests(2)
    STATUS_TYPES(statuses, 2)
    call fill(t)
    call MPI_Irecv(t%in, room, MPI_INTEGER, left, 7, t%comm, requests(1), t%ierr)
    call MPI_Issend(t%out, 10, MPI_INTEGER, right, 7, t%comm, requests(2), t%ierr)
    call ok(t, 'MPI_Issend')
    if (bound) then
      ! The receive's status must live until the check: one by one the first of them.
      call TAMPI_Iwait(requests(1), t%status, t%ierr)
      call TAMPI_Iwaitall(1, requests(2:2), MPI_STATUSES_IGNORE, t%ierr)
      call ok(t, 'TAMPI_Iwaitall')
      call TAMPI_Waitall(2, requests, MPI_STATUSES_IGNORE, t%ierr)
    else
      call MPI_Waitall(2, requests, statuses, t%ierr)
      t%status = STATUS_OF(statuses, 1)
    end if
    call expect(requests(1) == MPI_REQUEST_NULL .and. requests(2) == MPI_REQUEST_NULL, &
      'a request is still there')
    t%request = requests(1)
  end subroutine

  subroutine post_nobody(t)
    type(Trial), target, intent(inout) :: t
    if (bound) then
      call TAMPI_Irecv(t%in, room, MPI_INTEGER, MPI_PROC_NULL, 7, t%comm, REQUEST t%status, t%ierr)
    else
      call MPI_Recv(t%in, room, MPI_INTEGER, MPI_PROC_NULL, 7, t%comm, t%status, t%ierr)
    end if
  end subroutine
  subroutine check_nobody(t)
    type(Trial), target, intent(inout) :: t
    call expect_status(t%status, MPI_PROC_NULL, MPI_ANY_TAG, 0, 'MPI_Recv from nobody')
  end subroutine
end module
