! Tidemill: the affinity of tasks to threads, memory nodes and data. tidemill/affinity.h says what
! each function does; docs/affinity.md tells more.
!
! Interfaces alone: whoever compiles this file for its module links no object of it, but -ltidemill.
!
! gfortran: `!$omp task affinity(a(tidemill_node(2)))`, where `a` is any array with an element a(1).
! flang has no affinity clause: call omp_set_task_affinity before the task construct.
module tidemill_affinity
  use, intrinsic :: iso_c_binding, only: c_int, c_intptr_t, c_ptr
  implicit none
  private :: c_int, c_intptr_t, c_ptr

  integer, parameter :: omp_affinitykind_kind = c_int
  integer(c_int), parameter :: omp_affinity_none = 0
  integer(c_int), parameter :: omp_affinity_thread = 1
  integer(c_int), parameter :: omp_affinity_numa = 2
  integer(c_int), parameter :: omp_affinity_data = 3
  integer(c_int), parameter :: TIDEMILL_STRICT = 1

  interface
    integer(c_int) function omp_get_num_nodes() bind(c)
      import :: c_int
    end function
    integer(c_int) function omp_get_node_num() bind(c)
      import :: c_int
    end function
    ! c_loc(a(1)), say.
    integer(c_int) function omp_get_node_from_data(data) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: data
    end function
    ! 1, or 0 if the task has none.
    integer(c_int) function omp_get_task_affinity(kind, value, strict) bind(c)
      import :: c_int, c_intptr_t
      integer(c_int) :: kind, strict
      integer(c_intptr_t) :: value
    end function
  end interface

  ! `value`: a number, or c_loc() of the data; or what omp_get_task_affinity says.
  interface omp_set_task_affinity
    subroutine tidemill_set_task_affinity_number(kind, value, strict) bind(c)
      import :: c_int
      integer(c_int), value :: kind, value, strict
    end subroutine
    subroutine tidemill_set_task_affinity_data(kind, value, strict) &
        bind(c, name="omp_set_task_affinity")
      import :: c_int, c_ptr
      integer(c_int), value :: kind
      type(c_ptr), value :: value
      integer(c_int), value :: strict
    end subroutine
    subroutine tidemill_set_task_affinity_word(kind, value, strict) bind(c)
      import :: c_int, c_intptr_t
      integer(c_int), value :: kind
      integer(c_intptr_t), value :: value
      integer(c_int), value :: strict
    end subroutine
  end interface

  ! For clauses; each returns 1. The second argument is TIDEMILL_STRICT, or left out.
  interface tidemill_thread
    integer(c_int) function tidemill_thread_index(thread, strict) bind(c)
      import :: c_int
      integer(c_int), value :: thread, strict
    end function
    integer(c_int) function tidemill_thread_index_1(thread) bind(c)
      import :: c_int
      integer(c_int), value :: thread
    end function
  end interface
  interface tidemill_node
    integer(c_int) function tidemill_node_index(node, strict) bind(c)
      import :: c_int
      integer(c_int), value :: node, strict
    end function
    integer(c_int) function tidemill_node_index_1(node) bind(c)
      import :: c_int
      integer(c_int), value :: node
    end function
  end interface
  interface tidemill_data
    integer(c_int) function tidemill_data_index(data, strict) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: data
      integer(c_int), value :: strict
    end function
    integer(c_int) function tidemill_data_index_1(data) bind(c)
      import :: c_int, c_ptr
      type(c_ptr), value :: data
    end function
  end interface
end module tidemill_affinity
