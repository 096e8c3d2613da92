! simd, do simd: safelen, simdlen, aligned loops over arrays.
program simd
  implicit none
  integer, parameter :: n = 256
  integer :: a(n), b(n), i

  !$omp simd safelen(8) simdlen(4)
  do i = 1, n
    a(i) = i
    b(i) = n - i
  end do
  !$omp parallel do simd schedule(static, 16)
  do i = 1, n
    a(i) = 2 * a(i) + b(i)
  end do
  if (any(a /= [(i + n, i = 1, n)])) stop 1
end program simd
