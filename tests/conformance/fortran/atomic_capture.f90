! atomic capture: the value after and before an update, each number handed out once.
program atomic_capture
  implicit none
  integer :: x, y, i, v, after, before

  x = 0
  y = 100
  after = 0
  before = 0
  !$omp parallel do private(v) reduction(+:after, before)
  do i = 1, 100
    !$omp atomic capture
    x = x + 1
    v = x
    !$omp end atomic
    after = after + v
    !$omp atomic capture
    v = y
    y = y - 1
    !$omp end atomic
    before = before + v
  end do
  if (x /= 100 .or. y /= 0 .or. after /= 5050 .or. before /= 5050) stop 1
end program atomic_capture
