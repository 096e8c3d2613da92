! simd, parallel do simd: linear, reduction, lastprivate.
program simd_clauses
  implicit none
  integer, parameter :: n = 256
  integer :: a(n), i, k, total, last

  total = 0
  k = 0
  !$omp parallel do simd linear(k:2) reduction(+:total) lastprivate(last)
  do i = 1, n
    a(i) = k
    total = total + i
    k = k + 2
    last = i
  end do
  if (total /= n * (n + 1) / 2 .or. k /= 2 * n .or. last /= n) stop 1
  if (any(a /= [(2 * i - 2, i = 1, n)])) stop 2
end program simd_clauses
