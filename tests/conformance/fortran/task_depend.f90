! task depend: in, out, inout, mutexinoutset, array sections, iterators; taskwait depend.
program task_depend
  implicit none
  integer :: x, i, r, cells(8), wrong

  x = 0
  wrong = 0
  cells = 0
  !$omp parallel shared(x, cells, wrong)
  !$omp single
  do i = 1, 50
    !$omp task depend(inout: x) firstprivate(i) shared(x, wrong)
    if (x /= i - 1) wrong = wrong + 1
    x = i
    !$omp end task
    do r = 1, 3
      !$omp task depend(in: x) firstprivate(i) shared(x, wrong)
      if (x /= i) then
        !$omp atomic
        wrong = wrong + 1
      end if
      !$omp end task
    end do
  end do
  do i = 1, 10
    !$omp task depend(mutexinoutset: x) shared(x)
    x = x + 1
    !$omp end task
  end do
  !$omp task depend(in: x) shared(x, wrong)
  if (x /= 60) wrong = wrong + 1
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
  if (x /= 60) wrong = wrong + 1
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_depend
