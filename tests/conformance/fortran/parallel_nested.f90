! parallel inside parallel: as many leaves as the product of the sizes.
program parallel_nested
  use omp_lib
  implicit none
  integer :: leaves

  call omp_set_max_active_levels(2)
  leaves = 0
  !$omp parallel num_threads(2) shared(leaves)
  !$omp parallel num_threads(3) shared(leaves)
  !$omp atomic
  leaves = leaves + 1
  !$omp end parallel
  !$omp end parallel
  if (leaves /= 6) stop 1
end program parallel_nested
