! omp_lib with 8-byte default integers: the calls that take default integers, in their 8-byte form.
! Build with: gfortran:-fdefault-integer-8 flang:-fdefault-integer-8
program default_integer_8
  use omp_lib
  implicit none
  integer(omp_sched_kind) :: kind
  integer :: chunk, members

  call omp_set_num_threads(3)
  call omp_set_dynamic(.false.)
  call omp_set_max_active_levels(2)
  call omp_set_schedule(omp_sched_guided, 4)
  call omp_get_schedule(kind, chunk)
  if (chunk /= 4) stop 1
  if (omp_get_team_size(0) /= 1) stop 2
  if (omp_get_ancestor_thread_num(0) /= 0) stop 3
  members = 0
  !$omp parallel reduction(+:members)
  members = members + 1
  !$omp end parallel
  if (members /= 3) stop 4
end program default_integer_8
