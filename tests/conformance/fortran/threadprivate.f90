! threadprivate, copyin: saved variables and common blocks, a copy each.
program threadprivate
  use omp_lib
  implicit none
  integer, save :: counter = 5
  integer :: a, b, wrong
  common /block/ a, b
  !$omp threadprivate(counter, /block/)

  wrong = 0
  !$omp parallel reduction(+:wrong)
  if (counter /= 5) wrong = wrong + 1
  counter = 100 + omp_get_thread_num()
  !$omp end parallel
  !$omp parallel reduction(+:wrong)
  if (counter /= 100 + omp_get_thread_num()) wrong = wrong + 1
  !$omp end parallel
  a = 7
  b = 8
  counter = 9
  !$omp parallel copyin(/block/, counter) reduction(+:wrong)
  if (a /= 7 .or. b /= 8 .or. counter /= 9) wrong = wrong + 1
  !$omp end parallel
  if (wrong /= 0) stop 1
end program threadprivate
