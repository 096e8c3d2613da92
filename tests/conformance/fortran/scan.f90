! scan inclusive, exclusive: reduction(inscan) in do.
program scan
  implicit none
  integer, parameter :: n = 200
  integer :: out(n), i, s, expected

  s = 0
  !$omp parallel do reduction(inscan, +:s)
  do i = 1, n
    s = s + i
    !$omp scan inclusive(s)
    out(i) = s
  end do
  expected = 0
  do i = 1, n
    expected = expected + i
    if (out(i) /= expected) error stop 1
  end do
  s = 0
  !$omp parallel do reduction(inscan, +:s)
  do i = 1, n
    out(i) = s
    !$omp scan exclusive(s)
    s = s + i
  end do
  expected = 0
  do i = 1, n
    if (out(i) /= expected) error stop 2
    expected = expected + i
  end do
end program scan
