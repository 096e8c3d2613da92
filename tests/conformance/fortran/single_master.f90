! single, single nowait, master, barrier, flush: each once, by the right thread.
program single_master
  use omp_lib
  implicit none
  integer :: once, others, masters, wrong

  once = 0
  others = 0
  masters = 0
  wrong = 0
  !$omp parallel shared(once, others, masters, wrong)
  !$omp single
  once = once + 1
  !$omp end single
  if (once /= 1) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp single
  others = others + 1
  !$omp end single nowait
  !$omp master
  masters = masters + 1
  if (omp_get_thread_num() /= 0) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end master
  !$omp barrier
  !$omp flush
  if (others /= 1 .or. masters /= 1) then
    !$omp critical
    wrong = wrong + 1
    !$omp end critical
  end if
  !$omp end parallel
  if (wrong /= 0) stop 1
end program single_master
