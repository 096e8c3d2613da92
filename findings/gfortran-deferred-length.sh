#!/bin/sh
# gfortran: a task shares the length of a character variable that its `firstprivate` names.
#
# Versions: gfortran 12.2.0-14+deb12u1 of Debian 12.
#
# Behaviour: `character(len=:), allocatable :: name` has the value 'hello'. A task with firstprivate(name) is
# held back by a dependence, and its creator sets the name to 'ab' meanwhile. The task should have its own
# copy, the length with it (OpenMP 5.2, 5.4.4). It finds the length 2: the compiler keeps the length in a
# variable of its own, which the task shares, and copies the characters only. `private` and `firstprivate` of
# a parallel region share the length in the same way: an assignment in the region changes that of the variable
# outside. Where the other text is longer, what lies beyond the copy is read. A character variable of fixed
# length, and one of deferred length inside a derived type, are copied as they should be.
#
# Seen: "deferred length: 2, in a derived type: 5, fixed length: 5", where all should be 5. Remedy: a derived
# type with the variable as component, or a copy in a block around the task.
#
# Without Tidemill: on libgomp. Fails if the lengths are others. Not part of the test suite: it tests a
# compiler.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

cat >program.f90 <<'END'
program lengths
  implicit none
  type holder
    character(len=:), allocatable :: name
  end type
  character(len=:), allocatable :: name
  character(len=5) :: fixed
  type(holder) :: held_name
  integer :: found(3), held, go
  name = 'hello'
  held_name%name = 'hello'
  fixed = 'hello'
  held = 0
  go = 0
  found = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: held) shared(go)
  call wait_for(go)
  !$omp end task
  !$omp task firstprivate(name, held_name, fixed) shared(found) depend(in: held)
  found = [len(name), len(held_name%name), len_trim(fixed)]
  !$omp end task
  name = 'ab'
  held_name%name = 'ab'
  fixed = 'ab'
  !$omp atomic write
  go = 1
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print '(3(a,i0))', 'deferred length: ', found(1), ', in a derived type: ', found(2), ', fixed length: ', found(3)

contains
  subroutine wait_for(flag)
    integer :: flag, seen
    seen = 0
    do while (seen == 0)
      !$omp atomic read
      seen = flag
    end do
  end subroutine
end program
END

expected='deferred length: 2, in a derived type: 5, fixed length: 5'
for level in -O0 -O2; do
  "${FC:-gfortran}" $level -fopenmp program.f90 -o program
  seen=$(env -u OMP_THREAD_LIMIT OMP_DYNAMIC=false ./program)
  echo "$level: $seen"
  if [ "$seen" != "$expected" ]; then
    echo "no longer so; it was: $expected" >&2
    exit 1
  fi
done
