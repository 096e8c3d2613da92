! many constructs together: the entry points with a trailing underscore, tasks, dependences, reductions, locks.
program fortran
  use omp_lib
  implicit none
  integer :: i, members, x, last
  integer(8) :: total
  integer :: hits(200)
  integer(omp_lock_kind) :: lock
  double precision :: before

  before = omp_get_wtime()
  call omp_set_dynamic(.false.)
  members = 0
  !$omp parallel reduction(+:members)
  members = members + 1
  if (omp_get_num_threads() /= omp_get_max_threads()) call fail('omp_get_num_threads')
  !$omp end parallel
  if (members /= omp_get_max_threads()) call fail('members of a team')

  hits = 0
  !$omp parallel do schedule(dynamic, 3) lastprivate(last)
  do i = 200, 1, -1
    hits(i) = hits(i) + 1
    last = i
  end do
  if (any(hits /= 1) .or. last /= 1) call fail('a dynamic loop')

  total = 0
  !$omp parallel do schedule(guided) reduction(+:total) collapse(2)
  do i = 1, 10
    do x = 1, 20
      total = total + i * x
    end do
  end do
  if (total /= 55 * 210) call fail('a reduction')

  x = 0
  !$omp parallel shared(x)
  !$omp single
  do i = 1, 100
    !$omp task depend(inout: x) firstprivate(i) shared(x)
    if (x /= i - 1) call fail('a chain of dependences')
    x = i
    !$omp end task
  end do
  !$omp taskwait
  if (x /= 100) call fail('taskwait')
  !$omp taskgroup
  !$omp taskloop grainsize(5) shared(hits)
  do i = 1, 200
    hits(i) = hits(i) + 1
  end do
  !$omp end taskloop
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  if (any(hits /= 2)) call fail('a taskloop')

  call omp_init_lock(lock)
  x = 0
  !$omp parallel shared(x, lock) private(i)
  do i = 1, 100
    call omp_set_lock(lock)
    x = x + 1
    call omp_unset_lock(lock)
    !$omp critical (named)
    total = total + 1
    !$omp end critical (named)
  end do
  !$omp end parallel
  if (x /= 100 * omp_get_max_threads()) call fail('a lock')
  if (total /= 55 * 210 + x) call fail('a critical section')
  call omp_destroy_lock(lock)
  if (omp_get_wtime() < before) call fail('omp_get_wtime')

contains
  subroutine fail(what)
    character(*), intent(in) :: what
    print *, 'FAILED: ', what
    stop 1
  end subroutine fail
end program fortran
