#!/bin/sh
# MPICH 4.0, Intel MPI: MPI_Status_set_elements counts elements of the datatype, not its basic elements.
#
# Versions: Debian 12's mpich 4.0.2-3+b1; with the argument `intel`, impi-rt and impi-devel 2021.19.0 of PyPI.
# MPICH 5.0.2 and Open MPI 4.1.4 and 5.0.11 are right.
#
# Behaviour: a datatype is an integer and a double. The query function of a generalized request has one and a
# half of them to tell, three basic elements, and passes 3 to MPI_Status_set_elements. MPI says that
# MPI_Get_elements returns the same number then (MPI-3.1, 12.3), so 3, and MPI_Get_count MPI_UNDEFINED. Here
# MPI_Get_elements gives 6, and MPI_Get_count 3. With a datatype of one basic element the two meanings agree.
# MPI_Get_elements of a message that is received counts basic elements, as it should.
#
# A library that makes its own operations by generalized requests tells its callers too large counts.
#
# Seen: "elements 6, count 3; one and a half received: elements 3, count undefined". Remedy: tell bytes
# (MPI_BYTE), and ask in bytes.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs Debian's archive, or the
# package index.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo

if [ "${1:-debian}" = intel ]; then
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
  export I_MPI_ROOT="$folder/venv" I_MPI_FABRICS=shm
  build() { cc -Ivenv/include "$1" -o "$2" -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"; }
else
  apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
    { echo "the packages cannot be downloaded" >&2; exit 2; }
  for package in *.deb; do dpkg -x "$package" root; done
  library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
  header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
  build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>

struct Element {
  int number;
  double value;
};
static MPI_Datatype element;

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, element, 3);
  MPI_Status_set_cancelled(status, 0);
  return MPI_SUCCESS;
}
static int release(void* state) {
  (void)state;
  return MPI_SUCCESS;
}
static int cancel(void* state, int complete) {
  (void)state, (void)complete;
  return MPI_SUCCESS;
}

static void tell(const MPI_Status* status, const char* end) {
  int elements, count;
  MPI_Get_elements(status, element, &elements);
  MPI_Get_count(status, element, &count);
  if (count == MPI_UNDEFINED)
    printf("elements %d, count undefined%s", elements, end);
  else
    printf("elements %d, count %d%s", elements, count, end);
}

int main(void) {
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {offsetof(struct Element, number), offsetof(struct Element, value)};
  const MPI_Datatype parts[2] = {MPI_INT, MPI_DOUBLE};
  const struct Element from[2] = {{1, 1.5}, {2, 2.5}};
  struct Element to[2];
  MPI_Datatype one_and_a_half;
  MPI_Request request;
  MPI_Status status;
  MPI_Init(NULL, NULL);
  MPI_Type_create_struct(2, lengths, places, parts, &element);
  MPI_Type_commit(&element);
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, &status);
  tell(&status, "; ");
  const int more_lengths[2] = {1, 1};
  const MPI_Aint more_places[2] = {0, sizeof(struct Element)};
  const MPI_Datatype more_parts[2] = {element, MPI_INT};
  MPI_Type_create_struct(2, more_lengths, more_places, more_parts, &one_and_a_half);
  MPI_Type_commit(&one_and_a_half);
  MPI_Sendrecv(from, 1, one_and_a_half, 0, 0, to, 2, element, 0, 0, MPI_COMM_SELF, &status);
  printf("one and a half received: ");
  tell(&status, "\n");
  MPI_Type_free(&one_and_a_half);
  MPI_Type_free(&element);
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='elements 6, count 3; one and a half received: elements 3, count undefined'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
