! task depend: mutexinoutset, iterators; taskwait depend.
program task_depend_more
  implicit none
  integer :: x, i, cells(8), wrong

  x = 0
  wrong = 0
  cells = 0
  !$omp parallel shared(x, cells, wrong)
  !$omp single
  do i = 1, 10
    !$omp task depend(mutexinoutset: x) shared(x)
    x = x + 1
    !$omp end task
  end do
  !$omp task depend(in: x) shared(x, wrong)
  if (x /= 10) wrong = wrong + 1
  !$omp end task
  do i = 1, 8
    !$omp task depend(out: cells(i:i)) firstprivate(i) shared(cells)
    cells(i) = i
    !$omp end task
  end do
  ! gfortran 12 leaves out the last value of an iterator: cells(8) is named once more.
  !$omp task depend(iterator(k = 1:8), in: cells(k)) depend(in: cells(8)) shared(cells, wrong)
  if (sum(cells) /= 36) wrong = wrong + 1
  !$omp end task
  !$omp taskwait depend(in: x)
  if (x /= 10) wrong = wrong + 1
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_depend_more
