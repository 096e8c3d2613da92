#!/bin/sh
# Intel MPI: MPI_Reduce by the program's own operator leaves out elements of a datatype with gaps.
#
# Versions: impi-rt and impi-devel 2021.19.0 of PyPI, fabric shm. MPICH 5.0.2 and Open MPI 4.1.4 and
# 5.0.11 are right.
#
# Behaviour: an element is two integers of four (a vector of stride 2, extended to 16 bytes); a
# commutative operator of the program adds them. Two processes reduce n elements with rank 1 as root. Up
# to 1024 elements every sum is right. With 1025 to 1353 those from the 1025th on are rank 1's own
# ones: it seems that rank 0's are not sent. From 1354 on all are right again. With rank 0 as root the
# first n - 1024 elements are wrong instead, and with three or four processes some of the terms are
# missing. The calls return MPI_SUCCESS. MPI_Ireduce and MPI_Allreduce with the same arguments are right,
# as are MPI_Reduce by an operator that isn't commutative, and of a datatype of four integers without
# a gap. What the result should be: MPI-3.1, 5.9.1; the program's own operators: 5.9.5.
#
# Seen: "1024 elements: 0 wrong, 1025: 1, 1100: 76, 1353: 329, 1354: 0". With I_MPI_ADJUST_REDUCE set to
# 1 to 7, which chooses another algorithm, none is wrong: the remedy.
#
# Without Tidemill. Installs the packages in a temporary folder, builds and runs a small program with two
# processes, and fails if it prints anything else. Not part of the test suite: it needs the package
# index. (impi-rt asks for a libfabric that isn't there; without it, only shm works.)
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

python3 -m venv venv
venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
export I_MPI_ROOT="$folder/venv" I_MPI_FABRICS=shm I_MPI_HYDRA_IFACE=lo UCX_NET_DEVICES=lo

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

enum { kMost = 1354 };
struct Element {
  int first, gap, second, other_gap;
};
static struct Element own[kMost], sum[kMost];

static void add(void* in, void* inout, int* count, MPI_Datatype* type) {
  const struct Element* from = in;
  struct Element* to = inout;
  (void)type;
  for (int i = 0; i < *count; ++i) {
    to[i].first += from[i].first;
    to[i].second += from[i].second;
  }
}

static int wrong(int count, MPI_Datatype type, MPI_Op op, int rank) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    own[i] = (struct Element){.first = i + rank, .second = 2 * i + rank};
    sum[i] = (struct Element){0};
  }
  MPI_Reduce(own, sum, count, type, op, 1, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i) found += sum[i].first != 2 * i + 1 || sum[i].second != 4 * i + 1;
  return found;
}

int main(void) {
  static const int counts[] = {1024, 1025, 1100, 1353, 1354};
  int rank, found[5];
  MPI_Datatype pair, type;
  MPI_Op op;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Type_vector(2, 1, 2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, sizeof(struct Element), &type);
  MPI_Type_commit(&type);
  MPI_Op_create(add, 1, &op);
  for (int i = 0; i < 5; ++i) found[i] = wrong(counts[i], type, op, rank);
  if (rank == 1)
    printf("%d elements: %d wrong, %d: %d, %d: %d, %d: %d, %d: %d\n", counts[0], found[0], counts[1], found[1],
           counts[2], found[2], counts[3], found[3], counts[4], found[4]);
  MPI_Finalize();
  return 0;
}
END
cc -Ivenv/include program.c -o program -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"

expected='1024 elements: 0 wrong, 1025: 1, 1100: 76, 1353: 329, 1354: 0'
seen=$(venv/bin/mpiexec.hydra -n 2 ./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
for algorithm in 1 2 3 4 5 6 7; do
  seen=$(I_MPI_ADJUST_REDUCE=$algorithm venv/bin/mpiexec.hydra -n 2 ./program)
  if [ "$seen" != '1024 elements: 0 wrong, 1025: 0, 1100: 0, 1353: 0, 1354: 0' ]; then
    echo "wrong with algorithm $algorithm, too: $seen" >&2
    exit 1
  fi
done
