! reduction: + and * on integers and reals, on do and on parallel do.
program reductions
  implicit none
  integer :: i, s, total
  real(8) :: p
  real :: single

  s = 3
  p = 1
  single = 0
  !$omp parallel do reduction(+:s, single) reduction(*:p)
  do i = 1, 100
    s = s + i
    single = single + 0.5
    if (mod(i, 20) == 0) p = p * 2
  end do
  if (s /= 5053 .or. p /= 32 .or. single /= 50) stop 1
  total = 1
  !$omp parallel shared(total)
  !$omp do reduction(+:total)
  do i = 1, 50
    total = total + 2
  end do
  !$omp do reduction(+:total) schedule(dynamic)
  do i = 1, 50
    total = total + 2
  end do
  !$omp end parallel
  if (total /= 201) stop 2
end program reductions
