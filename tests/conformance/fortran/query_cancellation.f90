! omp_get_cancellation: a logical, as the specification has it.
! Run with: OMP_CANCELLATION=true
program query_cancellation
  use omp_lib
  implicit none
  logical :: answer

  answer = omp_get_cancellation()
  if (.not. answer) stop 1
end program query_cancellation
