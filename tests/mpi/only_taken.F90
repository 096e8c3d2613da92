! Calls nothing of MPI but what the layer takes, so that a linker told --as-needed leaves out MPI's own
! Fortran library. With an argument the layer isn't enabled.
program only_taken
#ifdef WITH_F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer, parameter :: task_multiple = MPI_THREAD_MULTIPLE + 1
  integer :: ierr, wanted, provided, ranks, sum, threads, level

  wanted = merge(task_multiple, MPI_THREAD_SINGLE, command_argument_count() == 0)
  call MPI_Init_thread(wanted, provided, ierr)
  call MPI_Query_thread(level, ierr)
  if (provided < wanted .or. level /= provided) error stop 'another thread level than asked for'
  if (wanted == MPI_THREAD_SINGLE .and. provided == task_multiple) error stop 'enabled unasked'

  threads = 0
  !$omp parallel
  !$omp single
  !$omp task shared(ranks)
  ranks = 0
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call MPI_Allreduce(1, ranks, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  sum = 7
  call MPI_Bcast(sum, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Finalize(ierr)
  if (ranks /= 2 .or. sum /= 7) error stop 'wrong values'
end program
