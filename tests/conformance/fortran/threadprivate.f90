! threadprivate: saved variables and common blocks, a copy each that lasts.
program threadprivate
  use omp_lib
  implicit none
  integer, save :: counter = 5
  integer :: a, b, wrong
  common /block/ a, b
  !$omp threadprivate(counter, /block/)

  wrong = 0
  !$omp parallel shared(wrong)
  if (counter /= 5) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  counter = 100 + omp_get_thread_num()
  a = counter + 1
  b = counter + 2
  !$omp end parallel
  !$omp parallel shared(wrong)
  if (counter /= 100 + omp_get_thread_num()) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  if (a /= counter + 1 .or. b /= counter + 2) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end parallel
  if (wrong /= 0) stop 1
end program threadprivate
