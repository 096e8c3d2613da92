! parallel: if, num_threads, private, firstprivate, reduction.
program parallel
  use omp_lib
  implicit none
  integer :: members, n, own, first
  logical :: fine

  do n = 1, 9
    members = 0
    fine = .true.
    !$omp parallel num_threads(n) reduction(+:members) reduction(.and.:fine)
    members = members + 1
    fine = omp_get_num_threads() == n
    !$omp end parallel
    if (members /= n .or. .not. fine) stop 1
  end do
  members = 0
  !$omp parallel if(n < 0) reduction(+:members)
  members = members + 1
  !$omp end parallel
  if (members /= 1) stop 2
  own = -1
  first = 7
  fine = .true.
  !$omp parallel private(own) firstprivate(first) reduction(.and.:fine)
  own = omp_get_thread_num()
  first = first + own
  !$omp barrier
  fine = own == omp_get_thread_num() .and. first == 7 + own
  !$omp end parallel
  if (own /= -1 .or. first /= 7 .or. .not. fine) stop 3
end program parallel
