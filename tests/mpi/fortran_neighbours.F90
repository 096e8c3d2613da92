! Neighbourhood collectives on a ring: the rank below is the first neighbour, the one above the
! second. With two ranks both are the same one, and which of its messages is which is not defined.
#include "fortran_types.fh"
module fortran_neighbours
  use fortran_support
  implicit none
contains
  subroutine add_neighbours
    call add('MPI_Neighbor_allgather', post_allgather, check_gathered, ring=.true.)
    call add('MPI_Neighbor_allgatherv', post_allgatherv, check_gathered, ring=.true.)
    call add('MPI_Neighbor_alltoall', post_alltoall, check_exchanged, ring=.true.)
    call add('MPI_Neighbor_alltoallv', post_alltoallv, check_exchanged, ring=.true.)
    call add('MPI_Neighbor_alltoallw', post_alltoallw, check_exchanged, ring=.true.)
  end subroutine

  subroutine prepare(t)
    type(Trial), target, intent(inout) :: t
    t%out(1:2) = [1000 * me, 1000 * me + 1]
    t%counts = 1
    t%displs(1:2) = [1, 0] ! received the other way round
    t%bytes(1:2) = [4, 0]
    t%types = MPI_INTEGER
  end subroutine

  subroutine expect_two(t, from_below, from_above)
    type(Trial), target, intent(inout) :: t
    integer, intent(in) :: from_below, from_above
    integer :: got(2)
    got = t%in(1:2)
    if (t%name(14:) == 'allgatherv' .or. t%name(14:) == 'alltoallv' .or. &
        t%name(14:) == 'alltoallw') got = t%in(2:1:-1)
    if (ranks == 2) got = [minval(got), maxval(got)]
    if (ranks == 2 .and. from_below > from_above) got = got(2:1:-1)
    call expect(all(got == [from_below, from_above]), t%name)
    call expect(all(t%in(3:) == -1), trim(t%name) // ' wrote past its places')
  end subroutine
  subroutine check_gathered(t)
    type(Trial), target, intent(inout) :: t
    call expect_two(t, 1000 * left, 1000 * right)
  end subroutine
  subroutine check_exchanged(t)
    type(Trial), target, intent(inout) :: t
    call expect_two(t, 1000 * left + 1, 1000 * right)
  end subroutine

  subroutine post_allgather(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_Ineighbor_allgather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%ring, &
        REQUEST t%ierr)
    else
      call MPI_Neighbor_allgather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%ring, t%ierr)
    end if
  end subroutine

  subroutine post_allgatherv(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_Ineighbor_allgatherv(t%out, 1, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, &
        t%ring, REQUEST t%ierr)
    else
      call MPI_Neighbor_allgatherv(t%out, 1, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, &
        t%ring, t%ierr)
    end if
  end subroutine

  subroutine post_alltoall(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    if (bound) then
      call TAMPI_Ineighbor_alltoall(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%ring, &
        REQUEST t%ierr)
    else
      call MPI_Neighbor_alltoall(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%ring, t%ierr)
    end if
  end subroutine

  subroutine post_alltoallv(t)
    type(Trial), target, intent(inout) :: t
    integer, parameter :: in_order(2) = [0, 1]
    call prepare(t)
    t%displs(3:4) = in_order ! must live as long as the operation
    if (bound) then
      call TAMPI_Ineighbor_alltoallv(t%out, t%counts, t%displs(3:4), MPI_INTEGER, t%in, t%counts, &
        t%displs, MPI_INTEGER, t%ring, REQUEST t%ierr)
    else
      call MPI_Neighbor_alltoallv(t%out, t%counts, t%displs(3:4), MPI_INTEGER, t%in, t%counts, &
        t%displs, MPI_INTEGER, t%ring, t%ierr)
    end if
  end subroutine

  subroutine post_alltoallw(t)
    type(Trial), target, intent(inout) :: t
    call prepare(t)
    t%bytes(3:4) = [0, 4]
    if (bound) then
      call TAMPI_Ineighbor_alltoallw(t%out, t%counts, t%bytes(3:4), t%types, t%in, t%counts, &
        t%bytes, t%types, t%ring, REQUEST t%ierr)
    else
      call MPI_Neighbor_alltoallw(t%out, t%counts, t%bytes(3:4), t%types, t%in, t%counts, t%bytes, &
        t%types, t%ring, t%ierr)
    end if
  end subroutine
end module
