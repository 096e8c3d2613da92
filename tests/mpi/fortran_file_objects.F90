! Files as objects: opened, sized, viewed, synchronised and closed; ordered accesses, and collective
! ones split in two. Each rank's part is 4 integers.
#include "fortran_types.fh"
module fortran_file_objects
  use fortran_support
  implicit none
contains
  subroutine add_file_objects
    call add('files', try_all, file=.true.)
  end subroutine

  ! One after the other: in MPICH a thread that waits in a collective call on one file keeps all others
  ! from theirs.
  subroutine try_all(t)
    type(Trial), target, intent(inout) :: t
    call try_file(t)
    call try_ordered(t)
#ifdef WITH_SPLIT_COLLECTIVES
    call try_split(t)
    call try_split_at(t)
    call try_split_ordered(t)
#endif
  end subroutine

  integer(MPI_OFFSET_KIND) function offset(bytes)
    integer, intent(in) :: bytes
    offset = bytes
  end function

  subroutine fill(t)
    type(Trial), target, intent(inout) :: t
    t%out(1:4) = [me, 10, 20, 30]
    t%in = -1
  end subroutine
  subroutine expect_part(t, what)
    type(Trial), target, intent(inout) :: t
    character(*), intent(in) :: what
    call ok(t, what)
    call expect(all(t%in(1:5) == [me, 10, 20, 30, -1]), what)
    call expect_count(t%status, 4, what)
  end subroutine
  ! What all have written is there for all to read.
  subroutine settle(t, file)
    type(Trial), target, intent(inout) :: t
    FILE_TYPE, intent(in) :: file
    call MPI_File_sync(file, t%ierr)
    call ok(t, 'MPI_File_sync')
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_File_sync(file, t%ierr)
    call ok(t, 'MPI_File_sync')
  end subroutine

  subroutine try_file(t)
    type(Trial), target, intent(inout) :: t
    FILE_TYPE :: file
    INFO_TYPE :: info
    integer(MPI_OFFSET_KIND) :: bytes
    character(60) :: path
    path = common_name(t%comm, 'fortran_objects')
    call MPI_File_open(t%comm, path, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, t%ierr)
    call ok(t, 'MPI_File_open')
    call MPI_File_set_size(file, offset(0), t%ierr)
    call ok(t, 'MPI_File_set_size')
    call MPI_File_preallocate(file, offset(16 * ranks), t%ierr)
    call ok(t, 'MPI_File_preallocate')
    call MPI_File_get_size(file, bytes, t%ierr)
    call expect(bytes == 16 * ranks, 'MPI_File_preallocate: size')
    call MPI_File_set_atomicity(file, .false., t%ierr)
    call ok(t, 'MPI_File_set_atomicity')
    call MPI_Info_create(info, t%ierr)
    call MPI_File_set_info(file, info, t%ierr)
    call ok(t, 'MPI_File_set_info')
    call MPI_Info_free(info, t%ierr)
    call MPI_File_set_view(file, offset(16 * me), MPI_INTEGER, MPI_INTEGER, 'native', &
      MPI_INFO_NULL, t%ierr)
    call ok(t, 'MPI_File_set_view')
    call fill(t)
    call MPI_File_write_at(file, offset(0), t%out, 4, MPI_INTEGER, t%status, t%ierr)
    call ok(t, 'MPI_File_write_at')
    call settle(t, file)
    call MPI_File_set_view(file, offset(0), MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, &
      t%ierr)
    call ok(t, 'MPI_File_set_view')
    call MPI_File_read_at(file, offset(4 * left), t%in, 4, MPI_INTEGER, MPI_STATUS_IGNORE, t%ierr)
    call ok(t, 'MPI_File_read_at')
    call expect(all(t%in(1:5) == [left, 10, 20, 30, -1]), 'MPI_File_set_view')
    call MPI_File_close(file, t%ierr)
    call ok(t, 'MPI_File_close')
    call expect(file == MPI_FILE_NULL, 'the file is still there')
    call MPI_Barrier(t%comm, t%ierr)
    if (me == 0) then
      call MPI_File_delete(path, MPI_INFO_NULL, t%ierr)
      call ok(t, 'MPI_File_delete')
      call MPI_File_delete(path, MPI_INFO_NULL, t%ierr)
      call expect(t%ierr /= MPI_SUCCESS, 'MPI_File_delete of no file')
    end if
  end subroutine

  subroutine try_ordered(t)
    type(Trial), target, intent(inout) :: t
    integer(MPI_OFFSET_KIND) :: position
    call fill(t)
    call MPI_File_write_ordered(t%file, t%out, 4, MPI_INTEGER, t%status, t%ierr)
    call ok(t, 'MPI_File_write_ordered')
    call expect_count(t%status, 4, 'MPI_File_write_ordered')
    call MPI_Barrier(t%comm, t%ierr)
    call MPI_File_get_position_shared(t%file, position, t%ierr)
    call ok(t, 'MPI_File_get_position_shared')
    call expect(position == 16 * ranks, 'MPI_File_get_position_shared')
    call settle(t, t%file)
    call MPI_File_seek_shared(t%file, offset(0), MPI_SEEK_SET, t%ierr)
    call ok(t, 'MPI_File_seek_shared')
    call MPI_File_read_ordered(t%file, t%in, 4, MPI_INTEGER, t%status, t%ierr)
    call expect_part(t, 'MPI_File_read_ordered')
  end subroutine

