! single copyprivate: run once, its value in everyone's variable.
program single_copyprivate
  implicit none
  integer :: number, round, once, wrong

  once = 0
  wrong = 0
  !$omp parallel private(number, round) shared(once) reduction(+:wrong)
  do round = 1, 20
    number = -1
    !$omp single
    number = 40 + round
    once = once + 1
    !$omp end single copyprivate(number)
    if (number /= 40 + round .or. once /= round) wrong = wrong + 1
    !$omp barrier
  end do
  !$omp end parallel
  if (wrong /= 0 .or. once /= 20) stop 1
end program single_copyprivate
