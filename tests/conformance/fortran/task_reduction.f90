! taskgroup task_reduction, in_reduction; reduction(task): sums over tasks.
program task_reduction
  use omp_lib
  implicit none
  integer :: total, i, members

  total = 5
  members = 0
  !$omp parallel shared(total)
  !$omp single
  !$omp taskgroup task_reduction(+:total)
  do i = 1, 50
    !$omp task in_reduction(+:total) firstprivate(i)
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  if (total /= 1280) error stop 1
  !$omp end single
  !$omp end parallel
  !$omp parallel reduction(task, +:members)
  members = members + 1
  !$omp task in_reduction(+:members)
  members = members + 1
  !$omp end task
  !$omp end parallel
  if (members /= 2 * omp_get_max_threads()) stop 2
end program task_reduction
