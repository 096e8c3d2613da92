! critical, atomic: named, unnamed; read, write, update, capture, min, max, logical operators.
program critical_atomic
  use omp_lib
  implicit none
  integer :: x, i, v, named, most, threads
  real(8) :: d
  logical :: l

  x = 0
  named = 0
  most = 0
  d = 0
  l = .false.
  threads = omp_get_max_threads()
  !$omp parallel shared(x, named, most, d, l) private(i, v)
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
    !$omp atomic
    l = l .or. i == 50
    !$omp atomic read
    v = most
    if (v < i) error stop 1
  end do
  !$omp end parallel
  if (x /= 100 * threads .or. named /= x .or. d /= 0.5d0 * x .or. most /= 100 .or. .not. l) stop 2
  x = 0
  !$omp parallel do private(v) reduction(+:named)
  do i = 1, 100
    !$omp atomic capture
    x = x + 1
    v = x
    !$omp end atomic
    named = named + v
  end do
  if (x /= 100) stop 3
  if (named /= 100 * threads + 5050) stop 4
  !$omp atomic write
  x = 7
  if (x /= 7) stop 5
end program critical_atomic
