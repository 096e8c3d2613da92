#!/bin/sh
# MPICH: the status of a receive from MPI_PROC_NULL names another source.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1. Intel MPI 2021.19
# and Open MPI 4.1.4 and 5.0.11 are right.
#
# Behaviour: MPI says that the status of a receive from MPI_PROC_NULL has the source MPI_PROC_NULL, the
# tag MPI_ANY_TAG and the count 0 (MPI-3.1, 3.11). MPI_Recv gives that. After a persistent receive
# (MPI_Recv_init, MPI_Start, MPI_Wait) the source is MPI_ANY_SOURCE, in both versions: it seems that the
# status of an inactive request is given. After MPI_Irecv 4.0.2 gives source 0 and tag 0.
#
# Programs that exchange halos with MPI_PROC_NULL at the rim of the domain, and ask the status whether
# there was a neighbour, take the one that isn't there for a rank.
#
# Seen: 5.0.2 "MPI_Recv: source MPI_PROC_NULL, tag MPI_ANY_TAG", the same of "MPI_Irecv", "persistent:
# source MPI_ANY_SOURCE, tag MPI_ANY_TAG"; 4.0.2 has "MPI_Irecv: source 0, tag 0".
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with
# one process, and fails if it prints anything else. Not part of the test suite: it needs the
# package index, or Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo

irecv='source MPI_PROC_NULL, tag MPI_ANY_TAG'
if [ "${1:-pypi}" = debian ]; then
  apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  for package in *.deb; do dpkg -x "$package" root; done
  library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
  header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
  build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
  irecv='source 0, tag 0'
else
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
  build() { venv/bin/mpicc "$1" -o "$2"; }
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void tell(const char* name, const MPI_Status* status) {
  printf("%s: source ", name);
  if (status->MPI_SOURCE == MPI_PROC_NULL)
    printf("MPI_PROC_NULL");
  else if (status->MPI_SOURCE == MPI_ANY_SOURCE)
    printf("MPI_ANY_SOURCE");
  else
    printf("%d", status->MPI_SOURCE);
  if (status->MPI_TAG == MPI_ANY_TAG)
    printf(", tag MPI_ANY_TAG\n");
  else
    printf(", tag %d\n", status->MPI_TAG);
}

int main(void) {
  int number;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(NULL, NULL);
  status.MPI_SOURCE = status.MPI_TAG = -77;
  MPI_Recv(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &status);
  tell("MPI_Recv", &status);
  status.MPI_SOURCE = status.MPI_TAG = -77;
  MPI_Irecv(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, &status);
  tell("MPI_Irecv", &status);
  status.MPI_SOURCE = status.MPI_TAG = -77;
  MPI_Recv_init(&number, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
  MPI_Start(&request);
  MPI_Wait(&request, &status);
  tell("persistent", &status);
  MPI_Request_free(&request);
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected="MPI_Recv: source MPI_PROC_NULL, tag MPI_ANY_TAG
MPI_Irecv: $irecv
persistent: source MPI_ANY_SOURCE, tag MPI_ANY_TAG"
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
