! critical, atomic: named, unnamed; read, write, update, update by an operator and by max.
program critical_atomic
  use omp_lib
  implicit none
  integer :: x, i, v, named, most, threads
  real(8) :: d

  x = 0
  named = 0
  most = 0
  d = 0
  threads = omp_get_max_threads()
  !$omp parallel shared(x, named, most, d) private(i, v)
  do i = 1, 100
    !$omp critical
    x = x + 1
    !$omp end critical
    !$omp critical (other)
    named = named + 1
    !$omp end critical (other)
    !$omp atomic update
    d = d + 0.5d0
    !$omp atomic
    most = max(most, i)
    !$omp atomic read
    v = most
    if (v < i) error stop 1
  end do
  !$omp end parallel
  if (x /= 100 * threads .or. named /= x .or. d /= 0.5d0 * x .or. most /= 100) stop 2
  !$omp atomic write
  x = 7
  if (x /= 7) stop 3
end program critical_atomic
