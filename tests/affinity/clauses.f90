! What the forms of an affinity do by this compiler: a line for each, as clauses.c. With -DCLAUSE
! for compilers that take the clause.
module forms
  use, intrinsic :: iso_c_binding
  use tidemill_affinity
  use omp_lib
  implicit none
  integer, target :: a(4096), x, y, z
  character(len=64) :: text = ' '
contains
  subroutine own()
    integer(c_int) :: kind, strict, here
    integer(c_intptr_t) :: value
    character(len=24) :: number
    if (omp_get_task_affinity(kind, value, strict) == 0) then
      text = 'none'
      return
    end if
    write (number, '(i0)') value
    if (kind == omp_affinity_thread) text = 'thread '//trim(number)
    if (kind == omp_affinity_numa) text = 'node '//trim(number)
    if (kind == omp_affinity_data) then
      write (number, '(i0)') (value - transfer(c_loc(a(1)), value))/4 + 1
      text = 'data a('//trim(number)//')'
      if (value == transfer(c_loc(x), value)) text = 'data x'
      if (value == transfer(c_loc(y), value)) text = 'data y'
      if (value == transfer(c_loc(z), value)) text = 'data z'
    end if
    if (strict /= 0) text = trim(text)//', strict'
    here = merge(omp_get_thread_num(), int(omp_get_node_num()), kind == omp_affinity_thread)
    if (strict /= 0 .and. kind /= omp_affinity_data .and. here /= value) &
      text = trim(text)//', not followed'
  end subroutine

  subroutine report(form)
    character(len=*), intent(in) :: form
    print '(a,": ",a)', form, trim(text)
    text = ' '
  end subroutine

  subroutine calls()
    integer(c_int) :: kind, strict
    integer(c_intptr_t) :: value
    call omp_set_task_affinity(omp_affinity_thread, 5, 0)
    !$omp task shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('call omp_set_task_affinity(omp_affinity_thread, 5, 0)')
    call omp_set_task_affinity(omp_affinity_numa, 2, TIDEMILL_STRICT)
    !$omp task shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('call omp_set_task_affinity(omp_affinity_numa, 2, TIDEMILL_STRICT)')
    call omp_set_task_affinity(omp_affinity_data, c_loc(a(7)), 0)
    !$omp task shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('call omp_set_task_affinity(omp_affinity_data, c_loc(a(7)), 0)')
    call omp_set_task_affinity(omp_affinity_data, c_loc(a(7)), 0)
    !$omp task shared(text) private(kind, value, strict)
    if (omp_get_task_affinity(kind, value, strict) == 0) stop 1
    call omp_set_task_affinity(kind, value, strict)
    !$omp task shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    !$omp end task
    !$omp taskwait
    call report('call omp_set_task_affinity(kind, value, strict), as its creator reads its own back')
  end subroutine

  subroutine inferred()
    !$omp task depend(out: x, y) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('depend(out: x, y), inferred')
    !$omp task depend(in: x) depend(out: y) depend(inout: z) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('depend(in: x) depend(out: y) depend(inout: z), inferred')
  end subroutine

#ifdef CLAUSE
  subroutine clauses()
    !$omp task affinity(a(tidemill_thread(5))) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('affinity(a(tidemill_thread(5)))')
    !$omp task affinity(a(tidemill_node(2, TIDEMILL_STRICT))) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('affinity(a(tidemill_node(2, TIDEMILL_STRICT)))')
    !$omp task affinity(a(tidemill_data(c_loc(a(7))))) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('affinity(a(tidemill_data(c_loc(a(7)))))')
    !$omp task affinity(a(8:24)) shared(text)
    call own()
    !$omp end task
    !$omp taskwait
    call report('affinity(a(8:24))')
  end subroutine
#endif
end module

program main
  use forms
  implicit none
  a = 1
  !$omp parallel num_threads(8)
  !$omp single
  if (omp_get_num_nodes() /= 4) stop 1
  call calls()
  call inferred()
#ifdef CLAUSE
  call clauses()
#endif
  !$omp end single
  !$omp end parallel
end program
