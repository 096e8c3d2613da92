! Collective operations with separate buffers, blocking and bound. Rank r's first element for rank s
! is 1000 r + s, its second one 500 more; of vectors every third place stays free.
#include "fortran_types.fh"
module fortran_collectives
  use fortran_support
  implicit none
  integer, parameter, private :: calls = 6 ! the layer's own way comes after some
contains
  subroutine add_collectives
    call add('MPI_Barrier', post_barrier, check_barrier)
    call add('MPI_Bcast', post_bcast, check_bcast)
    call add('MPI_Gather', post_gather, check_gather)
    call add('MPI_Gatherv', post_gatherv, check_gatherv)
    call add('MPI_Scatter', post_scatter, check_scatter)
    call add('MPI_Scatterv', post_scatterv, check_scatterv)
    call add('MPI_Allgather', post_allgather, check_allgather)
    call add('MPI_Allgatherv', post_allgatherv, check_allgatherv)
    call add('MPI_Alltoall', post_alltoall, check_alltoall)
    call add('MPI_Alltoallv', post_alltoallv, check_alltoallv)
    call add('MPI_Alltoallw', post_alltoallw, check_alltoallv)
    call add('MPI_Reduce', post_reduce, check_reduce)
    call add('MPI_Allreduce', post_allreduce, check_allreduce)
    call add('MPI_Reduce_scatter', post_reduce_scatter, check_reduce_scatter)
    call add('MPI_Reduce_scatter_block', post_reduce_scatter_block, check_reduce_scatter_block)
    call add('MPI_Scan', post_scan, check_scan)
    call add('MPI_Exscan', post_exscan, check_exscan)
    call add('MPI_Comm_dup', post_dup, check_dup)
    call add('MPI_Comm_dup_with_info', post_dup_with_info, check_dup)
  end subroutine

  ! Two elements for each rank, in places 1, 2, 4, 5, ...
  subroutine vectors(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%counts = 2
    t%displs = [(3 * i, i = 0, most_ranks - 1)]
    t%types = MPI_INTEGER
    do i = 0, ranks - 1
      t%out(3 * i + 1:3 * i + 2) = [1000 * me + i, 1000 * me + i + 500]
    end do
  end subroutine
  subroutine expect_vectors(t, to)
    type(Trial), target, intent(inout) :: t
    integer, intent(in) :: to
    integer :: i
    do i = 0, ranks - 1
      call expect(all(t%in(3 * i + 1:3 * i + 3) == [1000 * i + to, 1000 * i + to + 500, -1]), t%name)
    end do
  end subroutine
  pure integer function triangle(n)
    integer, intent(in) :: n
    triangle = n * (n - 1) / 2
  end function

  ! Nobody leaves it before all have come.
  subroutine post_barrier(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    if (.not. bound) then
      do i = 1, calls
        call MPI_Barrier(t%comm, t%ierr)
      end do
    end if
    call system_clock(t%place)
    if (bound) then
      call TAMPI_Ibarrier(t%comm, REQUEST t%ierr)
    else
      call MPI_Barrier(t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_barrier(t)
    type(Trial), target, intent(inout) :: t
    integer(MPI_OFFSET_KIND) :: now, latest
    integer :: ierr
    call system_clock(now)
    call MPI_Allreduce(t%place, latest, 1, MPI_INTEGER8, MPI_MAX, t%comm, ierr)
    call expect(now >= latest, t%name)
  end subroutine

  subroutine post_bcast(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    if (bound) then
      t%in = merge(71, -5, me == 1)
      call TAMPI_Ibcast(t%in, room, MPI_INTEGER, 1, t%comm, REQUEST t%ierr)
      return
    end if
    do i = 1, calls
      t%in = merge(71 - calls + i, -5, me == 1)
      call MPI_Bcast(t%in, room, MPI_INTEGER, 1, t%comm, t%ierr)
      call expect(all(t%in == 71 - calls + i), t%name)
    end do
  end subroutine
  subroutine check_bcast(t)
    type(Trial), target, intent(inout) :: t
    call expect(all(t%in == 71), t%name)
  end subroutine

  subroutine post_gather(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = 1000 * me
    if (bound) then
      call TAMPI_Igather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, REQUEST t%ierr)
    else
      call MPI_Gather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_gather(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    if (me == 0) call expect(all(t%in(1:ranks) == [(1000 * i, i = 0, ranks - 1)]), t%name)
    call expect(all(t%in(merge(ranks + 1, 1, me == 0):) == -1), trim(t%name) // ': too much')
  end subroutine

  subroutine post_gatherv(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    if (bound) then
      call TAMPI_Igatherv(t%out, 2, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, 0, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Gatherv(t%out, 2, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, 0, t%comm, &
        t%ierr)
    end if
  end subroutine
  subroutine check_gatherv(t)
    type(Trial), target, intent(inout) :: t
    if (me == 0) call expect_vectors(t, 0)
  end subroutine

  subroutine post_scatter(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:ranks) = [(30 + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Iscatter(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, REQUEST t%ierr)
    else
      call MPI_Scatter(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, 0, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_scatter(t)
    type(Trial), target, intent(inout) :: t
    call expect(all(t%in(1:2) == [30 + me, -1]), t%name)
  end subroutine

  subroutine post_scatterv(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    if (bound) then
      call TAMPI_Iscatterv(t%out, t%counts, t%displs, MPI_INTEGER, t%in, 2, MPI_INTEGER, 1, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Scatterv(t%out, t%counts, t%displs, MPI_INTEGER, t%in, 2, MPI_INTEGER, 1, t%comm, &
        t%ierr)
    end if
  end subroutine
  subroutine check_scatterv(t)
    type(Trial), target, intent(inout) :: t
    call expect(all(t%in(1:3) == [1000 + me, 1500 + me, -1]), t%name)
  end subroutine

  subroutine post_allgather(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1) = 1000 * me
    if (bound) then
      call TAMPI_Iallgather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, REQUEST t%ierr)
      return
    end if
    do i = 1, calls
      t%in = -1
      call MPI_Allgather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, t%ierr)
      call check_allgather(t)
    end do
  end subroutine
  subroutine check_allgather(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect(all(t%in(1:ranks + 1) == [(1000 * i, i = 0, ranks - 1), -1]), t%name)
  end subroutine

  subroutine post_allgatherv(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    if (bound) then
      call TAMPI_Iallgatherv(t%out, 2, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Allgatherv(t%out, 2, MPI_INTEGER, t%in, t%counts, t%displs, MPI_INTEGER, t%comm, &
        t%ierr)
    end if
  end subroutine
  subroutine check_allgatherv(t)
    type(Trial), target, intent(inout) :: t
    call expect_vectors(t, 0)
  end subroutine

  subroutine post_alltoall(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:ranks) = [(1000 * me + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Ialltoall(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, REQUEST t%ierr)
      return
    end if
    do i = 1, calls
      t%in = -1
      call MPI_Alltoall(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%comm, t%ierr)
      call check_alltoall(t)
    end do
  end subroutine
  subroutine check_alltoall(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect(all(t%in(1:ranks + 1) == [(1000 * i + me, i = 0, ranks - 1), -1]), t%name)
  end subroutine

  subroutine post_alltoallv(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    if (bound) then
      call TAMPI_Ialltoallv(t%out, t%counts, t%displs, MPI_INTEGER, t%in, t%counts, t%displs, &
        MPI_INTEGER, t%comm, REQUEST t%ierr)
    else
      call MPI_Alltoallv(t%out, t%counts, t%displs, MPI_INTEGER, t%in, t%counts, t%displs, &
        MPI_INTEGER, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_alltoallv(t)
    type(Trial), target, intent(inout) :: t
    call expect_vectors(t, me)
  end subroutine

  subroutine post_alltoallw(t)
    type(Trial), target, intent(inout) :: t
    call vectors(t)
    t%displs = 4 * t%displs
    if (bound) then
      call TAMPI_Ialltoallw(t%out, t%counts, t%displs, t%types, t%in, t%counts, t%displs, t%types, &
        t%comm, REQUEST t%ierr)
    else
      call MPI_Alltoallw(t%out, t%counts, t%displs, t%types, t%in, t%counts, t%displs, t%types, &
        t%comm, t%ierr)
    end if
  end subroutine

  subroutine post_reduce(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:5) = [(me + i, i = 0, 4)]
    if (bound) then
      call TAMPI_Ireduce(t%out, t%in, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, REQUEST t%ierr)
      return
    end if
    do i = 1, calls
      t%in = -1
      call MPI_Reduce(t%out, t%in, 5, MPI_INTEGER, MPI_SUM, 1, t%comm, t%ierr)
      call check_reduce(t)
    end do
  end subroutine
  subroutine check_reduce(t)
    type(Trial), target, intent(inout) :: t
    if (me == 1) call check_allreduce(t)
    if (me /= 1) call expect(all(t%in == -1), trim(t%name) // ': a sum where no root is')
  end subroutine

  subroutine post_allreduce(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:5) = [(me + i, i = 0, 4)]
    if (bound) then
      call TAMPI_Iallreduce(t%out, t%in, 5, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
      return
    end if
    do i = 1, calls
      t%in = -1
      call MPI_Allreduce(t%out, t%in, 5, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
      call check_allreduce(t)
    end do
  end subroutine
  subroutine check_allreduce(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call expect(all(t%in(1:6) == [(triangle(ranks) + ranks * i, i = 0, 4), -1]), t%name)
  end subroutine

  subroutine post_reduce_scatter(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:2 * ranks) = [(me + i, i = 0, 2 * ranks - 1)]
    if (bound) then
      call TAMPI_Ireduce_scatter(t%out, t%in, t%counts, MPI_INTEGER, MPI_SUM, t%comm, &
        REQUEST t%ierr)
    else
      call MPI_Reduce_scatter(t%out, t%in, t%counts, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_reduce_scatter(t)
    type(Trial), target, intent(inout) :: t
    integer :: first
    first = triangle(ranks) + ranks * 2 * me
    call expect(all(t%in(1:3) == [first, first + ranks, -1]), t%name)
  end subroutine

  subroutine post_reduce_scatter_block(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    t%out(1:ranks) = [(me + i, i = 0, ranks - 1)]
    if (bound) then
      call TAMPI_Ireduce_scatter_block(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Reduce_scatter_block(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_reduce_scatter_block(t)
    type(Trial), target, intent(inout) :: t
    call expect(all(t%in(1:2) == [triangle(ranks) + ranks * me, -1]), t%name)
  end subroutine

  subroutine post_scan(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me
    if (bound) then
      call TAMPI_Iscan(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Scan(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_scan(t)
    type(Trial), target, intent(inout) :: t
    call expect(t%in(1) == triangle(me + 1), t%name)
  end subroutine

  subroutine post_exscan(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me
    if (bound) then
      call TAMPI_Iexscan(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, REQUEST t%ierr)
    else
      call MPI_Exscan(t%out, t%in, 1, MPI_INTEGER, MPI_SUM, t%comm, t%ierr)
    end if
  end subroutine
  subroutine check_exscan(t)
    type(Trial), target, intent(inout) :: t
    if (me > 0) call expect(t%in(1) == triangle(me), t%name)
  end subroutine

  subroutine post_dup(t)
    type(Trial), target, intent(inout) :: t
    if (bound) then
      call TAMPI_Comm_idup(t%comm, t%made, REQUEST t%ierr)
    else
      call MPI_Comm_dup(t%comm, t%made, t%ierr)
    end if
  end subroutine
  subroutine check_dup(t)
    type(Trial), target, intent(inout) :: t
    integer :: sum, ierr
    call MPI_Allreduce(me, sum, 1, MPI_INTEGER, MPI_SUM, t%made, ierr)
    call expect(sum == triangle(ranks), t%name)
    call MPI_Comm_free(t%made, ierr)
    call expect(ierr == MPI_SUCCESS .and. t%made == MPI_COMM_NULL, 'MPI_Comm_free')
  end subroutine

  ! MPI_Comm_idup_with_info is MPI-4's.
  subroutine post_dup_with_info(t)
    type(Trial), target, intent(inout) :: t
    if (.not. bound) then
      call MPI_Comm_dup_with_info(t%comm, MPI_INFO_NULL, t%made, t%ierr)
      return
    end if
#ifdef WITH_MPI_4
    call TAMPI_Comm_idup_with_info(t%comm, MPI_INFO_NULL, t%made, REQUEST t%ierr)
#else
    call TAMPI_Comm_idup(t%comm, t%made, REQUEST t%ierr)
#endif
  end subroutine
end module
