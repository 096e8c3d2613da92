#!/bin/sh
# MPICH, Intel MPI: MPI_Ibcast on an intercommunicator loses the message, unless rank 0 is the root.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1; with `intel`,
# impi-rt and impi-devel 2021.19.0 of PyPI. Open MPI 4.1.4 and 5.0.11 are right.
#
# Behaviour: two groups of two processes, an intercommunicator between them. One process of the first
# group passes MPI_ROOT, its neighbour MPI_PROC_NULL, and the second group the root's rank. If the root is
# rank 0 of its group, both processes of the second group receive the number. If it is rank 1, both
# buffers stay as they were, and all calls return MPI_SUCCESS: it seems that the message reaches rank 0
# of the second group, which then takes rank 1's buffer instead of handing its own on. MPI_Bcast is
# right with the same arguments, and MPI says that the non-blocking form has the same effect (MPI-3.1,
# 5.12; intercommunicators: 5.2.3 and 5.4). A second group of one process loses nothing; with some
# larger groups the program is aborted. MPI_Igather, MPI_Iscatter and MPI_Ireduce were right on all
# groups of 3 to 5 processes, with 1 to 40,000 elements.
#
# Seen: "root 0: 42 42, root 1: -1 -1", where all should be 42.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with four
# processes, and fails if it prints anything else. Not part of the test suite: it needs the package
# index, or Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export HYDRA_IFACE=lo UCX_NET_DEVICES=lo I_MPI_HYDRA_IFACE=lo I_MPI_FABRICS=shm

case "${1:-pypi}" in
  debian)
    apt-get -qq -o APT::Sandbox::User=root download mpich=4.0.2-3+b1 libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
      { echo "the packages cannot be downloaded" >&2; exit 2; }
    for package in *.deb; do dpkg -x "$package" root; done
    library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
    header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
    build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
    mpiexec=$folder/root/usr/bin/mpiexec.hydra
    ;;
  intel)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
    export I_MPI_ROOT="$folder/venv"
    build() { cc -Ivenv/include "$1" -o "$2" -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"; }
    mpiexec=venv/bin/mpiexec.hydra
    ;;
  *)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
    build() { venv/bin/mpicc "$1" -o "$2"; }
    mpiexec=venv/bin/mpiexec.hydra
    ;;
esac

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

int main(void) {
  MPI_Comm group, inter;
  int rank, own, got[2][4];
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int sends = rank < 2;
  MPI_Comm_split(MPI_COMM_WORLD, sends, rank, &group);
  MPI_Comm_rank(group, &own);
  MPI_Intercomm_create(group, 0, MPI_COMM_WORLD, sends ? 2 : 0, 0, &inter);
  for (int root = 0; root < 2; ++root) {
    int number = sends && own == root ? 42 : -1;
    MPI_Request request;
    MPI_Ibcast(&number, 1, MPI_INT, !sends ? root : own == root ? MPI_ROOT : MPI_PROC_NULL, inter, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gather(&number, 1, MPI_INT, got[root], 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  if (rank == 0)
    printf("root 0: %d %d, root 1: %d %d\n", got[0][2], got[0][3], got[1][2], got[1][3]);
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='root 0: 42 42, root 1: -1 -1'
seen=$("$mpiexec" -n 4 ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
