! What the Fortran programs share: checks, and trials. A trial posts and is checked: in explicit
! tasks, more of them than threads and in opposite orders on even and odd ranks, so that what does
! not pause its task hangs; in implicit tasks; outside a region; or bound, where the check is a task
! that depends on the one that posted. Each has a communicator of its own, for the order of tasks is
! not defined. The program's second argument, if there is one, is the name of the only trial to run.
#include "fortran_types.fh"
module fortran_support
#ifdef WITH_F08
  use mpi_f08
#else
#ifdef WITH_MPI
  use mpi
#endif
#endif
#ifdef WITH_MODULE
  use tampi
#endif
  use omp_lib, only: omp_get_thread_num, omp_get_num_threads
  implicit none
#ifdef WITH_MPIF
  include 'mpif.h'
#endif
  integer, parameter :: room = 40, most_ranks = 8, most_trials = 100
  integer :: me, ranks, left, right
  logical :: bound ! the operations of this run are bound to their tasks
  character(32) :: mode, only = ''

  type :: Trial
    character(32) :: name
    procedure(step), pointer, nopass :: post, check
    COMM_TYPE :: comm, ring, made
    FILE_TYPE :: file
    REQUEST_TYPE :: request
    STATUS_TYPE(status)
    DATATYPE_TYPE :: types(most_ranks)
    integer :: out(room), in(room), counts(most_ranks), displs(most_ranks)
    integer(MPI_ADDRESS_KIND) :: bytes(most_ranks)
    integer(MPI_OFFSET_KIND) :: place
    integer :: ierr
    logical :: has_ring, has_file, finished
  end type

  abstract interface
    subroutine step(t)
      import :: Trial
      type(Trial), target, intent(inout) :: t
    end subroutine
  end interface

  type(Trial), target :: trials(most_trials)
  integer :: number_of_trials = 0
  integer, private :: cells(most_trials) ! what a trial's two tasks depend by
