! Collective operations with MPI_IN_PLACE, which each interface has an object of its own for. What
! they give is checked as fortran_collectives does.
#include "fortran_types.fh"
module fortran_in_place
  use fortran_support
  use fortran_collectives
  implicit none
contains
  subroutine add_in_place
    call add('MPI_Gather in place', post_gather_in, check_gather)
    call add('MPI_Gatherv in place', post_gatherv_in, check_gatherv)
    call add('MPI_Scatter in place', post_scatter_in, check_scatter_in)
    call add('MPI_Scatterv in place', post_scatterv_in, check_scatterv_in)
    call add('MPI_Allgather in place', post_allgather_in, check_allgather)
    call add('MPI_Allgatherv in place', post_allgatherv_in, check_allgatherv)
    call add('MPI_Alltoall in place', post_alltoall_in, check_alltoall)
    call add('MPI_Alltoallv in place', post_alltoallv_in, check_alltoallv)
    call add('MPI_Alltoallw in place', post_alltoallw_in, check_alltoallv)
    call add('MPI_Reduce in place', post_reduce_in, check_reduce_in)
    call add('MPI_Allreduce in place', post_allreduce_in, check_allreduce)
    call add('MPI_Reduce_scatter in place', post_reduce_scatter_in, check_reduce_scatter_in)
    call add('MPI_Reduce_scatter_block in place', post_block_in, check_block_in)
    call add('MPI_Scan in place', post_scan_in, check_scan)
    call add('MPI_Exscan in place', post_exscan_in, check_exscan)
  end subroutine

  ! What this rank gives is where it receives.
  subroutine own_part(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    t%in(3 * me + 1:3 * me + 2) = [1000 * me, 1000 * me + 500]
  end subroutine

  subroutine post_gather_in(t)
    type(Trial), target, intent(inout) :: t
    if (me /= 0) then
      call post_gather(t)
      return
    end if
    t%in(1) = 0
    if (bound) then
      call TAMPI_Igather(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_gatherv_in(t)
    type(Trial), target, intent(inout) :: t
    if (me /= 0) then
      call post_gatherv(t)
      return
    end if
    call own_part(t)
    if (bound) then
      call TAMPI_Igatherv(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, 0, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Gatherv(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, 0, &
        t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_scatter_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    if (me /= 0) then
      call post_scatter(t)
      return
    end if
    t%out(1:ranks) = [(30 + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Iscatter(t%out, 1, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 0, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Scatter(t%out, 1, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 0, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_scatter_in(t)
    type(Trial), target, intent(inout) :: t
    if (me /= 0) call check_scatter(t)
    if (me == 0) call expect(all(t%in == -1), trim(t%name) // ': received by the root')
  end subroutine

  subroutine post_scatterv_in(t)
    type(Trial), target, intent(inout) :: t
    if (me /= 1) then
      call post_scatterv(t)
      return
    end if
    call vectors(t)
    if (bound) then
      call TAMPI_Iscatterv(t%out, t%counts, t%displs, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 1, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Scatterv(t%out, t%counts, t%displs, MPI_INTEGER, MPI_IN_PLACE, 0, MPI_INTEGER, 1, &
        t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_scatterv_in(t)
    type(Trial), target, intent(inout) :: t
    if (me /= 1) call check_scatterv(t)
    if (me == 1) call expect(all(t%in == -1), trim(t%name) // ': received by the root')
  end subroutine

  subroutine post_allgather_in(t)
    type(Trial), target, intent(inout) :: t
    t%in(me + 1) = 1000 * me
    if (bound) then
      call TAMPI_Iallgather(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Allgather(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_allgatherv_in(t)
    type(Trial), target, intent(inout) :: t
    call own_part(t)
    if (bound) then
      call TAMPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, &
        t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_alltoall_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%in(1:ranks) = [(1000 * me + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_alltoallv_in(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    t%in = t%out
    if (bound) then
      call TAMPI_Ialltoallv(MPI_IN_PLACE, t%counts, t%displs, MPI_INTEGER, t%in, t%counts, &
        t%displs, MPI_INTEGER, t%comm, REQUEST t%ierr)
    else
      call MPI_Alltoallv(MPI_IN_PLACE, t%counts, t%displs, MPI_INTEGER, t%in, t%counts, t%displs, &
        MPI_INTEGER, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_alltoallw_in(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    t%in = t%out
    t%displs = 4 * t%displs
    if (bound) then
      call TAMPI_Ialltoallw(MPI_IN_PLACE, t%counts, t%displs, t%types, t%in, t%counts, t%displs, &
        t%types, t%comm, REQUEST t%ierr)
    else
      call MPI_Alltoallw(MPI_IN_PLACE, t%counts, t%displs, t%types, t%in, t%counts, t%displs, &
        t%types, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_reduce_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%in(1:5) = [(me + i, i = 0, 4)]
    if (bound .and. me == 1) then
      call TAMPI_Ireduce(MPI_IN_PLACE, t%in, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, REQUEST t%ierr)
    else if (bound) then
      call TAMPI_Ireduce(t%in, t%out, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, REQUEST t%ierr)
    else if (me == 1) then
      call MPI_Reduce(MPI_IN_PLACE, t%in, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, t%ierr)
    else
      call MPI_Reduce(t%in, t%out, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_reduce_in(t)
    type(Trial), target, intent(inout) :: t
    if (me == 1) call check_allreduce(t)
    call expect(all(t%out == -1), trim(t%name) // ': a sum where no root is')
  end subroutine

  subroutine post_allreduce_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%in(1:5) = [(me + i, i = 0, 4)]
    if (bound) then
      call TAMPI_Iallreduce(MPI_IN_PLACE, t%in, 5, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Allreduce(MPI_IN_PLACE, t%in, 5, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_reduce_scatter_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%in(1:2 * ranks) = [(me + i, i = 0, 2 * ranks - 1)]
    if (bound) then
      call TAMPI_Ireduce_scatter(MPI_IN_PLACE, t%in, t%counts, MPI_INTEGER, MPI_SUM, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Reduce_scatter(MPI_IN_PLACE, t%in, t%counts, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_reduce_scatter_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: first
    first = triangle(ranks) + ranks * 2 * me
    call expect(all(t%in(1:2) == [first, first + ranks]), t%name)
  end subroutine

  subroutine post_block_in(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%in(1:ranks) = [(me + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Ireduce_scatter_block(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Reduce_scatter_block(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_block_in(t)
    type(Trial), target, intent(inout) :: t
    call expect(t%in(1) == triangle(ranks) + ranks * me, t%name)
  end subroutine

  subroutine post_scan_in(t)
    type(Trial), target, intent(inout) :: t
    t%in(1) = me
    if (bound) then
      call TAMPI_Iscan(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Scan(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_exscan_in(t)
    type(Trial), target, intent(inout) :: t
    t%in(1) = me
    if (bound) then
      call TAMPI_Iexscan(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Exscan(MPI_IN_PLACE, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
end module
