#!/usr/bin/env bash
# Measures where an MPI's non-blocking collectives give something else than its blocking ones
# (as_blocking.c, without Tidemill), on 1 to 4 ranks, and makes of it src/mpi/table/measured.txt and
# the table in docs/mpi.md. With --tasks: what blocking ones in tasks give beside those outside, by
# the Tidemill of a build folder or prefix, which makes src/mpi/table/tasks.txt and
# docs/collectives.md. The rows of MPIs that aren't among the records stay.
#
# usage: measure.sh [--tasks PREFIX] FOLDER MPICC...
#              each with its mpirun beside it; keeps the records in FOLDER, and doesn't measure again
#              what has one there. MPIs are served by the layer that `tidemill run` finds for them.
#        measure.sh [--tasks PREFIX] FOLDER
#              makes the table of the records that are there
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
# shellcheck source=scripts/lib.sh
. "$root/scripts/lib.sh"
kind=nonblocking before=() words=(nonblocking record) option=()
if [ "${1-}" = --tasks ]; then
  kind=tasks before=("$(realpath "$2")/bin/tidemill" run --task-aware --) words=(record) option=(--tasks)
  shift 2
fi
mkdir -p "$1"
folder=$(realpath "$1")
shift
test_environment
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe I_MPI_FABRICS=shm

for mpicc in "$@"; do
  mpicc=$(command -v "$mpicc")
  mpirun=${mpicc%mpicc*}mpirun${mpicc##*mpicc}
  name=$(tr / _ <<<"${mpicc#/}")
  I_MPI_ROOT=$(realpath "$(dirname "$mpicc")/..")  # Intel MPI asks for it
  export I_MPI_ROOT
  "$mpicc" -O1 -g -fopenmp -w -D_GNU_SOURCE -I"$here" "$here"/as_blocking{,_exchanges,_neighbours,_reductions}.c \
    -o "$folder/$name" -lm
  for ranks in 1 2 3 4; do
    record=$folder/$name.$kind.$ranks.txt
    [ ! -e "$record" ] || continue
    echo "measure: $mpicc, $ranks ranks"
    OMP_NUM_THREADS=1 timeout 3600 "$mpirun" -n "$ranks" ${before[@]+"${before[@]}"} "$folder/$name" \
      "${words[@]}" >"$record.part"
    mv "$record.part" "$record"
  done
done
python3 "$root/src/mpi/table/measured.py" ${option[@]+"${option[@]}"} "$folder"/*."$kind".*.txt
python3 "$root/src/mpi/table/generate.py" write "$root"
