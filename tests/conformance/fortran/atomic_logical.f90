! atomic on logicals: .and., .or., .eqv., .neqv.
program atomic_logical
  implicit none
  integer :: i
  logical :: every, some, same, odd

  every = .true.
  some = .false.
  same = .true.
  odd = .false.
  !$omp parallel do
  do i = 1, 100
    !$omp atomic
    every = every .and. i > 0
    !$omp atomic
    some = some .or. i == 50
    !$omp atomic
    same = same .eqv. i > 1
    !$omp atomic
    odd = odd .neqv. i > 1
  end do
  if (.not. every .or. .not. some .or. same .or. .not. odd) stop 1
end program atomic_logical
