! Accesses to a window that have a request: waited for, or bound to their task. At its right
! neighbour each rank has a word for each of them. Only where what is put arrives.
#include "fortran_types.fh"
module fortran_one_sided
  use fortran_support
  implicit none
  integer, parameter, private :: accesses = 4
  integer, target, private :: window(accesses * most_ranks)
  WIN_TYPE, private :: win
contains
  subroutine add_one_sided
    integer(MPI_ADDRESS_KIND), parameter :: bytes = 4 * accesses * most_ranks
    integer :: ierr
    window = 10
    call MPI_Win_create(window, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
    call MPI_Win_lock_all(0, win, ierr)
    call add('MPI_Rput', post_rput, check_rput)
    call add('MPI_Rget', post_rget, check_rget)
    call add('MPI_Raccumulate', post_raccumulate, check_raccumulate)
    call add('MPI_Rget_accumulate', post_rget_accumulate, check_rget_accumulate)
  end subroutine
  subroutine end_one_sided
    integer :: ierr
    call MPI_Win_unlock_all(win, ierr)
    call MPI_Win_free(win, ierr)
    call expect(ierr == MPI_SUCCESS, 'MPI_Win_free')
  end subroutine

  integer(MPI_ADDRESS_KIND) function place(access)
    integer, intent(in) :: access
    place = accesses * me + access
  end function
  subroutine expect_there(t, access, number)
    type(Trial), target, intent(inout) :: t
    integer, intent(in) :: access, number
    integer :: ierr
    call MPI_Win_flush(right, win, ierr)
    call MPI_Get(t%in(2), 1, MPI_INTEGER, right, place(access), 1, MPI_INTEGER, win, ierr)
    call MPI_Win_flush(right, win, ierr)
    call expect(ierr == MPI_SUCCESS .and. t%in(2) == number, trim(t%name) // ': what is there')
  end subroutine

  subroutine post_rput(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me + 5
    if (bound) then
      call TAMPI_Rput(t%out, 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, REQUEST t%ierr)
      return
    end if
    call MPI_Rput(t%out, 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, t%request, t%ierr)
    call MPI_Wait(t%request, t%status, t%ierr)
  end subroutine
  subroutine check_rput(t)
    type(Trial), target, intent(inout) :: t
    call expect_there(t, 0, me + 5)
  end subroutine

  subroutine post_rget(t)
    type(Trial), target, intent(inout) :: t
    if (bound) then
      call TAMPI_Rget(t%in, 1, MPI_INTEGER, right, place(1), 1, MPI_INTEGER, win, REQUEST t%ierr)
      return
    end if
    call MPI_Rget(t%in, 1, MPI_INTEGER, right, place(1), 1, MPI_INTEGER, win, t%request, t%ierr)
    call MPI_Wait(t%request, t%status, t%ierr)
  end subroutine
  subroutine check_rget(t)
    type(Trial), target, intent(inout) :: t
    call expect(all(t%in(1:2) == [10, -1]), t%name)
  end subroutine

  subroutine post_raccumulate(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me
    if (bound) then
      call TAMPI_Raccumulate(t%out, 1, MPI_INTEGER, right, place(2), 1, MPI_INTEGER, MPI_SUM, win, &
        REQUEST t%ierr)
      return
    end if
    call MPI_Raccumulate(t%out, 1, MPI_INTEGER, right, place(2), 1, MPI_INTEGER, MPI_SUM, win, &
      t%request, t%ierr)
    call MPI_Wait(t%request, t%status, t%ierr)
  end subroutine
  subroutine check_raccumulate(t)
    type(Trial), target, intent(inout) :: t
    call expect_there(t, 2, 10 + me)
  end subroutine

  subroutine post_rget_accumulate(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me
    if (bound) then
      call TAMPI_Rget_accumulate(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, right, place(3), 1, &
        MPI_INTEGER, MPI_SUM, win, REQUEST t%ierr)
      return
    end if
    call MPI_Rget_accumulate(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, right, place(3), 1, &
      MPI_INTEGER, MPI_SUM, win, t%request, t%ierr)
    call MPI_Wait(t%request, t%status, t%ierr)
  end subroutine
  subroutine check_rget_accumulate(t)
    type(Trial), target, intent(inout) :: t
    call expect(t%in(1) == 10, t%name)
    call expect_there(t, 3, 10 + me)
  end subroutine
end module
