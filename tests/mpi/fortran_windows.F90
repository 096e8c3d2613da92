! Windows: made in each way, synchronised in each way, accessed by each operation.
!
! Debian's MPICH 4.0 loses what MPI_Put and MPI_Accumulate write, without Tidemill, too: there only
! the synchronisation is called.
#include "fortran_types.fh"
module fortran_windows
  use fortran_support
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer(MPI_ADDRESS_KIND), parameter, private :: int_bytes = 4
contains
  subroutine add_windows
    call add('windows', try_windows)
    call add('locks', try_locked)
  end subroutine

  ! Few at once: MPICH's ranks spin while they wait for each other in such calls.
  subroutine try_windows(t)
    type(Trial), target, intent(inout) :: t
    call try_fences(t)
    call try_post_start(t)
    call try_dynamic(t)
    call try_shared(t)
  end subroutine
  subroutine try_locked(t)
    type(Trial), target, intent(inout) :: t
    call try_locks(t)
    call try_lock_all(t)
#ifdef WITH_ONE_SIDED
    call try_accumulates(t)
#endif
  end subroutine

  integer(MPI_ADDRESS_KIND) function place(number)
    integer, intent(in) :: number
    place = number
  end function

  subroutine try_fences(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    INFO_TYPE :: info
    t%in = -1
    call MPI_Win_create(t%in, 2 * int_bytes, 4, MPI_INFO_NULL, t%comm, win, t%ierr)
    call ok(t, 'MPI_Win_create')
    call MPI_Info_create(info, t%ierr)
    call MPI_Win_set_info(win, info, t%ierr)
    call ok(t, 'MPI_Win_set_info')
    call MPI_Info_free(info, t%ierr)
    call MPI_Win_fence(0, win, t%ierr)
    call ok(t, 'MPI_Win_fence')
    t%out(1:2) = [100 * me, -1]
#ifdef WITH_ONE_SIDED
    call MPI_Put(t%out, 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, t%ierr)
    call MPI_Win_fence(0, win, t%ierr)
    call ok(t, 'MPI_Win_fence')
    call expect(all(t%in(1:2) == [100 * left, -1]), 'MPI_Put')
    call MPI_Get(t%out(2), 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, t%ierr)
    call MPI_Win_fence(0, win, t%ierr)
    call ok(t, 'MPI_Win_fence')
    call expect(t%out(2) == 100 * me, 'MPI_Get')
#endif
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
    call expect(win == MPI_WIN_NULL, 'the window is still there')
  end subroutine

  subroutine try_locks(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    type(c_ptr) :: base
    integer, pointer :: memory(:)
    integer :: i, counter
    call MPI_Win_allocate(2 * int_bytes, 4, MPI_INFO_NULL, t%comm, base, win, t%ierr)
    call ok(t, 'MPI_Win_allocate')
    call c_f_pointer(base, memory, [2])
    call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, me, 0, win, t%ierr)
    call ok(t, 'MPI_Win_lock')
    memory = 0
    call MPI_Win_unlock(me, win, t%ierr)
    call ok(t, 'MPI_Win_unlock')
    call MPI_Barrier(t%comm, t%ierr)
    t%out(1) = 1
    counter = 0
    do i = 1, 5
      call MPI_Win_lock(MPI_LOCK_EXCLUSIVE, counter, 0, win, t%ierr)
      call ok(t, 'MPI_Win_lock')
#ifdef WITH_ONE_SIDED
      call MPI_Accumulate(t%out, 1, MPI_INTEGER, counter, place(0), 1, MPI_INTEGER, MPI_SUM, win, &
        t%ierr)
      call ok(t, 'MPI_Accumulate')
#endif
      call MPI_Win_flush_local(counter, win, t%ierr)
      call ok(t, 'MPI_Win_flush_local')
      call MPI_Win_flush(counter, win, t%ierr)
      call ok(t, 'MPI_Win_flush')
      call MPI_Win_unlock(counter, win, t%ierr)
      call ok(t, 'MPI_Win_unlock')
    end do
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win, t%ierr)
#ifdef WITH_ONE_SIDED
    call expect(me /= counter .or. memory(1) == 5 * ranks, 'MPI_Accumulate')
