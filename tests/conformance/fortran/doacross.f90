! do ordered(2), depend(sink, source): a doacross nest.
program doacross
  implicit none
  integer, parameter :: n = 20
  integer :: grid(0:n, 0:n), expected(0:n, 0:n), i, j

  grid = 1
  expected = 1
  do i = 1, n
    do j = 1, n
      expected(i, j) = mod(expected(i - 1, j) + expected(i, j - 1), 1000003)
    end do
  end do
  !$omp parallel do ordered(2) schedule(dynamic)
  do i = 1, n
    do j = 1, n
      !$omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
      grid(i, j) = mod(grid(i - 1, j) + grid(i, j - 1), 1000003)
      !$omp ordered depend(source)
    end do
  end do
  if (any(grid /= expected)) stop 1
end program doacross
