! teams, distribute: each iteration once.
program teams
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i

  runs = 0
  !$omp teams num_teams(3) shared(runs)
  !$omp distribute
  do i = 1, n
    runs(i) = runs(i) + 1
  end do
  !$omp end distribute
  !$omp end teams
  if (any(runs /= 1)) stop 1
end program teams
