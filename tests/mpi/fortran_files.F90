! Reads and writes of files, blocking and bound. Each rank's part is 8 integers.
#include "fortran_types.fh"
module fortran_files
  use fortran_support
  implicit none
contains
  subroutine add_files
    call add('MPI_File_write', post_write, check_written, file=.true.)
    call add('MPI_File_write_at', post_write_at, check_written, file=.true.)
    call add('MPI_File_write_all', post_write_all, check_written, file=.true.)
    call add('MPI_File_write_at_all', post_write_at_all, check_written, file=.true.)
    call add('MPI_File_write_shared', post_write_shared, check_shares, file=.true.)
    call add('MPI_File_read', post_read, check_read, file=.true.)
    call add('MPI_File_read_at', post_read_at, check_read, file=.true.)
    call add('MPI_File_read_all', post_read_all, check_read, file=.true.)
    call add('MPI_File_read_at_all', post_read_at_all, check_read, file=.true.)
    call add('MPI_File_read_shared', post_read_shared, check_read_shared, file=.true.)
  end subroutine

  ! At this rank's place in the file, where its part is to be written.
  subroutine prepare(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:8) = [(10 * me + i, i = 0, 7)]
    t%place = 32 * me
    call MPI_File_seek(t%file, t%place, MPI_SEEK_SET, t%ierr)
    call ok(t, 'MPI_File_seek')
  end subroutine
  ! There it has been written.
  subroutine write_first(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    call MPI_File_write_at(t%file, t%place, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    call ok(t, 'MPI_File_write_at')
  end subroutine

  subroutine check_read(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect(all(t%in(1:9) == [(10 * me + i, i = 0, 7), -1]), t%name)
    call expect_count(t%status, 8, trim(t%name))
  end subroutine
  subroutine check_written(t)
    type(Trial), target, intent(inout) :: t
    integer :: ierr
    call expect_count(t%status, 8, trim(t%name))
    call settle(t)
    call MPI_File_read_at(t%file, t%place, t%in, 8, MPI_INTEGER, t%status, ierr)
    call check_read(t)
  end subroutine
  ! Open MPI 4 leaves a collective write to its aggregators, and reads before they have written; a
  ! bound one has none.
  subroutine settle(t)
    type(Trial), target, intent(inout) :: t
    integer :: ierr
    if (bound) return
    call MPI_File_sync(t%file, ierr)
    call expect(ierr == MPI_SUCCESS, 'MPI_File_sync')
    call MPI_Barrier(t%comm, ierr)
    call MPI_File_sync(t%file, ierr)
  end subroutine

  subroutine post_write(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_File_iwrite(t%file, t%out, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_write(t%file, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_write_at(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_File_iwrite_at(t%file, t%place, t%out, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_write_at(t%file, t%place, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_write_all(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_File_iwrite_all(t%file, t%out, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_write_all(t%file, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_write_at_all(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_File_iwrite_at_all(t%file, t%place, t%out, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_write_at_all(t%file, t%place, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_read(t)
    type(Trial), target, intent(inout) :: t
    call write_first(t)
    if (bound) then
      call TAMPI_File_iread(t%file, t%in, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_read(t%file, t%in, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_read_at(t)
    type(Trial), target, intent(inout) :: t
    call write_first(t)
    if (bound) then
      call TAMPI_File_iread_at(t%file, t%place, t%in, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_read_at(t%file, t%place, t%in, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_read_all(t)
    type(Trial), target, intent(inout) :: t
    call write_first(t)
    if (bound) then
      call TAMPI_File_iread_all(t%file, t%in, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_read_all(t%file, t%in, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine post_read_at_all(t)
    type(Trial), target, intent(inout) :: t
    call write_first(t)
    if (bound) then
      call TAMPI_File_iread_at_all(t%file, t%place, t%in, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_read_at_all(t%file, t%place, t%in, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine

  ! By the shared pointer ranks take turns: who gets which part is not defined.
  subroutine post_write_shared(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_File_iwrite_shared(t%file, t%out, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_write_shared(t%file, t%out, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  ! Some part is what this rank wrote.
  subroutine check_shares(t)
    type(Trial), target, intent(inout) :: t
    integer :: i, found, ierr
    integer(MPI_OFFSET_KIND) :: place
    call expect_count(t%status, 8, trim(t%name))
    call settle(t)
    found = 0
    do i = 0, ranks - 1
      place = 32 * i
      t%in = -1
      call MPI_File_read_at(t%file, place, t%in, 8, MPI_INTEGER, t%status, ierr)
      if (all(t%in(1:8) == t%out(1:8))) found = found + 1
    end do
    call expect(found == 1, t%name)
  end subroutine
  subroutine post_read_shared(t)
    type(Trial), target, intent(inout) :: t
    call write_first(t)
    call MPI_Barrier(t%comm, t%ierr)
    if (bound) then
      call TAMPI_File_iread_shared(t%file, t%in, 8, MPI_INTEGER, REQUEST t%status, t%ierr)
    else
      call MPI_File_read_shared(t%file, t%in, 8, MPI_INTEGER, t%status, t%ierr)
    end if
  end subroutine
  subroutine check_read_shared(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect_count(t%status, 8, trim(t%name))
    call expect(mod(t%in(1), 10) == 0 .and. t%in(1) >= 0 .and. t%in(1) < 10 * ranks, t%name)
    call expect(all(t%in(1:9) == [(t%in(1) + i, i = 0, 7), -1]), t%name)
  end subroutine
end module
