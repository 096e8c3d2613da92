! do with 8-byte variables: bounds beyond 32 bits, steps, every schedule at run time.
program do_integer_8
  use omp_lib
  implicit none
  integer, parameter :: n = 200
  integer(8), parameter :: first = 10000000000_8
  integer :: runs(n), kind
  integer(8) :: wide

  do kind = 1, 4
    call omp_set_schedule(int(kind, omp_sched_kind), 3)
    runs = 0
    !$omp parallel do schedule(runtime)
    do wide = first, first + 3 * (n - 1), 3
      runs((wide - first) / 3 + 1) = runs((wide - first) / 3 + 1) + 1
    end do
    if (any(runs /= 1)) stop 1
    !$omp parallel do schedule(runtime)
    do wide = -first, -first - 3 * (n - 1), -3
      runs((-first - wide) / 3 + 1) = runs((-first - wide) / 3 + 1) + 1
    end do
    if (any(runs /= 2)) stop 2
  end do
end program do_integer_8
