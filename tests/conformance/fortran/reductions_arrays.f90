! reduction on arrays and complex numbers: fixed and allocatable arrays.
program reductions_arrays
  implicit none
  integer :: i, counts(5)
  integer, allocatable :: heap(:)
  complex :: z

  counts = 1
  allocate (heap(4))
  heap = 0
  z = (0.0, 0.0)
  !$omp parallel do reduction(+:z, counts, heap)
  do i = 1, 100
    z = z + cmplx(i, -i)
    counts(mod(i, 5) + 1) = counts(mod(i, 5) + 1) + 1
    heap(mod(i, 4) + 1) = heap(mod(i, 4) + 1) + 1
  end do
  if (z /= (5050.0, -5050.0)) stop 1
  if (any(counts /= 21) .or. any(heap /= 25)) stop 2
end program reductions_arrays
