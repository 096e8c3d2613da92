! workshare, parallel workshare: array assignments, where, forall, intrinsics, atomic, critical.
program workshare
  implicit none
  integer, parameter :: n = 100
  real :: a(n), b(n), total
  integer :: i, k

  k = 0
  !$omp parallel shared(a, b, total, k)
  !$omp workshare
  a = 1.0
  b = 2.0 * a
  where (b > 1.5) a = a + b
  forall (i = 1:n) b(i) = a(i) * i
  total = sum(b)
  !$omp end workshare
  !$omp workshare
  !$omp atomic
  k = k + 1
  !$omp end workshare nowait
  !$omp end parallel
  if (any(a /= 3.0) .or. total /= 15150.0 .or. k /= 1) stop 1
  !$omp parallel workshare
  a = b
  !$omp end parallel workshare
  if (any(a /= b)) stop 2
end program workshare
