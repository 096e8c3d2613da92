! reduction on logicals: .and., .or., .eqv., .neqv.
program reductions_logical
  implicit none
  integer :: i
  logical :: every, some, same, odd

  every = .true.
  some = .false.
  same = .true.
  odd = .false.
  !$omp parallel do reduction(.and.:every) reduction(.or.:some) reduction(.eqv.:same) &
  !$omp& reduction(.neqv.:odd)
  do i = 1, 100
    every = every .and. i > 0
    some = some .or. i == 50
    same = same .eqv. (i > 1)
    odd = odd .neqv. (i > 1)
  end do
  if (.not. every .or. .not. some .or. same .or. .not. odd) stop 1
end program reductions_logical
