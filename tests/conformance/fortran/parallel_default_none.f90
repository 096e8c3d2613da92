! parallel default(none): every variable in a clause, a procedure's name in none.
program parallel_default_none
  use omp_lib
  implicit none
  integer :: own, first, wrong

  own = -1
  first = 7
  wrong = 0
  !$omp parallel default(none) private(own) firstprivate(first) reduction(+:wrong)
  own = omp_get_thread_num()
  first = first + own
  !$omp barrier
  if (own /= omp_get_thread_num() .or. first /= 7 + own) wrong = wrong + 1
  !$omp end parallel
  if (own /= -1 .or. first /= 7 .or. wrong /= 0) stop 1
end program parallel_default_none
