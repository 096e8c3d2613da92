! cancel do, parallel, taskgroup, cancellation point: early ends.
! Run with: OMP_CANCELLATION=true
program cancel
  use omp_lib
  implicit none
  integer :: i, runs, after

  runs = 0
  after = 0
  !$omp parallel shared(runs, after)
  !$omp do schedule(dynamic)
  do i = 1, 100000
    !$omp cancellation point do
    !$omp atomic
    runs = runs + 1
    if (i >= 10) then
      !$omp cancel do
    end if
  end do
  !$omp end do
  if (omp_get_thread_num() == 0) then
    !$omp cancel parallel
  end if
  !$omp barrier
  !$omp atomic
  after = after + 1
  !$omp end parallel
  if (runs >= 100000 .or. after /= 0) stop 1
end program cancel
