! declare reduction: a derived type, with an initializer and a combining subroutine.
module pairs
  implicit none
  type pair
    integer :: total = 0
    integer :: most = 0
  end type pair
contains
  subroutine merge_pairs(into, from)
    type(pair), intent(inout) :: into
    type(pair), intent(in) :: from
    into%total = into%total + from%total
    into%most = max(into%most, from%most)
  end subroutine merge_pairs
end module pairs

program declare_reduction
  use pairs
  implicit none
  !$omp declare reduction(merged: pair: merge_pairs(omp_out, omp_in)) initializer(omp_priv = pair(0, 0))
  type(pair) :: p
  integer :: i

  p = pair(10, 5)
  !$omp parallel do reduction(merged: p)
  do i = 1, 100
    p%total = p%total + i
    p%most = max(p%most, i)
  end do
  if (p%total /= 5060 .or. p%most /= 100) stop 1
end program declare_reduction
