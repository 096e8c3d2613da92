! A session whose info asks for MPI_TASK_MULTIPLE, from Fortran: blocked tasks give their threads
! away. MPI-4, on 2 ranks.
#include "fortran_types.fh"
program fortran_session
  use fortran_support
  implicit none
  integer, parameter :: tasks = 40
  character(*), parameter :: what = 'fortran_session'
  SESSION_TYPE :: session
  INFO_TYPE :: info
  GROUP_TYPE :: group
  COMM_TYPE :: comm
  integer :: ierr, i, k, finished, blocking
  call MPI_Info_create(info, ierr)
  call MPI_Info_set(info, 'thread_level', 'MPI_TASK_MULTIPLE', ierr)
  call MPI_Session_init(info, MPI_ERRORS_RETURN, session, ierr)
  call expect(ierr == MPI_SUCCESS, 'MPI_Session_init')
  call MPI_Info_free(info, ierr)
  call MPI_Group_from_session_pset(session, 'mpi://WORLD', group, ierr)
  call MPI_Comm_create_from_group(group, what, MPI_INFO_NULL, MPI_ERRORS_RETURN, comm, ierr)
  call expect(ierr == MPI_SUCCESS, 'MPI_Comm_create_from_group')
  call MPI_Comm_rank(comm, me, ierr)
  call MPI_Comm_size(comm, ranks, ierr)
  call expect(ranks == 2, 'runs on 2 ranks')
  blocking = -1
  call TAMPI_Blocking_enabled(blocking, ierr)
  call expect(ierr == MPI_SUCCESS .and. blocking == 1, 'TAMPI_Blocking_enabled')
  finished = 0
  !$omp parallel
  !$omp single private(i, k)
  do k = 1, tasks
    i = merge(k, tasks + 1 - k, is_even()) ! opposite orders: hangs without tasks paused
    !$omp task firstprivate(i)
    call exchange(i)
    !$omp atomic
    finished = finished + 1
    !$omp end task
  end do
  !$omp task
  call meet
  !$omp end task
  !$omp task
  call describe
  !$omp end task
  !$omp end single
  !$omp end parallel
  call expect(finished == tasks, 'tasks were lost')
  call MPI_Comm_disconnect(comm, ierr)
  call expect(ierr == MPI_SUCCESS .and. comm == MPI_COMM_NULL, 'MPI_Comm_disconnect')
  call MPI_Group_free(group, ierr)
  call MPI_Session_finalize(session, ierr)
  call expect(ierr == MPI_SUCCESS, 'MPI_Session_finalize')
  print '(a,i0,a)', 'fortran_session: rank ', me, ': OK'
contains
  subroutine exchange(number)
    integer, intent(in) :: number
    STATUS_TYPE(status)
    integer :: value(1), code
    value = number
    if (is_even()) then
      call MPI_Ssend(value, 1, MPI_INTEGER, 1, number, comm, code)
    else
      value = -1
      call MPI_Recv(value, 1, MPI_INTEGER, 0, number, comm, status, code)
      call expect_status(status, 0, number, 1, 'MPI_Recv')
    end if
    call expect(code == MPI_SUCCESS .and. value(1) == number, 'a message')
  end subroutine

  ! Each rank is a side.
  subroutine meet
    GROUP_TYPE :: first, rest
    COMM_TYPE :: inter
    integer :: got(1), size, code
    call MPI_Group_incl(group, 1, [0], first, code)
    call MPI_Group_excl(group, 1, [0], rest, code)
    if (is_even()) then
      call MPI_Intercomm_create_from_groups(first, 0, rest, 0, 'inter', MPI_INFO_NULL, &
        MPI_ERRORS_RETURN, inter, code)
    else
      call MPI_Intercomm_create_from_groups(rest, 0, first, 0, 'inter', MPI_INFO_NULL, &
        MPI_ERRORS_RETURN, inter, code)
    end if
    call expect(code == MPI_SUCCESS, 'MPI_Intercomm_create_from_groups')
    call MPI_Comm_remote_size(inter, size, code)
    got = -1
    call MPI_Sendrecv([me], 1, MPI_INTEGER, 0, 1, got, 1, MPI_INTEGER, 0, 1, inter, &
      MPI_STATUS_IGNORE, code)
    call expect(size == 1 .and. got(1) == 1 - me, 'MPI_Sendrecv with the other side')
    call MPI_Comm_free(inter, code)
    call MPI_Group_free(first, code)
    call MPI_Group_free(rest, code)
  end subroutine

  ! The level it has: where MPI tells one, it is the one asked for.
  subroutine describe
    INFO_TYPE :: used
    character(MPI_MAX_INFO_VAL) :: level
    logical :: found
    integer :: code
    call MPI_Session_get_info(session, used, code)
    call expect(code == MPI_SUCCESS, 'MPI_Session_get_info')
    call MPI_Info_get(used, 'thread_level', MPI_MAX_INFO_VAL, level, found, code)
    if (found) call expect(level == 'MPI_TASK_MULTIPLE', 'level ' // level)
    call MPI_Info_free(used, code)
  end subroutine
end program
