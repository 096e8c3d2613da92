! sections, single, copyprivate, master, barrier, flush: each once, by the right thread.
program sections_single
  use omp_lib
  implicit none
  integer :: runs(3), last, number, once, masters
  logical :: fine

  runs = 0
  last = 0
  once = 0
  masters = 0
  fine = .true.
  !$omp parallel private(number) shared(runs, once, masters) reduction(.and.:fine)
  !$omp sections lastprivate(last)
  !$omp section
  runs(1) = runs(1) + 1
  last = 1
  !$omp section
  runs(2) = runs(2) + 1
  last = 2
  !$omp section
  runs(3) = runs(3) + 1
  last = 3
  !$omp end sections
  fine = all(runs == 1)
  !$omp barrier
  number = -1
  !$omp single
  number = 42
  once = once + 1
  !$omp end single copyprivate(number)
  fine = fine .and. number == 42 .and. once == 1
  !$omp master
  masters = masters + 1
  fine = fine .and. omp_get_thread_num() == 0
  !$omp end master
  !$omp flush
  !$omp end parallel
  if (.not. fine .or. masters /= 1 .or. last /= 3) stop 1
  !$omp parallel sections shared(runs)
  !$omp section
  runs(1) = 5
  !$omp section
  runs(2) = 5
  !$omp end parallel sections
  if (any(runs(1:2) /= 5)) stop 2
end program sections_single
