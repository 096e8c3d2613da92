! Fortran's side of omp_*: strings with lengths, allocators, locks, 8-byte integers.
program affinity_format
  use omp_lib
  implicit none
  character(len=40) :: buffer
  character(len=4) :: short
  integer :: length
  integer(omp_nest_lock_kind) :: guarded(3)
  integer(omp_lock_kind) :: lock
  type(omp_alloctrait) :: traits(1)
  integer(omp_allocator_handle_kind) :: allocator

  call omp_set_affinity_format('thread %n of %N  ')
  buffer = 'x'
  length = omp_get_affinity_format(buffer)
  call check(length == 17, 'length of the format')
  call check(buffer == 'thread %n of %N', 'the format')
  length = omp_capture_affinity(buffer, '')
  call check(buffer == 'thread 0 of 1', 'captured by the standard format')
  length = omp_capture_affinity(short, 'level %0.5L')
  call check(length == 11 .and. short == 'leve', 'cut at the buffer''s end')

  guarded = 77
  call omp_init_nest_lock(guarded(2))
  call omp_set_nest_lock(guarded(2))
  call check(omp_test_nest_lock(guarded(2)) == 2, 'nested lock')
  call omp_unset_nest_lock(guarded(2))
  call omp_unset_nest_lock(guarded(2))
  call omp_destroy_nest_lock(guarded(2))
  call check(guarded(1) == 77 .and. guarded(3) == 77, 'a nested lock keeps to its variable')
  call omp_init_lock(lock)
  call check(omp_test_lock(lock), 'lock')
  call omp_unset_lock(lock)
  call omp_destroy_lock(lock)

  traits(1) = omp_alloctrait(omp_atk_alignment, 128)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  call check(allocator /= omp_null_allocator, 'an allocator')
  call omp_set_default_allocator(allocator)
  call check(omp_get_default_allocator() == allocator, 'the default allocator')
  call omp_set_default_allocator(omp_default_mem_alloc)
  call omp_destroy_allocator(allocator)

  call omp_set_num_teams(3)
  call check(omp_get_max_teams() == 3, 'teams')
  call omp_set_teams_thread_limit(2)
  call check(omp_get_teams_thread_limit() == 2, 'limit of teams')
  call check(omp_get_place_num_procs(-1) == 0, 'no such place')
contains
  subroutine check(good, what)
    logical, intent(in) :: good
    character(len=*), intent(in) :: what
    if (.not. good) then
      print *, 'wrong: ', what
      error stop 1
    end if
  end subroutine check
end program affinity_format
