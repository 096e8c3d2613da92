! teams distribute parallel do reduction, dist_schedule: the sum over the league.
program teams_reduction
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i, total

  runs = 0
  total = 0
  !$omp teams distribute parallel do reduction(+:total) shared(runs) dist_schedule(static, 7)
  do i = 1, n
    runs(i) = runs(i) + 1
    total = total + i
  end do
  !$omp end teams distribute parallel do
  if (any(runs /= 1) .or. total /= n * (n + 1) / 2) stop 1
end program teams_reduction
