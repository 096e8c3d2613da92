! do schedule: every schedule at run time, downwards, lastprivate; loops with nowait.
program do_schedules
  use omp_lib
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i, k, last

  do k = 1, 4
    call omp_set_schedule(k, 3)
    runs = 0
    !$omp parallel do schedule(runtime) lastprivate(last)
    do i = n, 1, -1
      runs(i) = runs(i) + 1
      last = i
    end do
    if (any(runs /= 1) .or. last /= 1) stop 1
  end do
  runs = 0
  !$omp parallel
  !$omp do schedule(static, 5)
  do i = 1, n
    !$omp atomic
    runs(i) = runs(i) + 1
  end do
  !$omp end do nowait
  !$omp do schedule(dynamic, 5)
  do i = 1, n
    !$omp atomic
    runs(i) = runs(i) + 1
  end do
  !$omp end do nowait
  !$omp do schedule(guided)
  do i = 1, n
    !$omp atomic
    runs(i) = runs(i) + 1
  end do
  !$omp end parallel
  if (any(runs /= 3)) stop 2
end program do_schedules
