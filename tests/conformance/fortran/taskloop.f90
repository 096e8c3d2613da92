! taskloop: grainsize, num_tasks, nogroup, lastprivate, collapse, reduction, simd.
program taskloop
  implicit none
  integer, parameter :: n = 120
  integer :: runs(n), i, j, last, total

  runs = 0
  total = 0
  !$omp parallel shared(runs, last, total)
  !$omp single
  !$omp taskloop grainsize(7) shared(runs) lastprivate(last)
  do i = 1, n
    runs(i) = runs(i) + 1
    last = i
  end do
  !$omp end taskloop
  !$omp taskloop num_tasks(5) shared(runs)
  do i = n, 1, -1
    runs(i) = runs(i) + 1
  end do
  !$omp end taskloop
  !$omp taskloop collapse(2) shared(runs)
  do i = 1, 12
    do j = 1, 10
      runs((i - 1) * 10 + j) = runs((i - 1) * 10 + j) + 1
    end do
  end do
  !$omp end taskloop
  !$omp taskgroup
  !$omp taskloop simd nogroup shared(runs)
  do i = 1, n
    runs(i) = runs(i) + 1
  end do
  !$omp end taskloop simd
  !$omp end taskgroup
  !$omp taskloop reduction(+:total)
  do i = 1, n
    total = total + i
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  if (any(runs /= 4) .or. last /= n .or. total /= n * (n + 1) / 2) stop 1
end program taskloop
