! task depend: out and in on elements and sections of an array.
program task_depend_arrays
  implicit none
  integer :: i, cells(8), wrong

  wrong = 0
  cells = 0
  !$omp parallel shared(cells, wrong)
  !$omp single
  do i = 1, 8
    !$omp task depend(out: cells(i:i)) firstprivate(i) shared(cells)
    cells(i) = i
    !$omp end task
  end do
  do i = 1, 8
    !$omp task depend(in: cells(i)) firstprivate(i) shared(cells, wrong)
    if (cells(i) /= i) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_depend_arrays
