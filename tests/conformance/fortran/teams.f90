! teams, distribute, teams distribute parallel do: each iteration once.
program teams
  use omp_lib
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i, total

  runs = 0
  total = 0
  !$omp teams num_teams(3) shared(runs)
  !$omp distribute dist_schedule(static, 7)
  do i = 1, n
    runs(i) = runs(i) + 1
  end do
  !$omp end distribute
  !$omp end teams
  !$omp teams distribute parallel do reduction(+:total) shared(runs)
  do i = 1, n
    runs(i) = runs(i) + 1
    total = total + i
  end do
  !$omp end teams distribute parallel do
  if (any(runs /= 2) .or. total /= n * (n + 1) / 2) stop 1
end program teams
