! task depend: in, inout; each writer after all readers of the one before it.
program task_depend
  implicit none
  integer :: x, i, r, readers, wrong

  x = 0
  readers = 3
  wrong = 0
  !$omp parallel shared(x, readers, wrong) private(i, r)
  !$omp single
  do i = 1, 50
    !$omp task depend(inout: x) shared(x, readers, wrong)
    if (readers /= 3) wrong = wrong + 1
    readers = 0
    x = x + 1
    !$omp end task
    do r = 1, 3
      !$omp task depend(in: x) shared(readers)
      !$omp atomic
      readers = readers + 1
      !$omp end task
    end do
  end do
  !$omp taskwait
  if (x /= 50 .or. readers /= 3) wrong = wrong + 1
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_depend
