#!/usr/bin/env bash
# Installs the Debian packages into a bare system as a user would, and uses them: dependences, the
# command, an existing program, the examples with CMake and with pkg-config and each MPI. As root, in
# a system that may be thrown away (tests/repo/clean_room.sh --packages).
#
# usage: use_packages.sh FOLDER_OF_PACKAGES
set -euo pipefail
packages=$(cd "${1?name the folder of the packages}" && pwd)
export DEBIAN_FRONTEND=noninteractive
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none
export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo HYDRA_IFACE=lo
examples=/usr/share/doc/tidemill/examples

step() { printf -- '-- %s\n' "$*"; }
fail() { printf 'use_packages: %s\n' "$*" >&2; exit 1; }
install() { apt-get -qq install --yes --no-install-recommends "$@" >/tmp/apt.log 2>&1 ||
  { tail -n 20 /tmp/apt.log >&2; fail "apt-get install $*"; }; }
installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

apt-get -qq update
step "the runtime alone brings no MPI"
install "$packages"/tidemill_*.deb
! installed libopenmpi3 || fail "tidemill brings Open MPI"
! installed libmpich12 || fail "tidemill brings MPICH"
tidemill info
ldconfig -p | grep -q 'libtidemill\.so\.0' || fail "the loader does not know libtidemill.so.0"

step "an existing program"
install gcc libc6-dev
cat >/tmp/old.c <<'C'
#include <omp.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int members = 0;
#pragma omp parallel num_threads(3) reduction(+ : members)
  members += 1;
  char line[4096];
  int ours = 0;
  FILE* maps = fopen("/proc/self/maps", "r");
  while (fgets(line, sizeof line, maps)) ours |= strstr(line, "/usr/lib/libtidemill.so") != 0;
  printf("%d members on %s\n", members, ours ? "tidemill" : "another runtime");
  return 0;
}
C
gcc -fopenmp /tmp/old.c -o /tmp/old
[ "$(/tmp/old)" = '3 members on another runtime' ] || fail "installing changed a program by itself"
[ "$(tidemill run -- /tmp/old)" = '3 members on tidemill' ] || fail "tidemill run"

# build_and_run MPI: the three examples, both ways.
build_and_run() {
  local mpi=$1 language variable
  for language in c cxx fortran; do
    case $language in
      c) variable=MPICC=mpicc.$mpi ;;
      cxx) variable=MPICXX=mpicxx.$mpi ;;
      fortran) variable=MPIFC=mpif90.$mpi ;;
    esac
    step "$mpi, $language"
    rm -rf /tmp/example /tmp/build
    cp -r "$examples/$language" /tmp/example
    make -s -C /tmp/example MPI="$mpi" "$variable"
    run "$mpi" /tmp/example/ring
    cmake -S "$examples/$language" -B /tmp/build -DMPI_C_COMPILER=mpicc."$mpi" \
      -DMPI_CXX_COMPILER=mpicxx."$mpi" -DMPI_Fortran_COMPILER=mpif90."$mpi" >/tmp/cmake.log
    cmake --build /tmp/build >>/tmp/cmake.log || { cat /tmp/cmake.log; exit 1; }
    run "$mpi" /tmp/build/ring
  done
}

run() {
  readelf -d "$2" | grep -q 'NEEDED.*libtidemill\.so' || fail "$2 is not linked with libtidemill"
  ! readelf -d "$2" | grep -q 'NEEDED.*libgomp' || fail "$2 is linked with libgomp too"
  OMP_NUM_THREADS=2 mpirun."$1" -n 2 "$2" | tee /tmp/said
  grep -q '64 blocks each, 0 wrong' /tmp/said || fail "$2"
}

install g++ gfortran make cmake pkg-config binutils
install "$packages"/tidemill-mpi-openmpi_*.deb libopenmpi-dev openmpi-bin
! installed libmpich12 || fail "the layer of Open MPI brings MPICH"
build_and_run openmpi
install "$packages"/tidemill-mpi-mpich_*.deb libmpich-dev mpich
build_and_run mpich

step "and goes without a trace"
apt-get -qq remove --yes tidemill >/tmp/apt.log 2>&1 || fail "apt-get remove"
! ls /usr/lib/libtidemill* 2>/dev/null || fail "files are left behind"
[ "$(/tmp/old)" = '3 members on another runtime' ]
step "the packages work"
