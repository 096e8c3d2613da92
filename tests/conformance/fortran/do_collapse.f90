! do collapse: two and three loops, with steps, every schedule at run time.
program do_collapse
  use omp_lib
  implicit none
  integer :: runs(200), i, j, k, kind

  do kind = 1, 4
    call omp_set_schedule(int(kind, omp_sched_kind), 3)
    runs = 0
    !$omp parallel do schedule(runtime) collapse(2)
    do i = 1, 20
      do j = 1, 10
        runs((i - 1) * 10 + j) = runs((i - 1) * 10 + j) + 1
      end do
    end do
    if (any(runs /= 1)) stop 1
    !$omp parallel do schedule(runtime) collapse(3)
    do i = 0, 9
      do j = 8, 2, -2
        do k = 0, 12, 3
          runs(i * 20 + (j / 2 - 1) * 5 + k / 3 + 1) = runs(i * 20 + (j / 2 - 1) * 5 + k / 3 + 1) + 1
        end do
      end do
    end do
    if (any(runs /= 2)) stop 2
  end do
end program do_collapse
