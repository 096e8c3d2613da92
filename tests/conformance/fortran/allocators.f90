! allocators: omp_alloc and omp_free by C pointers, traits, the allocate clause.
program allocators
  use omp_lib
  use iso_c_binding
  implicit none
  integer(omp_allocator_handle_kind) :: allocator
  type(omp_alloctrait) :: traits(1)
  type(c_ptr) :: bytes
  integer(c_int), pointer :: numbers(:)
  integer :: x, wrong

  traits(1) = omp_alloctrait(omp_atk_alignment, 128_omp_alloctrait_val_kind)
  allocator = omp_init_allocator(omp_default_mem_space, 1, traits)
  if (allocator == omp_null_allocator) stop 1
  bytes = omp_alloc(400_c_size_t, allocator)
  if (.not. c_associated(bytes)) stop 2
  call c_f_pointer(bytes, numbers, [100])
  numbers = 5
  if (sum(numbers) /= 500) stop 3
  call omp_free(bytes, allocator)
  x = 3
  wrong = 0
  !$omp parallel firstprivate(x) allocate(omp_default_mem_alloc: x) reduction(+:wrong)
  if (x /= 3) wrong = wrong + 1
  !$omp end parallel
  call omp_destroy_allocator(allocator)
  call omp_set_default_allocator(omp_default_mem_alloc)
  if (omp_get_default_allocator() /= omp_default_mem_alloc .or. wrong /= 0) stop 4
end program allocators
