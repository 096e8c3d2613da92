#!/bin/sh
# MPICH: a message to oneself is lost if the request of its send was freed.
#
# Versions: Debian 12's mpich 4.0.2-3+b1. mpich 5.0.2 of PyPI and Open MPI 4.1.4 are right.
#
# Behaviour: MPI_Request_free of an active send leaves the send to complete (MPI-3.1, 3.7.3). A process
# sends to itself and frees the request before it posts the receive. If it posts a receive of another
# message in between, the message never comes: it seems that the other receive gets the freed request's
# memory, which is still in the list of messages that wait for a receive.
#
# Seen: "kept: received", "freed: received", "freed, and another receive posted: lost".
#
# Without Tidemill. Downloads the packages to a temporary folder, builds and runs a small program with
# one process, and fails if it prints anything else. Not part of the test suite: it needs Debian's archive.
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
#include <unistd.h>

int main(int argc, char** argv) {
  int freed = argc > 1, another = argc > 2, out = 5, in = 0, never, done = 0;
  MPI_Request send, receive, other;
  MPI_Init(NULL, NULL);
  MPI_Isend(&out, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &send);
  if (freed) MPI_Request_free(&send);
  if (another) MPI_Irecv(&never, 1, MPI_INT, 0, 2, MPI_COMM_SELF, &other);
  MPI_Irecv(&in, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &receive);
  for (long i = 0; i < 100000 && !done; ++i) MPI_Test(&receive, &done, MPI_STATUS_IGNORE);
  printf("%s%s: %s\n", freed ? "freed" : "kept", another ? ", and another receive posted" : "",
         done && in == out ? "received" : "lost");
  fflush(stdout);
  _exit(0); /* MPI_Finalize might wait for what is lost */
}
END
cc -I"$header" program.c -o program "$library/libmpich.so.12" -Wl,-rpath,"$library" -Wl,--allow-shlib-undefined

expected="kept: received
freed: received
freed, and another receive posted: lost"
seen=$(./program && ./program freed && ./program freed another)
echo "$seen"
if [ "$seen" != "$expected" ]; then
  echo "no longer so; it was: $expected" >&2
  exit 1
fi
