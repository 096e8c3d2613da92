! declare simd: a function called from a simd loop.
program declare_simd
  implicit none
  integer, parameter :: n = 256
  integer :: a(n), i

  !$omp parallel do simd schedule(static, 16)
  do i = 1, n
    a(i) = doubled(i)
  end do
  if (any(a /= [(2 * i, i = 1, n)])) stop 1
contains
  integer function doubled(x)
    !$omp declare simd(doubled)
    integer, intent(in) :: x
    doubled = 2 * x
  end function doubled
end program declare_simd
