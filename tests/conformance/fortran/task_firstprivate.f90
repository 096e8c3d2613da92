! task firstprivate: each task's copy has the value at its creation.
program task_firstprivate
  implicit none
  integer :: i, runs(100), pair(2)

  runs = 0
  !$omp parallel shared(runs) private(i, pair)
  !$omp single
  do i = 1, 100
    pair = [i, 101 - i]
    !$omp task firstprivate(i, pair) shared(runs)
    if (sum(pair) == 101 .and. pair(1) == i) runs(i) = runs(i) + 1
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  if (any(runs /= 1)) stop 1
end program task_firstprivate
