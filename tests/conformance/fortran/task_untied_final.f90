! task: untied, mergeable, final and what is included in it.
program task_untied_final
  use omp_lib
  implicit none
  integer :: i, runs, wrong

  runs = 0
  wrong = 0
  !$omp parallel shared(runs, wrong)
  !$omp single
  do i = 1, 50
    !$omp task untied shared(runs)
    !$omp atomic
    runs = runs + 1
    !$omp taskyield
    !$omp atomic
    runs = runs + 1
    !$omp end task
  end do
  !$omp task final(.true.) shared(wrong)
  if (.not. omp_in_final()) wrong = wrong + 1
  !$omp task mergeable shared(wrong)
  if (.not. omp_in_final()) wrong = wrong + 1
  !$omp end task
  !$omp end task
  !$omp taskwait
  if (omp_in_final() .or. runs /= 100) wrong = wrong + 1
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_untied_final
