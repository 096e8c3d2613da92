! reduction by intrinsics: min, max, iand, ior, ieor.
program reductions_intrinsic
  implicit none
  integer :: i, lo, hi, a, o, x
  real(8) :: most

  lo = 1000
  hi = 0
  a = -1
  o = 0
  x = 0
  most = -1
  !$omp parallel do reduction(min:lo) reduction(max:hi, most) reduction(iand:a) reduction(ior:o) &
  !$omp& reduction(ieor:x)
  do i = 1, 100
    lo = min(lo, i)
    hi = max(hi, i)
    most = max(most, i * 0.5d0)
    a = iand(a, not(ishft(1, mod(i, 3))))
    o = ior(o, ishft(1, mod(i, 5)))
    x = ieor(x, i)
  end do
  if (lo /= 1 .or. hi /= 100 .or. a /= -8 .or. o /= 31 .or. x /= 100 .or. most /= 50) stop 1
end program reductions_intrinsic
