#!/bin/sh
# MPICH, Intel MPI: some new communicators don't inherit their parent's error handler.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1; with `intel`,
# impi-rt and impi-devel 2021.19.0 of PyPI. Open MPI 4.1.4 and 5.0.11 inherit it everywhere.
#
# Behaviour: a communicator has MPI_ERRORS_RETURN. Those that MPI_Comm_dup, MPI_Comm_split and
# MPI_Cart_create make of it have it as well. Those of MPI_Comm_create and MPI_Comm_create_group have
# MPI_ERRORS_ARE_FATAL, and so have those of MPI_Intercomm_merge: an error in a call on them ends all
# processes, though the program has asked for return codes. MPI tells users that a new communicator
# inherits its parent's handler, so that one set for MPI_COMM_WORLD at the beginning is there for all
# (advice to users in MPI-3.1, 8.3.1, and MPI-4.0, 9.3.1).
#
# Seen: "dup: returns, split: returns, cart: returns, create: fatal, create_group: fatal, merge: fatal".
# Remedy: set the handler of such a communicator.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with two
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

static const char* handler(MPI_Comm comm) {
  MPI_Errhandler found;
  MPI_Comm_get_errhandler(comm, &found);
  return found == MPI_ERRORS_RETURN ? "returns" : found == MPI_ERRORS_ARE_FATAL ? "fatal" : "another";
}

int main(void) {
  MPI_Comm parent, half, inter, dup, split, cart, create, create_group, merge;
  MPI_Group group;
  const int size = 2, periodic = 0;
  int rank;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &parent);
  MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN);
  MPI_Comm_group(parent, &group);
  MPI_Comm_dup(parent, &dup);
  MPI_Comm_split(parent, 0, rank, &split);
  MPI_Cart_create(parent, 1, &size, &periodic, 0, &cart);
  MPI_Comm_create(parent, group, &create);
  MPI_Comm_create_group(parent, group, 0, &create_group);
  MPI_Comm_split(parent, rank, rank, &half);
  MPI_Intercomm_create(half, 0, parent, 1 - rank, 0, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
  MPI_Intercomm_merge(inter, rank, &merge);
  if (rank == 0)
    printf("dup: %s, split: %s, cart: %s, create: %s, create_group: %s, merge: %s\n", handler(dup), handler(split),
           handler(cart), handler(create), handler(create_group), handler(merge));
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='dup: returns, split: returns, cart: returns, create: fatal, create_group: fatal, merge: fatal'
seen=$("$mpiexec" -n 2 ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
