#!/bin/sh
# MPICH 4.0, Intel MPI: persistent MPI_Gather, MPI_Scatter and MPI_Allgather give old or wrong data.
#
# Versions: Debian 12's mpich 4.0.2-3+b1; with the argument `intel`, impi-rt and impi-devel 2021.19.0 of PyPI.
# MPICH 5.0.2 and Open MPI 5.0.11 are right; Open MPI 4.1 has no such functions.
#
# Behaviour: two processes make a persistent request by MPI_Gather_init, MPI_Scatter_init or
# MPI_Allgather_init, and start it three times, each time with other numbers in the send buffer. MPI
# says that each start is the operation on what the buffers hold by then (MPI-4.0, 6.13).
#
# MPI_Gather_init: rank 0 receives, at every start, what rank 1's buffer held when the request was made,
# and its own block not at all. MPI_Scatter_init: the first start is right, after which rank 1
# receives nothing. MPI_Allgather_init (not in the program): the first start is right, later ones leave
# blocks out. All calls return MPI_SUCCESS. With three processes, MPI_Wait of some such request ends the
# program with an error. Right on two processes, with 1 to 4000 elements: MPI_Bcast_init,
# MPI_Alltoall_init, the reductions, the scans, and the forms for blocks of different length.
#
# Seen: "gather: -1 5, -1 5, -1 5; scatter: 10 11, 20 -1, 30 -1", where both should be "10 11, 20 21, 30 31".
# Remedy: the non-blocking functions, or MPI_Gatherv_init, MPI_Scatterv_init and MPI_Allgatherv_init.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with two
# processes, and fails if it prints anything else. Not part of the test suite: it needs Debian's archive,
# or the package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export HYDRA_IFACE=lo UCX_NET_DEVICES=lo I_MPI_HYDRA_IFACE=lo I_MPI_FABRICS=shm

if [ "${1:-debian}" = intel ]; then
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
  export I_MPI_ROOT="$folder/venv"
  build() { cc -Ivenv/include "$1" -o "$2" -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"; }
  mpiexec=venv/bin/mpiexec.hydra
else
  apt-get -qq -o APT::Sandbox::User=root download mpich=4.0.2-3+b1 libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  for package in *.deb; do dpkg -x "$package" root; done
  library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
  header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
  build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
  mpiexec=$folder/root/usr/bin/mpiexec.hydra
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static int send[2], got[2], all[4];

/* Rank r sends 10 * start + r; to be scattered, rank 0 has 10 * start + i for rank i. */
static void run(const char* name, MPI_Request request, int rank, int blocks, const char* end) {
  if (rank == 0) printf("%s:", name);
  for (int start = 1; start <= 3; ++start) {
    send[0] = 10 * start + rank;
    send[1] = 10 * start + 1;
    got[0] = got[1] = -1;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Gather(got, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);
    for (int i = 0; i < 4 && rank == 0; ++i)
      if (blocks & (1 << i)) printf(" %d", all[i]);
    if (rank == 0) printf("%s", start < 3 ? "," : end);
  }
  MPI_Request_free(&request);
  send[0] = send[1] = 5;
}

int main(void) {
  int rank;
  MPI_Request request;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  send[0] = send[1] = 5;
  MPI_Gather_init(send, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  run("gather", request, rank, 1 | 2, "; ");
  MPI_Scatter_init(send, 1, MPI_INT, got, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
  run("scatter", request, rank, 1 | 4, "\n");
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='gather: -1 5, -1 5, -1 5; scatter: 10 11, 20 -1, 30 -1'
seen=$("$mpiexec" -n 2 ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
