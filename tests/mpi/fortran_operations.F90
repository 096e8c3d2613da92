! Every operation of MPI that has a non-blocking form, through each Fortran interface:
!
!   fortran_operations task|implicit|outside   MPI_X, in explicit tasks (all trials at once), in
!                                              implicit ones, outside a region
!   fortran_operations bound                   TAMPI_Ix in a task, checked by one that depends on it
#include "fortran_types.fh"
program fortran_operations
  use fortran_support
  use fortran_messages
  use fortran_collectives
  use fortran_in_place
  use fortran_neighbours
  use fortran_files
  use fortran_one_sided
  use, intrinsic :: iso_c_binding, only: c_ptr
  implicit none
  integer, parameter :: buffer_bytes = 100000
  integer, target :: buffer(buffer_bytes / 4)
  type(c_ptr) :: detached
  integer :: bytes, ierr
  call start(MPI_TASK_MULTIPLE)
  call MPI_Buffer_attach(buffer, buffer_bytes, ierr)
  call add_messages
  call add_collectives
  call add_in_place
  call add_neighbours
  call add_files
#ifdef WITH_ONE_SIDED
  call add_one_sided
#endif
  call run_all
#ifdef WITH_ONE_SIDED
  call end_one_sided
#endif
  ! May wait until what is buffered is on its way.
  !$omp parallel
  !$omp single
  !$omp task shared(detached, bytes, ierr)
  bytes = -1
  call MPI_Buffer_detach(detached, bytes, ierr)
  call expect(ierr == MPI_SUCCESS .and. bytes == buffer_bytes, 'MPI_Buffer_detach')
  !$omp end task
  !$omp end single
  !$omp end parallel
  call finish('fortran_operations')
end program
