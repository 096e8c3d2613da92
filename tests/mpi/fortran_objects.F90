! What MPI waits with or makes objects by, through each Fortran interface: requests, communicators,
! windows, files.
!
!   fortran_objects task|implicit|outside
#include "fortran_types.fh"
program fortran_objects
  use fortran_support
  use fortran_waits
  use fortran_communicators
  use fortran_windows
  use fortran_file_objects
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  integer, parameter :: buffer_bytes = 100000
  integer, target :: buffer(buffer_bytes / 4)
  type(c_ptr) :: detached
  integer :: bytes, ierr
  call start(MPI_TASK_MULTIPLE)
  call MPI_Buffer_attach(buffer, buffer_bytes, ierr)
  call add_waits
  call add_communicators
  call add_windows
  call add_file_objects
  call run_all
  call MPI_Buffer_detach(detached, bytes, ierr)
  call expect(ierr == MPI_SUCCESS .and. bytes == buffer_bytes, 'MPI_Buffer_detach')
  call finish('fortran_objects')
end program
