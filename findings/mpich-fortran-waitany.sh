#!/bin/sh
# MPICH: in Fortran MPI_Waitany and MPI_Testany return MPI_UNDEFINED + 1 as the index of no request.
#
# Versions: Debian 12's mpich 4.0.2-3+b1, with gfortran 12.2.0, `use mpi` and mpif.h. Open MPI 4.1.4 is right.
#
# Behaviour: if none of the requests is active, or none is done in MPI_Testany, the index is
# MPI_UNDEFINED (MPI-3.1, 3.7.5). MPICH's binding adds one to each index, as Fortran counts from one, and
# to this as well. In C the index is right.
#
# A loop `do; call MPI_Waitany(n, requests, i, ...); if (i == MPI_UNDEFINED) exit` doesn't end, and
# takes element -32765 of an array.
#
# Seen: "MPI_Waitany: MPI_UNDEFINED + 1, MPI_Testany: MPI_UNDEFINED + 1".
#
# Without Tidemill. Needs gfortran, and the packages from Debian's archive, in a temporary folder; one
# process. Fails if the program prints anything else. Not part of the test suite: it needs the archive.
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
bindings=$(find "$folder/root" -name 'libmpichfort.so.12')
header=$(dirname "$(find "$folder/root" -name mpif.h)")

cat >program.F90 <<'END'
program waits
  implicit none
  include 'mpif.h'
  integer :: requests(2), waited, tested, code
  logical :: done
  call MPI_Init(code)
  requests = MPI_REQUEST_NULL
  call MPI_Waitany(2, requests, waited, MPI_STATUS_IGNORE, code)
  call MPI_Testany(2, requests, tested, done, MPI_STATUS_IGNORE, code)
  print '(a,i0,a,i0)', 'MPI_Waitany: MPI_UNDEFINED + ', waited - MPI_UNDEFINED, &
      ', MPI_Testany: MPI_UNDEFINED + ', tested - MPI_UNDEFINED
  call MPI_Finalize(code)
end program
END
gfortran -I"$header" program.F90 -o program "$bindings" "$library/libmpich.so.12" \
  -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined
seen=$(./program)
echo "$seen"
expected='MPI_Waitany: MPI_UNDEFINED + 1, MPI_Testany: MPI_UNDEFINED + 1'
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
