#!/bin/sh
# flang: a task made in `single` shares what its `firstprivate` names.
#
# Versions: flang 19.1.7-3~deb12u1 of Debian 12, with libomp. gfortran 12.2.0 is right.
#
# Behaviour: in a `single` construct a loop makes tasks with `firstprivate`, once of the loop's index and
# once of another variable, which is set to it. A dependence holds the tasks back until the loops are
# over. Each task should have its own copy (OpenMP 5.2, 5.4.4), so that each sum of 1 to 8 is 36. With
# flang all tasks read the variable as it is when they run: the index is 9 then, the other one 8.
#
# Seen: "sums 72 64", where "sums 36 36" is right.
#
# Without Tidemill: on libomp. Fails if the sums are others. Not part of the test suite: it tests a
# compiler.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

mkdir -p archives/partial
apt-get -qq -y --no-install-recommends --download-only -o APT::Sandbox::User=root \
  -o Dir::Cache::archives="$folder/archives" install flang-19=1:19.1.7-3~deb12u1 libflang-19-dev=1:19.1.7-3~deb12u1 libomp-19-dev=1:19.1.7-3~deb12u1
for package in archives/*.deb; do # none if they are installed already
  if [ -e "$package" ]; then dpkg -x "$package" root; fi
done
llvm=$folder/root/usr/lib/llvm-19
export LD_LIBRARY_PATH="$llvm/lib:$folder/root/usr/lib/x86_64-linux-gnu"
for system in /usr/lib/llvm-19; do
  if [ -d "$system/lib" ]; then LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$system/lib; fi
done
flang=$(find root/usr/lib/llvm-19/bin /usr/lib/llvm-19/bin -name flang-new 2>/dev/null | head -n 1)

cat >program.f90 <<'END'
program sums
  implicit none
  integer :: i, copy, total, other, held, go
  total = 0
  other = 0
  go = 0
  !$omp parallel num_threads(2)
  !$omp single
  !$omp task depend(out: held) shared(go)
  call wait_for(go)
  !$omp end task
  do i = 1, 8
    !$omp task firstprivate(i) shared(total) depend(inout: held)
    total = total + i
    !$omp end task
  end do
  do i = 1, 8
    copy = i
    !$omp task firstprivate(copy) shared(other) depend(inout: held)
    other = other + copy
    !$omp end task
  end do
  !$omp atomic write
  go = 1
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  print '(a,i0,1x,i0)', 'sums ', total, other

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
"$flang" -fopenmp program.f90 -o program -L"$llvm/lib" -L/usr/lib/llvm-19/lib
seen=$(./program)
echo "$seen"
if [ "$seen" != "sums 72 64" ]; then
  echo "no longer so; it was: sums 72 64" >&2
  exit 1
fi
