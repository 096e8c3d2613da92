! task if: run at once by the thread that meets it where the condition is false.
program task_if
  use omp_lib
  implicit none
  integer :: i, me, done, wrong

  wrong = 0
  !$omp parallel private(i, me, done) shared(wrong)
  me = omp_get_thread_num()
  done = 0
  do i = 1, 50
    !$omp task if(i < 0) shared(done) firstprivate(me)
    done = done + 1
    if (omp_get_thread_num() /= me) done = -1000
    !$omp end task
    if (done /= i) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp task if(i > 0) shared(wrong)
    if (omp_in_final()) then
      !$omp atomic
      wrong = wrong + 1
    end if
    !$omp end task
  end do
  !$omp end parallel
  if (wrong /= 0) stop 1
end program task_if
