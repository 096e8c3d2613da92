! reduction: +, *, min, max, iand, ior, ieor, .and., .or., .eqv., .neqv., arrays, complex.
program reductions
  implicit none
  integer :: i, s, lo, hi, a, o, x, counts(5)
  integer, allocatable :: heap(:)
  real(8) :: p
  complex :: z
  logical :: every, some, same, odd

  s = 3
  lo = 1000
  hi = 0
  a = -1
  o = 0
  x = 0
  p = 1
  z = (0.0, 0.0)
  every = .true.
  some = .false.
  same = .true.
  odd = .false.
  counts = 1
  allocate (heap(4))
  heap = 0
  !$omp parallel do reduction(+:s, z, counts, heap) reduction(min:lo) reduction(max:hi) &
  !$omp& reduction(iand:a) reduction(ior:o) reduction(ieor:x) reduction(*:p) reduction(.and.:every) &
  !$omp& reduction(.or.:some) reduction(.eqv.:same) reduction(.neqv.:odd)
  do i = 1, 100
    s = s + i
    z = z + cmplx(i, -i)
    counts(mod(i, 5) + 1) = counts(mod(i, 5) + 1) + 1
    heap(mod(i, 4) + 1) = heap(mod(i, 4) + 1) + 1
    lo = min(lo, i)
    hi = max(hi, i)
    a = iand(a, not(ishft(1, mod(i, 3))))
    o = ior(o, ishft(1, mod(i, 5)))
    x = ieor(x, i)
    if (mod(i, 20) == 0) p = p * 2
    every = every .and. i > 0
    some = some .or. i == 50
    same = same .eqv. (i > 1)
    odd = odd .neqv. (i > 1)
  end do
  if (s /= 5053 .or. lo /= 1 .or. hi /= 100 .or. a /= -8 .or. o /= 31 .or. x /= 100) stop 1
  if (p /= 32 .or. z /= (5050.0, -5050.0)) stop 2
  if (.not. every .or. .not. some .or. same .or. .not. odd) stop 3
  if (any(counts /= 21) .or. any(heap /= 25)) stop 4
end program reductions