contains
  subroutine expect(right, what)
    logical, intent(in) :: right
    character(*), intent(in) :: what
    integer :: ierr
    if (right) return
    write (0, '(a,i0,2a)') 'rank ', me, ': ', trim(what)
    call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  end subroutine

  ! The call before has set ierror, and to MPI_SUCCESS.
  subroutine ok(t, what)
    type(Trial), intent(inout) :: t
    character(*), intent(in) :: what
    call expect(t%ierr == MPI_SUCCESS, what // ': ierror')
    t%ierr = -1
  end subroutine

  subroutine expect_status(status, source, tag, number, what)
    STATUS_TYPE(status)
    integer, intent(in) :: source, tag, number
    character(*), intent(in) :: what
    integer :: got, ierr
    call MPI_Get_count(status, MPI_INTEGER, got, ierr)
    call expect(SOURCE_OF(status) == source, what // ': source of the status')
    call expect(TAG_OF(status) == tag, what // ': tag of the status')
    call expect(got == number, what // ': count of the status')
  end subroutine

  subroutine expect_count(status, number, what)
    STATUS_TYPE(status)
    integer, intent(in) :: number
    character(*), intent(in) :: what
    integer :: got, ierr
    got = -1
    call MPI_Get_count(status, MPI_INTEGER, got, ierr)
    call expect(got == number, what // ': count of the status')
  end subroutine

  pure logical function is_even()
    is_even = mod(me, 2) == 0
  end function

  ! A name that the ranks of `comm` agree on, and no other run has.
  function common_name(comm, start) result(name)
    COMM_TYPE, intent(in) :: comm
    character(*), intent(in) :: start
    character(60) :: name
    integer :: now(2), ierr
    now(1) = getpid()
    call system_clock(now(2))
    call MPI_Bcast(now, 2, MPI_INTEGER, 0, comm, ierr)
    write (name, '(2a,i0,a,i0)') trim(start), '.', now(1), '.', now(2)
  end function

  subroutine start(required)
    integer, intent(in) :: required
    integer :: provided, ierr
    mode = 'task'
    if (command_argument_count() > 0) call get_command_argument(1, mode)
    if (command_argument_count() > 1) call get_command_argument(2, only)
    bound = mode == 'bound'
    call MPI_Init_thread(required, provided, ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    right = mod(me + 1, ranks)
    left = mod(me + ranks - 1, ranks)
    call expect(provided == required, 'another thread level')
    call expect(mod(ranks, 2) == 0 .and. ranks <= most_ranks, 'runs on 2 to 8 ranks, an even number')
  end subroutine

  subroutine add(name, post, check, ring, file)
    character(*), intent(in) :: name
    procedure(step) :: post
    procedure(step), optional :: check
    logical, intent(in), optional :: ring, file
    character(60) :: path
    if (only /= '' .and. only /= name) return
    number_of_trials = number_of_trials + 1
    associate (t => trials(number_of_trials))
      t%name = name
      t%post => post
      t%check => null()
      if (present(check)) t%check => check
      t%has_ring = .false.
      t%has_file = .false.
      if (present(ring)) t%has_ring = ring
      if (present(file)) t%has_file = file
      t%out = -1
      t%in = -1
      t%counts = 2
      t%finished = .false.
      VALUE_OF(t%request) = -1
      call MPI_Comm_dup(MPI_COMM_WORLD, t%comm, t%ierr)
      ! No Cartesian one: for MPI_Neighbor_alltoallw MPICH 4.0's mpi_f08 takes any topology for a
      ! graph.
      if (t%has_ring) call MPI_Dist_graph_create_adjacent(t%comm, 2, [left, right], &
        MPI_UNWEIGHTED, 2, [left, right], MPI_UNWEIGHTED, MPI_INFO_NULL, .false., t%ring, t%ierr)
      if (t%has_file) then
        path = common_name(t%comm, name)
        call MPI_File_open(t%comm, path, MPI_MODE_CREATE + MPI_MODE_RDWR + &
          MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, t%file, t%ierr)
        call ok(t, 'MPI_File_open')
      end if
    end associate
  end subroutine

  subroutine post(i)
    integer, intent(in) :: i
    trials(i)%ierr = -1
    call trials(i)%post(trials(i))
    if (.not. bound) return
    call ok(trials(i), trials(i)%name)
#ifndef WITH_MODULE
    call expect(trials(i)%request == MPI_REQUEST_NULL, trim(trials(i)%name) // &
      ': a bound request is still there')
#endif
  end subroutine

  subroutine check(i)
    integer, intent(in) :: i
    if (associated(trials(i)%check)) call trials(i)%check(trials(i))
    trials(i)%finished = .true.
  end subroutine

  subroutine run(i)
    integer, intent(in) :: i
    call post(i)
    if (associated(trials(i)%check)) call ok(trials(i), trials(i)%name)
    call check(i)
  end subroutine

  subroutine create(i)
    integer, intent(in) :: i
    if (bound) then
      !$omp task depend(out: cells(i)) firstprivate(i)
      call post(i)
      !$omp end task
      !$omp task depend(in: cells(i)) firstprivate(i)
      call check(i)
      !$omp end task
    else
      !$omp task firstprivate(i)
      call run(i)
      !$omp end task
    end if
  end subroutine

  ! Open MPI keeps requests of files in a list that any other thread's progress spoils: no helper may
  ! be in MPI meanwhile.
  logical function is_alone(i)
    integer, intent(in) :: i
#ifdef WITH_OPEN_MPI
    is_alone = bound .and. trials(i)%has_file
#else
    is_alone = .false.
#endif
  end function

  subroutine run_all
    integer :: i, k
    select case (mode)
    case ('outside')
      do i = 1, number_of_trials
        call run(i)
      end do
    case ('implicit')
      !$omp parallel private(i)
      do i = 1 + omp_get_thread_num(), number_of_trials, omp_get_num_threads()
        call run(i)
      end do
      !$omp end parallel
    case ('task', 'bound')
      !$omp parallel
      !$omp single private(i, k)
      do k = 1, number_of_trials
        i = merge(k, number_of_trials + 1 - k, is_even())
        if (.not. is_alone(i)) call create(i)
      end do
      !$omp taskwait
      do i = 1, number_of_trials
        if (is_alone(i)) call create(i)
        !$omp taskwait
      end do
      !$omp end single
      !$omp end parallel
    case default
      call expect(.false., mode // ' is none of task, implicit, outside, bound')
    end select
  end subroutine

  subroutine finish(program)
    character(*), intent(in) :: program
    integer :: i, ierr
    do i = 1, number_of_trials
      call expect(trials(i)%finished, trim(trials(i)%name) // ' was never finished')
      if (trials(i)%has_file) call MPI_File_close(trials(i)%file, ierr)
      if (trials(i)%has_ring) call MPI_Comm_free(trials(i)%ring, ierr)
      call MPI_Comm_free(trials(i)%comm, ierr)
    end do
    call MPI_Finalize(ierr)
    call expect(ierr == MPI_SUCCESS, 'MPI_Finalize: ierror')
    print '(2a,i0,a,i0,a)', program, ': rank ', me, ': ', number_of_trials, ' OK'
  end subroutine
end module
