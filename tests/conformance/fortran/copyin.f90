! copyin: the first thread's variable and common block in everyone's copy.
program copyin
  use omp_lib
  implicit none
  integer, save :: counter = 5
  integer :: a, b, wrong
  common /block/ a, b
  !$omp threadprivate(counter, /block/)

  wrong = 0
  !$omp parallel
  counter = omp_get_thread_num()
  !$omp end parallel
  a = 7
  b = 8
  counter = 9
  !$omp parallel copyin(/block/) shared(wrong)
  if (a /= 7 .or. b /= 8) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end parallel
  !$omp parallel copyin(counter) shared(wrong)
  if (counter /= 9) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end parallel
  if (wrong /= 0) stop 1
end program copyin
