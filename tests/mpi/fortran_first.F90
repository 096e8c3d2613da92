! As messages_first.c, in Fortran: tasks that post messages, or start persistent ones, go before those
! created a little earlier, once one of their kind has. By the order in which tasks run, on one thread.
! On 2 ranks.
#ifdef WITH_F08
#define REQUEST_TYPE type(MPI_Request)
#else
#define REQUEST_TYPE integer
#endif
program fortran_first
  use omp_lib
#ifdef WITH_F08
  use mpi_f08
#endif
#ifdef WITH_MPI
  use mpi
#endif
  implicit none
#ifdef WITH_MPIF
  include 'mpif.h'
#endif
  external :: TAMPI_Iwait
  integer, parameter :: rounds = 10, computing = 8
  integer, parameter :: kinds = 2
  character(10), parameter :: names(kinds) = ['posted    ', 'persistent']
  REQUEST_TYPE :: started
  integer :: place, value, kind, round, expected, me, ranks, provided, ierr

  call MPI_Init_thread(MPI_THREAD_MULTIPLE + 1, provided, ierr)
  if (provided /= MPI_THREAD_MULTIPLE + 1) error stop 'not task-aware'
  call MPI_Comm_rank(MPI_COMM_WORLD, me, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  if (ranks /= 2) error stop 'on 2 ranks'
  value = 0
  if (me == 0) call MPI_Send_init(value, 1, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, started, ierr)
  if (me == 1) call MPI_Recv_init(value, 1, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, started, ierr)
  do kind = 1, kinds
    do round = 1, rounds
      !$omp parallel num_threads(1)
      call run
      !$omp end parallel
      expected = merge(computing, 0, round == 1)
      if (round == 1 .and. place == 0) cycle  ! the other rank was first, and has told
      if (place /= expected) then
        print '(3a,i0,a,i0,a,i0)', 'messages ', names(kind), ', round ', round, &
          ': the task was number ', place, ', not ', expected
        error stop 1
      end if
    end do
  end do
  call MPI_Request_free(started, ierr)
  call MPI_Finalize(ierr)
  if (me == 0) print '(a)', 'fortran_first: ok'

contains
  subroutine run
    integer(omp_event_handle_kind) :: event
    integer :: gate, computed, i
    computed = 0
    !$omp taskgroup
    !$omp task detach(event) depend(out: gate)
    !$omp end task
    do i = 1, computing
      !$omp task depend(in: gate) shared(computed)
      computed = computed + 1
      !$omp end task
    end do
    if (kind == 1) then
      !$omp task depend(in: gate) shared(computed)
      place = computed
      call post
      !$omp end task
    else
      !$omp task depend(in: gate) shared(computed)
      place = computed
      call start
      !$omp end task
    end if
    call omp_fulfill_event(event)
    !$omp end taskgroup
    if (computed /= computing) error stop 'a task did not run'
    if (me == 1 .and. value /= round) error stop 'another value'
  end subroutine

  subroutine post
    REQUEST_TYPE :: request
    if (me == 0) value = round
    if (me == 0) call MPI_Isend(value, 1, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, ierr)
    if (me == 1) call MPI_Irecv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, request, ierr)
    call TAMPI_Iwait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine

  subroutine start
    if (me == 0) value = round
    call MPI_Start(started, ierr)
    call MPI_Wait(started, MPI_STATUS_IGNORE, ierr)
  end subroutine
end program
