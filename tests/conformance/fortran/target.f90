! target, target data, target update: on the host.
program target_host
  use omp_lib
  implicit none
  integer :: a(50), i
  logical :: host

  do i = 1, 50
    a(i) = i
  end do
  host = .false.
  !$omp target map(tofrom: a, host)
  a = a * 2
  host = omp_is_initial_device()
  !$omp end target
  if (.not. host .or. a(50) /= 100) stop 1
  !$omp target data map(tofrom: a)
  !$omp target
  a(1) = 7
  !$omp end target
  !$omp target update from(a)
  !$omp end target data
  if (a(1) /= 7) stop 2
end program target_host
