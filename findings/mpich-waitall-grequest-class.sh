#!/bin/sh
# MPICH: MPI_Waitall loses the error class of a generalized request.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1.
#
# Behaviour: the query function of a generalized request returns MPI_ERR_BUFFER. MPI_Wait of the
# request returns that class. MPI_Waitall of the same returns MPI_ERR_IN_STATUS, as it should, but
# MPI_ERROR of the status has the class MPI_ERR_OTHER. MPI says of MPI_Waitall that the status holds
# the error code of the request (MPI-3.1, 3.7.5), which for a generalized request is what its query
# function returns (12.2).
#
# Seen: "MPI_Wait: MPI_ERR_BUFFER, MPI_Waitall: MPI_ERR_OTHER".
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with
# one process, and fails if it prints anything else. Not part of the test suite: it needs the
# package index, or Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

if [ "${1:-pypi}" = debian ]; then
  apt-get download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 >/dev/null
  for package in *.deb; do dpkg -x "$package" root; done
  library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
  header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
  build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
else
  python3 -m venv venv
  venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
  build() { venv/bin/mpicc "$1" -o "$2"; }
fi

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static int query(void* state, MPI_Status* status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_ERR_BUFFER;
}
static int release(void* state) { return (void)state, MPI_SUCCESS; }
static int cancel(void* state, int complete) { return (void)state, (void)complete, MPI_SUCCESS; }

static const char* class_of(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class == MPI_ERR_BUFFER  ? "MPI_ERR_BUFFER"
         : class == MPI_ERR_OTHER ? "MPI_ERR_OTHER"
         : class == MPI_SUCCESS   ? "MPI_SUCCESS"
                                  : "another class";
}

static void start(MPI_Request* request) {
  MPI_Grequest_start(query, release, cancel, NULL, request);
  MPI_Grequest_complete(*request);
}

int main(void) {
  MPI_Request request;
  MPI_Status status;
  char version[MPI_MAX_LIBRARY_VERSION_STRING];
  int length;
  MPI_Init(NULL, NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Get_library_version(version, &length);
  fprintf(stderr, "%.40s\n", version);
  start(&request);
  const int single = MPI_Wait(&request, &status);
  start(&request);
  const int several = MPI_Waitall(1, &request, &status);
  printf("MPI_Wait: %s, MPI_Waitall: %s\n", class_of(single),
         several == MPI_ERR_IN_STATUS ? class_of(status.MPI_ERROR) : "not MPI_ERR_IN_STATUS");
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='MPI_Wait: MPI_ERR_BUFFER, MPI_Waitall: MPI_ERR_OTHER'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
