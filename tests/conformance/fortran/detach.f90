! task detach, omp_fulfill_event: by another task.
program detach
  use omp_lib
  implicit none
  integer(omp_event_handle_kind) :: event
  integer :: x, i

  x = 0
  !$omp parallel shared(x) private(event)
  !$omp single
  do i = 1, 20
    !$omp task detach(event) depend(out: x) shared(x)
    x = x + 1
    !$omp end task
    !$omp task firstprivate(event)
    call omp_fulfill_event(event)
    !$omp end task
    !$omp task depend(in: x) firstprivate(i) shared(x)
    if (x /= i) error stop 1
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (x /= 20) stop 2
end program detach
