! Communicators, topologies and intercommunicators: made, used and freed.
#include "fortran_types.fh"
module fortran_communicators
  use fortran_support
  implicit none
contains
  subroutine add_communicators
    call add('communicators', try_communicators)
    call add('topologies', try_topologies)
    call add('intercommunicators', try_intercommunicators)
  end subroutine

  subroutine try_communicators(t)
    type(Trial), target, intent(inout) :: t
    call try_duplicates(t)
    call try_parts(t)
    call try_disconnect(t)
    call try_infos(t)
  end subroutine

  ! A sum over `comm`, of ranks in it; then it is freed.
  subroutine use_and_free(t, comm, size, what)
    type(Trial), target, intent(inout) :: t
    COMM_TYPE, intent(inout) :: comm
    integer, intent(in) :: size
    character(*), intent(in) :: what
    integer :: rank, actual, total
    call ok(t, what)
    call MPI_Comm_size(comm, actual, t%ierr)
    call MPI_Comm_rank(comm, rank, t%ierr)
    call MPI_Allreduce(rank, total, 1, MPI_INTEGER, MPI_SUM, comm, t%ierr)
    call ok(t, 'MPI_Allreduce')
    call expect(actual == size .and. total == size * (size - 1) / 2, what)
    call MPI_Comm_free(comm, t%ierr)
    call ok(t, 'MPI_Comm_free')
    call expect(comm == MPI_COMM_NULL, what // ' is still there')
  end subroutine

  subroutine try_duplicates(t)
    type(Trial), target, intent(inout) :: t
    call MPI_Comm_dup(t%comm, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Comm_dup')
    call MPI_Comm_dup_with_info(t%comm, MPI_INFO_NULL, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Comm_dup_with_info')
  end subroutine

  subroutine try_parts(t)
    type(Trial), target, intent(inout) :: t
    GROUP_TYPE :: group
    integer :: rank
    call MPI_Comm_split(t%comm, mod(me, 2), -me, t%made, t%ierr)
    call MPI_Comm_rank(t%made, rank, t%ierr)
    call expect(rank == ranks / 2 - 1 - me / 2, 'MPI_Comm_split: order of ranks')
    call use_and_free(t, t%made, ranks / 2, 'MPI_Comm_split')
    call MPI_Comm_split(t%comm, merge(1, MPI_UNDEFINED, me == 0), 0, t%made, t%ierr)
    call ok(t, 'MPI_Comm_split')
    call expect((t%made == MPI_COMM_NULL) .eqv. (me /= 0), 'MPI_Comm_split of some')
    if (me == 0) call MPI_Comm_free(t%made, t%ierr)
    call MPI_Comm_split_type(t%comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Comm_split_type')
    call MPI_Comm_group(t%comm, group, t%ierr)
    call MPI_Comm_create(t%comm, group, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Comm_create')
    call MPI_Comm_create_group(t%comm, group, 5, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Comm_create_group')
    call MPI_Group_free(group, t%ierr)
  end subroutine

  ! What is in flight on it is waited for.
  subroutine try_disconnect(t)
    type(Trial), target, intent(inout) :: t
    integer :: i
    call MPI_Comm_dup(t%comm, t%made, t%ierr)
    do i = 1, 6 ! the layer's own collectives know it by now
      t%in(1) = merge(40 + i, -1, me == 0)
      call MPI_Bcast(t%in, 1, MPI_INTEGER, 0, t%made, t%ierr)
      call expect(t%in(1) == 40 + i, 'MPI_Bcast')
    end do
    call ok(t, 'MPI_Bcast')
    call MPI_Comm_disconnect(t%made, t%ierr)
    call ok(t, 'MPI_Comm_disconnect')
    call expect(t%made == MPI_COMM_NULL, 'still connected')
  end subroutine

  ! One after the other: Open MPI 4.1 gets its topologies ready in the first such call, without a lock.
  subroutine try_topologies(t)
    type(Trial), target, intent(inout) :: t
    call try_grids(t)
    call try_graphs(t)
  end subroutine

  subroutine try_grids(t)
    type(Trial), target, intent(inout) :: t
    COMM_TYPE :: grid
    integer :: rank, coords(2)
    call MPI_Cart_create(t%comm, 2, [2, ranks / 2], [.true., .false.], .false., grid, t%ierr)
    call ok(t, 'MPI_Cart_create')
    call MPI_Cart_coords(grid, me, 2, coords, t%ierr)
    call expect(all(coords == [me / (ranks / 2), mod(me, ranks / 2)]), 'MPI_Cart_create: place')
    call MPI_Cart_sub(grid, [.false., .true.], t%made, t%ierr)
    call use_and_free(t, t%made, ranks / 2, 'MPI_Cart_sub')
    t%ierr = MPI_SUCCESS
    call use_and_free(t, grid, ranks, 'MPI_Cart_create')
    rank = -1
    call MPI_Cart_map(t%comm, 2, [2, ranks / 2], [.true., .false.], rank, t%ierr)
    call ok(t, 'MPI_Cart_map')
    call expect(rank >= 0 .and. rank < ranks, 'MPI_Cart_map')
  end subroutine

  subroutine try_graphs(t)
    type(Trial), target, intent(inout) :: t
    integer :: index(ranks), edges(ranks), i, rank
    index = [(i, i = 1, ranks)]
    edges = [(ieor(i, 1), i = 0, ranks - 1)]
    call MPI_Graph_create(t%comm, ranks, index, edges, .false., t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Graph_create')
    rank = -1
    call MPI_Graph_map(t%comm, ranks, index, edges, rank, t%ierr)
    call ok(t, 'MPI_Graph_map')
    call expect(rank >= 0 .and. rank < ranks, 'MPI_Graph_map')
    call MPI_Dist_graph_create(t%comm, 1, [me], [1], [right], [1], MPI_INFO_NULL, .false., t%made, &
      t%ierr)
    call ok(t, 'MPI_Dist_graph_create')
    call expect_neighbour(t)
    call use_and_free(t, t%made, ranks, 'MPI_Neighbor_allgather')
    call MPI_Dist_graph_create_adjacent(t%comm, 1, [left], [1], 1, [right], [1], MPI_INFO_NULL, &
      .false., t%made, t%ierr)
    call ok(t, 'MPI_Dist_graph_create_adjacent')
    call expect_neighbour(t)
    call use_and_free(t, t%made, ranks, 'MPI_Neighbor_allgather')
  end subroutine
  subroutine expect_neighbour(t)
    type(Trial), target, intent(inout) :: t
    t%out(1) = me
    t%in = -1
    call MPI_Neighbor_allgather(t%out, 1, MPI_INTEGER, t%in, 1, MPI_INTEGER, t%made, t%ierr)
    call expect(all(t%in(1:2) == [left, -1]), 'another neighbour')
  end subroutine

  subroutine try_intercommunicators(t)
    type(Trial), target, intent(inout) :: t
    COMM_TYPE :: half, inter
    integer :: root, size
    call MPI_Comm_split(t%comm, mod(me, 2), me, half, t%ierr)
    call ok(t, 'MPI_Comm_split')
    call MPI_Intercomm_create(half, 0, t%comm, 1 - mod(me, 2), 9, inter, t%ierr)
    call ok(t, 'MPI_Intercomm_create')
    call MPI_Comm_remote_size(inter, size, t%ierr)
    call expect(size == ranks / 2, 'MPI_Intercomm_create')
    root = 0
    if (is_even()) root = merge(MPI_ROOT, MPI_PROC_NULL, me == 0)
    t%in(1) = merge(77, -1, me == 0)
    call MPI_Bcast(t%in, 1, MPI_INTEGER, root, inter, t%ierr)
    call ok(t, 'MPI_Bcast')
    call expect(is_even() .or. t%in(1) == 77, 'MPI_Bcast to the other side')
    call MPI_Intercomm_merge(inter, mod(me, 2) == 1, t%made, t%ierr)
    call use_and_free(t, t%made, ranks, 'MPI_Intercomm_merge')
    call MPI_Comm_free(inter, t%ierr)
    call MPI_Comm_free(half, t%ierr)
    call ok(t, 'MPI_Comm_free')
  end subroutine

  subroutine try_infos(t)
    type(Trial), target, intent(inout) :: t
    INFO_TYPE :: info
    integer :: class, ierr, value(1)
    call MPI_Comm_dup(t%comm, t%made, t%ierr)
    call MPI_Info_create(info, t%ierr)
    call MPI_Comm_set_info(t%made, info, t%ierr)
    call ok(t, 'MPI_Comm_set_info')
    call MPI_Info_free(info, t%ierr)
    call MPI_Comm_set_errhandler(t%made, MPI_ERRORS_RETURN, t%ierr)
    call ok(t, 'MPI_Comm_set_errhandler')
    ! An error comes back to the call that made it.
    value = 1
    call MPI_Send(value, 1, MPI_INTEGER, ranks, 1, t%made, t%ierr)
    call expect(t%ierr /= MPI_SUCCESS, 'MPI_Send to no rank')
    call MPI_Error_class(t%ierr, class, ierr)
    call expect(class == MPI_ERR_RANK, 'MPI_Send to no rank: class')
    t%ierr = MPI_SUCCESS
    call use_and_free(t, t%made, ranks, 'MPI_Comm_dup')
  end subroutine
end module
