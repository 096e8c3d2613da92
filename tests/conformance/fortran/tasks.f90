! task: recursion, firstprivate; taskwait, taskgroup, taskyield.
program tasks
  implicit none
  integer :: result, leaves, wrong

  !$omp parallel shared(result)
  !$omp single
  result = fibonacci(14)
  !$omp end single
  !$omp end parallel
  if (result /= 377) stop 1
  leaves = 0
  wrong = 0
  !$omp parallel shared(leaves, wrong)
  !$omp single
  !$omp taskgroup
  call tree(4, leaves)
  !$omp end taskgroup
  if (leaves /= 16) wrong = wrong + 1
  !$omp task shared(wrong)
  !$omp taskyield
  !$omp end task
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  if (wrong /= 0) stop 2
contains
  recursive integer function fibonacci(n) result(f)
    integer, intent(in) :: n
    integer :: a, b
    if (n < 2) then
      f = n
      return
    end if
    !$omp task shared(a) firstprivate(n)
    a = fibonacci(n - 1)
    !$omp end task
    !$omp task shared(b) firstprivate(n)
    b = fibonacci(n - 2)
    !$omp end task
    !$omp taskwait
    f = a + b
  end function fibonacci
  recursive subroutine tree(depth, total)
    integer, intent(in) :: depth
    integer, intent(inout) :: total
    integer :: i
    if (depth == 0) then
      !$omp atomic
      total = total + 1
      return
    end if
    do i = 1, 2
      !$omp task firstprivate(depth) shared(total)
      call tree(depth - 1, total)
      !$omp end task
    end do
    !$omp taskwait
  end subroutine tree
end program tasks
