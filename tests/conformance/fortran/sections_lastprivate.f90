! sections lastprivate: the value of the last section.
program sections_lastprivate
  implicit none
  integer :: i, last, own

  do i = 1, 20
    last = 0
    own = 7
    !$omp parallel shared(last)
    !$omp sections lastprivate(last) private(own)
    !$omp section
    own = 1
    last = i
    !$omp section
    own = 2
    last = i + own
    !$omp end sections
    !$omp end parallel
    if (last /= i + 2 .or. own /= 7) stop 1
  end do
end program sections_lastprivate
