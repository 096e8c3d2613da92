! teams distribute parallel do, also as separate constructs: each iteration once.
program teams_distribute_parallel_do
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i

  runs = 0
  !$omp teams num_teams(2) shared(runs)
  !$omp distribute parallel do
  do i = 1, n
    runs(i) = runs(i) + 1
  end do
  !$omp end distribute parallel do
  !$omp end teams
  !$omp teams distribute parallel do shared(runs)
  do i = 1, n
    runs(i) = runs(i) + 1
  end do
  !$omp end teams distribute parallel do
  if (any(runs /= 2)) stop 1
end program teams_distribute_parallel_do
