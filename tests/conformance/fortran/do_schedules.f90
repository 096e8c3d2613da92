! do: every schedule, steps, negative directions, collapse, lastprivate, 8-byte variables, nowait.
program do_schedules
  use omp_lib
  implicit none
  integer, parameter :: n = 200
  integer :: runs(n), i, j, k, last
  integer(8) :: wide

  do k = 1, 4
    call omp_set_schedule(k, 3)
    runs = 0
    !$omp parallel do schedule(runtime) lastprivate(last)
    do i = n, 1, -1
      runs(i) = runs(i) + 1
      last = i
    end do
    if (any(runs /= 1) .or. last /= 1) stop 1
    !$omp parallel do schedule(runtime) collapse(2)
    do i = 1, 20
      do j = 1, 10
        runs((i - 1) * 10 + j) = runs((i - 1) * 10 + j) + 1
      end do
    end do
    if (any(runs /= 2)) stop 2
    !$omp parallel do schedule(runtime)
    do wide = 10000000000_8, 10000000000_8 + 3 * (n - 1), 3
      runs((wide - 10000000000_8) / 3 + 1) = 3
    end do
    if (any(runs /= 3)) stop 3
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
  if (any(runs /= 3)) stop 4
end program do_schedules
