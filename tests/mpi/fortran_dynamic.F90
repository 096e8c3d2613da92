! Processes that meet at run time, from Fortran, whose strings have no end but a length:
!
!   fortran_dynamic spawn|ports|names, on 2 ranks
!
! Each call that may block is made in a task that starts before the one which makes the other side
! come: with one thread that ends only if a helper makes the call.
#include "fortran_types.fh"
program fortran_dynamic
  use fortran_support
  implicit none
  COMM_TYPE :: parent
  integer :: ierr
  call start_or_spawned
  call MPI_Comm_get_parent(parent, ierr)
  if (parent /= MPI_COMM_NULL) then
    !$omp parallel
    !$omp single
    !$omp task
    call meet(parent, 42, 41)
    !$omp end task
    !$omp end single
    !$omp end parallel
  else
    call expect(ranks == 2, 'runs on 2 ranks')
    if (mode == 'spawn') call try_spawn
    if (mode == 'ports') call try_ports
    if (mode == 'names') call try_names
  end if
  call MPI_Finalize(ierr)
  if (mode /= 'child') print '(a,i0,a)', 'fortran_dynamic: rank ', me, ': OK'
contains
  subroutine start_or_spawned
    integer :: provided
    call get_command_argument(1, mode)
    call MPI_Init_thread(MPI_TASK_MULTIPLE, provided, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    call expect(provided == MPI_TASK_MULTIPLE, 'another thread level')
  end subroutine

  ! A number each way with each process of the other side; then it is given up.
  subroutine meet(other, mine, expected)
    COMM_TYPE, intent(inout) :: other
    integer, intent(in) :: mine, expected
    STATUS_TYPE(status)
    integer :: got(1), size, i, code
    call MPI_Comm_remote_size(other, size, code)
    do i = 0, size - 1
      got = -1
      call MPI_Sendrecv([mine], 1, MPI_INTEGER, i, 5, got, 1, MPI_INTEGER, i, 5, other, status, code)
      call expect(got(1) == expected, 'another number from the other side')
      call expect_status(status, i, 5, 1, 'MPI_Sendrecv')
    end do
    call MPI_Comm_disconnect(other, code)
    call expect(code == MPI_SUCCESS .and. other == MPI_COMM_NULL, 'MPI_Comm_disconnect')
  end subroutine

  subroutine spawn_children
    COMM_TYPE :: children
    INFO_TYPE :: infos(2)
    character(500) :: self
    character(8) :: arguments(2), both(2, 2)
    integer :: codes(2), size, code
    call get_command_argument(0, self)
    arguments = ['child   ', '        ']
    both(:, 1) = 'child'
    both(:, 2) = ' '
    infos = MPI_INFO_NULL
    codes = -1
    call MPI_Comm_spawn(self, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, children, codes, code)
    call expect(code == MPI_SUCCESS .and. codes(1) == MPI_SUCCESS, 'MPI_Comm_spawn')
    call MPI_Comm_remote_size(children, size, code)
    call expect(size == 1, 'MPI_Comm_spawn: size')
    call meet(children, 41, 42)
    codes = -1
    call MPI_Comm_spawn_multiple(2, [self, self], both, [1, 1], infos, 0, MPI_COMM_SELF, children, &
      codes, code)
    call expect(code == MPI_SUCCESS .and. all(codes == MPI_SUCCESS), 'MPI_Comm_spawn_multiple')
    call MPI_Comm_remote_size(children, size, code)
    call expect(size == 2, 'MPI_Comm_spawn_multiple: size')
    call meet(children, 41, 42)
  end subroutine
  subroutine try_spawn
    !$omp parallel
    !$omp single
    !$omp task
    if (me == 0) call spawn_children
    !$omp end task
    !$omp task
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine

  ! Rank 0 waits for rank 1, which waits for a word from rank 0's second task.
  subroutine find_each_other(port)
    character(*), intent(in) :: port
    COMM_TYPE :: other
    integer :: word(1), code
    if (me == 0) then
      call MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, code)
      call expect(code == MPI_SUCCESS, 'MPI_Comm_accept')
    else
      call MPI_Recv(word, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
      call MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, other, code)
      call expect(code == MPI_SUCCESS, 'MPI_Comm_connect')
    end if
    call meet(other, me, 1 - me)
  end subroutine
  subroutine try_ports
    character(MPI_MAX_PORT_NAME) :: port
    port = ' '
    if (me == 0) call MPI_Open_port(MPI_INFO_NULL, port, ierr)
    call MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr)
    !$omp parallel
    !$omp single
    !$omp task
    call find_each_other(port)
    !$omp end task
    !$omp task
    if (me == 0) call MPI_Ssend([7], 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, ierr)
    !$omp end task
    !$omp end single
    !$omp end parallel
    if (me == 0) call MPI_Close_port(port, ierr)
  end subroutine

  subroutine publish_and_look_up(name)
    character(*), intent(in) :: name
    character(MPI_MAX_PORT_NAME) :: port, found
    integer :: word(1), code
    if (me == 0) then
      call MPI_Open_port(MPI_INFO_NULL, port, code)
      call MPI_Publish_name(name, MPI_INFO_NULL, port, code)
      call expect(code == MPI_SUCCESS, 'MPI_Publish_name')
      call MPI_Ssend(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 1, 2, MPI_COMM_WORLD, code)
      call MPI_Recv(word, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
      call MPI_Unpublish_name(name, MPI_INFO_NULL, port, code)
      call expect(code == MPI_SUCCESS, 'MPI_Unpublish_name')
      call MPI_Close_port(port, code)
    else
      call MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHARACTER, 0, 2, MPI_COMM_WORLD, &
        MPI_STATUS_IGNORE, code)
      found = ' '
      call MPI_Lookup_name(name, MPI_INFO_NULL, found, code)
      call expect(code == MPI_SUCCESS .and. found == port, 'MPI_Lookup_name')
      call MPI_Ssend([7], 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, code)
    end if
  end subroutine
  subroutine try_names
    character(60) :: name
    name = common_name(MPI_COMM_WORLD, 'tidemill-fortran')
    !$omp parallel
    !$omp single
    !$omp task
    call publish_and_look_up(trim(name))
    !$omp end task
    !$omp end single
    !$omp end parallel
  end subroutine
end program
