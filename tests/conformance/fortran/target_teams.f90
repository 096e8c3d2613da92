! target teams distribute parallel do reduction: on the host.
program target_teams
  implicit none
  integer :: a(50), i, total

  do i = 1, 50
    a(i) = 2 * i
  end do
  total = 5
  !$omp target teams distribute parallel do map(to: a) map(tofrom: total) reduction(+:total)
  do i = 1, 50
    total = total + a(i)
  end do
  if (total /= 2555) stop 1
end program target_teams
