! masked filter, scope, loop, error directive, nothing: the constructs of 5.1.
program masked_scope
  use omp_lib
  implicit none
  integer :: runs, total, i, a(100), wrong

  runs = 0
  total = 0
  wrong = 0
  a = 0
  !$omp parallel shared(runs, total, a) reduction(+:wrong)
  !$omp masked filter(omp_get_num_threads() - 1)
  runs = runs + 1
  if (omp_get_thread_num() /= omp_get_num_threads() - 1) wrong = wrong + 1
  !$omp end masked
  !$omp scope reduction(+:total)
  total = total + 1
  !$omp end scope
  if (total /= omp_get_num_threads()) wrong = wrong + 1
  !$omp loop bind(parallel)
  do i = 1, 100
    a(i) = a(i) + 1
  end do
  !$omp nothing
  !$omp end parallel
  if (runs /= 1 .or. wrong /= 0 .or. any(a /= 1)) stop 1
end program masked_scope
