! Strict tasks from Fortran, on a machine of 4 nodes with 2 processors each, in the kernel's order
! (OMP_PLACES={0}:8): each runs on its node; after first touch, tasks run where their block lies.
program nodes
  use, intrinsic :: iso_c_binding
  use omp_lib
  use tidemill_affinity
  implicit none
  interface
    integer(c_int) function sched_getcpu() bind(c)
      import :: c_int
    end function
  end interface
  integer, parameter :: blocks = 8, words = 4096
  integer, allocatable, target :: a(:, :)  ! by mmap(): the pages of a stack may have been touched
  integer :: i, astray, nodes_seen
  allocate (a(words, blocks))
  astray = 0
  nodes_seen = 0
  !$omp parallel shared(astray, nodes_seen)
  !$omp single
  nodes_seen = omp_get_num_nodes()
  do i = 1, blocks
    !$omp task affinity(a(tidemill_node(i, TIDEMILL_STRICT), 1)) firstprivate(i) shared(astray)
    a(:, i) = i
    call check(mod(i, 4))
    !$omp end task
  end do
  !$omp taskwait
  do i = 1, blocks
    call omp_set_task_affinity(omp_affinity_data, c_loc(a(words/2, i)), TIDEMILL_STRICT)
    !$omp task firstprivate(i) shared(astray)
    call check(mod(i, 4))
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print '(i0,a,i0,a)', nodes_seen, ' nodes, ', astray, ' tasks astray'
  if (nodes_seen /= 4 .or. astray /= 0) error stop
contains
  subroutine check(node)
    integer, intent(in) :: node
    if (sched_getcpu()/2 == node) return
    !$omp atomic
    astray = astray + 1
  end subroutine
end program
