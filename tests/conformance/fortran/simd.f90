! simd, do simd, declare simd: safelen, linear, reduction, aligned, lastprivate.
program simd
  implicit none
  integer, parameter :: n = 256
  integer :: a(n), i, k, total, last

  total = 0
  k = 0
  !$omp simd safelen(8) linear(k:2) reduction(+:total) lastprivate(last)
  do i = 1, n
    a(i) = i
    total = total + i
    k = k + 2
    last = i
  end do
  if (total /= n * (n + 1) / 2 .or. k /= 2 * n .or. last /= n) stop 1
  !$omp parallel do simd schedule(static, 16)
  do i = 1, n
    a(i) = doubled(a(i))
  end do
  if (any(a /= [(2 * i, i = 1, n)])) stop 2
contains
  integer function doubled(x)
    !$omp declare simd(doubled)
    integer, intent(in) :: x
    doubled = 2 * x
  end function doubled
end program simd
