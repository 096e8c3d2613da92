#!/bin/sh
# MPICH 4.0: MPI_Pack takes too few bytes of a datatype, or none, once the program has many of them.
#
# Versions: Debian 12's mpich 4.0.2-3+b1. MPICH 5.0.2, Intel MPI 2021.19 and Open MPI 4.1.4 and 5.0.11 are
# right.
#
# Behaviour: a program makes one contiguous datatype of two integers after the other, and keeps them. MPI_Pack
# of one element gives 8 bytes for the first 771 of them, 6 for the 256 after them, and none from then on.
# MPI_Pack_size says 8 of all. All calls return MPI_SUCCESS. MPI_Bsend and MPI_Sendrecv_replace of such
# datatypes, and MPI_Alltoall in place, lose data in the same way, or end the program. MPI_Send and MPI_Unpack
# are right, as are datatypes with gaps. It seems that the handle of a derived datatype is read as one of a
# predefined datatype, which has the datatype's size in it, and that the bytes are rounded down to a multiple
# of that size: the 772nd handle is 0xcc000300, which says 3.
#
# A program that makes a datatype for each block, or for each task, and doesn't free it, sends less than it
# should from some step on.
#
# Seen: "datatype 1: 8 of 8 bytes; 772: 6 of 8 bytes; 1028: 0 of 8 bytes". Remedy: free datatypes.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo

apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
  { echo "the packages cannot be downloaded" >&2; exit 2; }
for package in *.deb; do dpkg -x "$package" root; done
library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static void tell(int which, MPI_Datatype type, const char* end) {
  const int numbers[2] = {1, 2};
  int packed[2], bytes = 0, needed;
  MPI_Pack(numbers, 1, type, packed, sizeof packed, &bytes, MPI_COMM_SELF);
  MPI_Pack_size(1, type, MPI_COMM_SELF, &needed);
  printf("%d: %d of %d bytes%s", which, bytes, needed, end);
}

int main(void) {
  MPI_Datatype type;
  MPI_Init(NULL, NULL);
  printf("datatype ");
  for (int which = 1; which <= 1028; ++which) {
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    if (which == 1 || which == 772) tell(which, type, "; ");
    if (which == 1028) tell(which, type, "\n");
  }
  MPI_Finalize();
  return 0;
}
END
cc -I"$header" program.c -o program "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined

expected='datatype 1: 8 of 8 bytes; 772: 6 of 8 bytes; 1028: 0 of 8 bytes'
seen=$(./program 2>/dev/null) # without a word on the datatypes at the end
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
