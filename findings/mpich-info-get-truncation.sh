#!/bin/sh
# MPICH, Intel MPI: MPI_Info_get fails where the value is longer than asked for.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1; with `intel`,
# impi-rt and impi-devel 2021.19.0 of PyPI. Open MPI 4.1.4 and 5.0.11 are right.
#
# Behaviour: an info has the value "abcdef", and MPI_Info_get is asked for 3 characters of it. MPI says that
# the value is truncated (MPI-3.1, chapter 9; deprecated since MPI-4.0, and the same there). MPICH
# writes "abc", and returns an error of class MPI_ERR_INFO_VALUE, which ends all processes under the
# default error handler. MPI_Info_get_string of MPI-4.0, asked for as much, returns MPI_SUCCESS.
#
# Seen: "MPI_Info_get: abc, MPI_ERR_INFO_VALUE, MPI_Info_get_string: abc, MPI_SUCCESS".
# Remedy: ask MPI_Info_get_valuelen first.
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
export I_MPI_FABRICS=shm

case "${1:-pypi}" in
  debian)
    apt-get -qq -o APT::Sandbox::User=root download libmpich-dev=4.0.2-3+b1 libmpich12=4.0.2-3+b1 ||
      { echo "the packages cannot be downloaded" >&2; exit 2; }
    for package in *.deb; do dpkg -x "$package" root; done
    library=$(dirname "$(find "$folder/root" -name 'libmpich.so.12')")
    header=$(dirname "$(find "$folder/root" -path '*mpich/mpi.h')")
    build() { cc -I"$header" "$1" -o "$2" "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined; }
    ;;
  intel)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install --no-deps impi-rt==2021.19.0 impi-devel==2021.19.0
    export I_MPI_ROOT="$folder/venv"
    build() { cc -Ivenv/include "$1" -o "$2" -Lvenv/lib -lmpi -Wl,-rpath,"$folder/venv/lib"; }
    ;;
  *)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install mpich==5.0.2
    build() { venv/bin/mpicc "$1" -o "$2"; }
    ;;
esac

cat >program.c <<'END'
#include <mpi.h>
#include <stdio.h>

static const char* class_of(int code) {
  int class;
  MPI_Error_class(code, &class);
  return class == MPI_SUCCESS ? "MPI_SUCCESS" : class == MPI_ERR_INFO_VALUE ? "MPI_ERR_INFO_VALUE" : "another class";
}

int main(void) {
  MPI_Info info;
  char old[16] = "", new[16] = "";
  int found, room = 4; /* with the null character */
  MPI_Init(NULL, NULL);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "abcdef");
  const int by_get = MPI_Info_get(info, "key", 3, old, &found);
  const int by_get_string = MPI_Info_get_string(info, "key", &room, new, &found);
  printf("MPI_Info_get: %s, %s, MPI_Info_get_string: %s, %s\n", old, class_of(by_get), new, class_of(by_get_string));
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
END
build program.c program

expected='MPI_Info_get: abc, MPI_ERR_INFO_VALUE, MPI_Info_get_string: abc, MPI_SUCCESS'
seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
