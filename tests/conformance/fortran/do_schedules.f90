! do schedule: every schedule at run time, downwards, lastprivate; loops with nowait; loops without
! iterations.
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
  do k = 0, 2
    call run_few(k, int(k, selected_int_kind(18)))
  end do

contains

  subroutine run_few(few, wide)
    integer, intent(in) :: few
    integer(selected_int_kind(18)), intent(in) :: wide
    integer(selected_int_kind(18)) :: j

    runs = 0
    !$omp parallel num_threads(4)
    !$omp do
    do i = 1, few
      runs(i) = runs(i) + 1
    end do
    !$omp do
    do j = 1, wide
      runs(j) = runs(j) + 1
    end do
    !$omp do schedule(dynamic)
    do i = few, 1, -1
      runs(i) = runs(i) + 1
    end do
    !$omp do collapse(2)
    do i = 1, 2
      do j = 1, wide
        runs(2 * j + i) = runs(2 * j + i) + 1
      end do
    end do
    !$omp end parallel
    if (sum(runs) /= 5 * few) stop 3
  end subroutine run_few
end program do_schedules
