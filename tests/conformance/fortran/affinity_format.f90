! omp_set_affinity_format, omp_get_affinity_format, omp_capture_affinity: Fortran's blank-padded text.
program affinity_format
  use omp_lib
  implicit none
  character(20) :: text
  character(40) :: captured
  integer :: length

  call omp_set_affinity_format('thread %n of %N')
  length = omp_get_affinity_format(text)
  if (length /= 15 .or. text /= 'thread %n of %N') stop 1
  length = omp_capture_affinity(captured, '%n/%N level %L')
  if (length /= 11 .or. captured /= '0/1 level 0') stop 2
end program affinity_format
