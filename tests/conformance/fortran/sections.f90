! sections, parallel sections: each once, in any order.
program sections
  implicit none
  integer :: runs(3), wrong

  runs = 0
  wrong = 0
  !$omp parallel shared(runs, wrong)
  !$omp sections
  !$omp section
  runs(1) = runs(1) + 1
  !$omp section
  runs(2) = runs(2) + 1
  !$omp section
  runs(3) = runs(3) + 1
  !$omp end sections
  if (runs(1) /= 1 .or. runs(2) /= 1 .or. runs(3) /= 1) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end parallel
  if (wrong /= 0) stop 1
  !$omp parallel sections shared(runs)
  !$omp section
  runs(1) = 5
  !$omp section
  runs(2) = 5
  !$omp end parallel sections
  if (any(runs(1:2) /= 5)) stop 2
end program sections
