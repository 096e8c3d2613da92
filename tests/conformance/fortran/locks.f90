! locks, nest locks: set, unset, test, with hints.
program locks
  use omp_lib
  implicit none
  integer(omp_lock_kind) :: lock
  integer(omp_nest_lock_kind) :: nest
  integer :: x, y, i, depth

  call omp_init_lock(lock)
  call omp_init_nest_lock(nest)
  x = 0
  y = 0
  !$omp parallel shared(lock, nest, x, y) private(i, depth)
  do i = 1, 100
    call omp_set_lock(lock)
    x = x + 1
    call omp_unset_lock(lock)
    call omp_set_nest_lock(nest)
    depth = omp_test_nest_lock(nest)
    if (depth /= 2) error stop 1
    y = y + 1
    call omp_unset_nest_lock(nest)
    call omp_unset_nest_lock(nest)
  end do
  !$omp end parallel
  if (x /= 100 * omp_get_max_threads() .or. y /= x) stop 2
  if (.not. omp_test_lock(lock)) stop 3
  if (omp_test_lock(lock)) stop 4
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)
  call omp_destroy_nest_lock(nest)
end program locks
