! omp_lib: the queries and settings, with their Fortran kinds.
program queries
  use omp_lib
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, wrong
  integer, allocatable :: places(:)
  real(8) :: before

  before = omp_get_wtime()
  if (omp_get_wtick() <= 0) stop 1
  if (omp_get_thread_num() /= 0 .or. omp_get_num_threads() /= 1 .or. omp_in_parallel()) stop 2
  if (omp_get_level() /= 0 .or. omp_get_active_level() /= 0 .or. omp_get_team_size(0) /= 1) stop 3
  if (omp_get_ancestor_thread_num(0) /= 0 .or. omp_get_ancestor_thread_num(5) /= -1) stop 4
  if (omp_get_num_procs() < 1 .or. omp_get_thread_limit() < 1 .or. omp_in_final()) stop 5
  if (omp_get_num_teams() /= 1 .or. omp_get_team_num() /= 0) stop 6
  if (omp_get_max_task_priority() /= 3) stop 7
  if (.not. omp_is_initial_device() .or. omp_get_num_devices() /= 0) stop 8
  if (omp_get_initial_device() /= 0 .or. omp_get_default_device() /= 0) stop 9
  call omp_set_schedule(omp_sched_dynamic, 6)
  call omp_get_schedule(kind, chunk)
  if (iand(int(kind, 8), 2147483647_8) /= omp_sched_dynamic .or. chunk /= 6) stop 10
  call omp_set_dynamic(.true.)
  if (.not. omp_get_dynamic()) stop 11
  call omp_set_dynamic(.false.)
  if (omp_get_dynamic()) stop 12
  call omp_set_max_active_levels(3)
  if (omp_get_max_active_levels() /= 3) stop 13
  call omp_set_num_threads(3)
  wrong = 0
  !$omp parallel reduction(+:wrong)
  if (omp_get_num_threads() /= 3 .or. .not. omp_in_parallel()) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 14
  if (omp_get_proc_bind() /= omp_proc_bind_false) stop 15
  allocate (places(max(1, omp_get_num_places())))
  if (omp_get_partition_num_places() < 0) stop 16
  if (omp_get_wtime() < before) stop 17
end program queries