#endif
    call MPI_Win_unlock(me, win, t%ierr)
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
  end subroutine

  subroutine try_lock_all(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    t%in(1:2) = 0
    call MPI_Win_create(t%in, 2 * int_bytes, 4, MPI_INFO_NULL, t%comm, win, t%ierr)
    call MPI_Win_lock_all(0, win, t%ierr)
    call ok(t, 'MPI_Win_lock_all')
    t%out(1:2) = [10 * me, -1]
#ifdef WITH_ONE_SIDED
    call MPI_Rput(t%out, 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, t%request, &
      t%ierr)
    call MPI_Wait(t%request, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Rput')
#endif
    call MPI_Win_flush_all(win, t%ierr)
    call ok(t, 'MPI_Win_flush_all')
#ifdef WITH_ONE_SIDED
    call MPI_Rget(t%out(2), 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, win, &
      t%request, t%ierr)
    call MPI_Wait(t%request, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Rget')
    call expect(t%out(2) == 10 * me, 'MPI_Rget')
    call MPI_Put(t%out, 1, MPI_INTEGER, right, place(1), 1, MPI_INTEGER, win, t%ierr)
#endif
    call MPI_Win_flush_local_all(win, t%ierr)
    call ok(t, 'MPI_Win_flush_local_all')
    call MPI_Win_unlock_all(win, t%ierr)
    call ok(t, 'MPI_Win_unlock_all')
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win, t%ierr)
#ifdef WITH_ONE_SIDED
    call expect(all(t%in(1:2) == 10 * left), 'MPI_Put')
#endif
    call MPI_Win_unlock(me, win, t%ierr)
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
  end subroutine

  subroutine try_post_start(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    GROUP_TYPE :: all_ranks, origins, targets
    t%in = -1
    call MPI_Comm_group(t%comm, all_ranks, t%ierr)
    call MPI_Group_incl(all_ranks, 1, [left], origins, t%ierr)
    call MPI_Group_incl(all_ranks, 1, [right], targets, t%ierr)
    call MPI_Win_create(t%in, 2 * int_bytes, 4, MPI_INFO_NULL, t%comm, win, t%ierr)
    call MPI_Win_post(origins, 0, win, t%ierr)
    call ok(t, 'MPI_Win_post')
    call MPI_Win_start(targets, 0, win, t%ierr)
    call ok(t, 'MPI_Win_start')
    t%out(1) = 30 + me
#ifdef WITH_ONE_SIDED
    call MPI_Put(t%out, 1, MPI_INTEGER, right, place(1), 1, MPI_INTEGER, win, t%ierr)
#endif
    call MPI_Win_complete(win, t%ierr)
    call ok(t, 'MPI_Win_complete')
    call MPI_Win_wait(win, t%ierr)
    call ok(t, 'MPI_Win_wait')
#ifdef WITH_ONE_SIDED
    call expect(all(t%in(1:2) == [-1, 30 + left]), 'MPI_Win_wait')
#endif
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
    call MPI_Group_free(origins, t%ierr)
    call MPI_Group_free(targets, t%ierr)
    call MPI_Group_free(all_ranks, t%ierr)
  end subroutine

#ifdef WITH_ONE_SIDED
  ! One word of the target's for each operation; nobody else accesses it.
  subroutine try_accumulates(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    t%in(1:5) = [10, 20, 30, 40, 50]
    call MPI_Win_create(t%in, 5 * int_bytes, 4, MPI_INFO_NULL, t%comm, win, t%ierr)
    call MPI_Win_lock_all(0, win, t%ierr)
    call ok(t, 'MPI_Win_lock_all')
    t%out(1:2) = [7, 50]
    call MPI_Raccumulate(t%out, 1, MPI_INTEGER, right, place(0), 1, MPI_INTEGER, MPI_SUM, &
      win, t%request, t%ierr)
    call MPI_Wait(t%request, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Raccumulate')
    call MPI_Rget_accumulate(t%out, 1, MPI_INTEGER, t%in(11), 1, MPI_INTEGER, right, &
      place(1), 1, MPI_INTEGER, MPI_SUM, win, t%request, t%ierr)
    call MPI_Wait(t%request, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_Rget_accumulate')
    call MPI_Get_accumulate(t%out, 1, MPI_INTEGER, t%in(12), 1, MPI_INTEGER, right, &
      place(2), 1, MPI_INTEGER, MPI_SUM, win, t%ierr)
    call ok(t, 'MPI_Get_accumulate')
    call MPI_Fetch_and_op(t%out, t%in(13), MPI_INTEGER, right, place(3), MPI_SUM, win, &
      t%ierr)
    call ok(t, 'MPI_Fetch_and_op')
    call MPI_Compare_and_swap(t%out, t%out(2), t%in(14), MPI_INTEGER, right, place(4), win, &
      t%ierr)
    call ok(t, 'MPI_Compare_and_swap')
    call MPI_Win_unlock_all(win, t%ierr)
    call ok(t, 'MPI_Win_unlock_all')
    call expect(all(t%in(11:14) == [20, 30, 40, 50]), 'what was there before')
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_Win_lock(MPI_LOCK_SHARED, me, 0, win, t%ierr)
    call expect(all(t%in(1:5) == [17, 27, 37, 47, 7]), 'what is there now')
    call MPI_Win_unlock(me, win, t%ierr)
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
  end subroutine

#endif
  subroutine try_dynamic(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    integer(MPI_ADDRESS_KIND) :: address, others(ranks)
    t%in = -1
    call MPI_Win_create_dynamic(MPI_INFO_NULL, t%comm, win, t%ierr)
    call ok(t, 'MPI_Win_create_dynamic')
    call MPI_Win_attach(win, t%in, 4 * int_bytes, t%ierr)
    call MPI_Get_address(t%in, address, t%ierr)
    call MPI_Allgather(address, 1, MPI_AINT, others, 1, MPI_AINT, t%comm, t%ierr)
    call MPI_Win_fence(0, win, t%ierr)
#ifdef WITH_ONE_SIDED
    t%out(1) = 60 + me
    call MPI_Put(t%out, 1, MPI_INTEGER, right, others(right + 1), 1, MPI_INTEGER, &
      win, t%ierr)
    call MPI_Win_fence(0, win, t%ierr)
    call ok(t, 'MPI_Win_fence')
    call expect(all(t%in(1:2) == [60 + left, -1]), 'MPI_Put to attached memory')
#endif
    call MPI_Win_detach(win, t%in, t%ierr)
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
  end subroutine

  ! Here each MPI lets processes see each other's memory.
  subroutine try_shared(t)
    type(Trial), target, intent(inout) :: t
    WIN_TYPE :: win
    type(c_ptr) :: base
    integer, pointer :: mine, theirs
    integer(MPI_ADDRESS_KIND) :: bytes
    integer :: unit
    call MPI_Win_allocate_shared(int_bytes, 4, MPI_INFO_NULL, t%comm, base, win, t%ierr)
    call ok(t, 'MPI_Win_allocate_shared')
    call c_f_pointer(base, mine)
    call MPI_Win_lock_all(0, win, t%ierr)
    call ok(t, 'MPI_Win_lock_all')
    mine = me + 1
    call MPI_Win_sync(win, t%ierr)
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_Win_sync(win, t%ierr)
    call MPI_Win_shared_query(win, left, bytes, unit, base, t%ierr)
    call ok(t, 'MPI_Win_shared_query')
    call c_f_pointer(base, theirs)
    call expect(theirs == left + 1 .and. bytes == 4 .and. unit == 4, 'MPI_Win_allocate_shared')
    call MPI_Win_unlock_all(win, t%ierr)
    call ok(t, 'MPI_Win_unlock_all')
    call MPI_Win_free(win, t%ierr)
    call ok(t, 'MPI_Win_free')
  end subroutine
end module
