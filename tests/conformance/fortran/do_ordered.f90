! do ordered: ordered regions in the order of the iterations.
program do_ordered
  use omp_lib
  implicit none
  integer :: i, next, wrong

  next = 1
  wrong = 0
  !$omp parallel do ordered schedule(dynamic, 3) shared(next, wrong)
  do i = 1, 100
    !$omp ordered
    if (next /= i) wrong = wrong + 1
    next = next + 1
    !$omp end ordered
  end do
  if (next /= 101 .or. wrong /= 0) stop 1
end program do_ordered