#ifdef WITH_SPLIT_COLLECTIVES
  subroutine try_split(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    call MPI_File_seek(t%file, offset(16 * me), MPI_SEEK_SET, t%ierr)
    call MPI_File_write_all_begin(t%file, t%out, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_write_all_begin')
    call MPI_File_write_all_end(t%file, t%out, t%status, t%ierr)
    call ok(t, 'MPI_File_write_all_end')
    call expect_count(t%status, 4, 'MPI_File_write_all_end')
    call settle(t, t%file)
    call MPI_File_seek(t%file, offset(16 * me), MPI_SEEK_SET, t%ierr)
    call MPI_File_read_all_begin(t%file, t%in, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_read_all_begin')
    call MPI_File_read_all_end(t%file, t%in, t%status, t%ierr)
    call expect_part(t, 'MPI_File_read_all_end')
  end subroutine

  subroutine try_split_at(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    call MPI_File_write_at_all_begin(t%file, offset(16 * me), t%out, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_write_at_all_begin')
    call MPI_File_write_at_all_end(t%file, t%out, t%status, t%ierr)
    call ok(t, 'MPI_File_write_at_all_end')
    call expect_count(t%status, 4, 'MPI_File_write_at_all_end')
    call settle(t, t%file)
    call MPI_File_read_at_all_begin(t%file, offset(16 * me), t%in, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_read_at_all_begin')
    call MPI_File_read_at_all_end(t%file, t%in, t%status, t%ierr)
    call expect_part(t, 'MPI_File_read_at_all_end')
  end subroutine

  subroutine try_split_ordered(t)
    type(Trial), target, intent(inout) :: t
    call fill(t)
    call MPI_File_seek_shared(t%file, offset(0), MPI_SEEK_SET, t%ierr)
    call ok(t, 'MPI_File_seek_shared')
    call MPI_File_write_ordered_begin(t%file, t%out, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_write_ordered_begin')
    call MPI_File_write_ordered_end(t%file, t%out, t%status, t%ierr)
    call ok(t, 'MPI_File_write_ordered_end')
    call expect_count(t%status, 4, 'MPI_File_write_ordered_end')
    call settle(t, t%file)
    call MPI_File_seek_shared(t%file, offset(0), MPI_SEEK_SET, t%ierr)
    call MPI_File_read_ordered_begin(t%file, t%in, 4, MPI_INTEGER, t%ierr)
    call ok(t, 'MPI_File_read_ordered_begin')
    call MPI_File_read_ordered_end(t%file, t%in, t%status, t%ierr)
    call expect_part(t, 'MPI_File_read_ordered_end')
  end subroutine
#endif
end module
