# What the scripts of this folder share. To be sourced, from any folder.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc)

say() { printf '%s\n' "$*"; }
warn() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() {
  warn "$*"
  exit 1
}

# What the script's comment at its top says.
usage() { sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"; }

# The environment MPI programs are tested in: nothing of the caller's OpenMP or Tidemill settings,
# more ranks than cores allowed, traffic on this machine's loopback interface only.
test_environment() {
  local name
  for name in $(compgen -e); do
    case $name in
      OMP_* | GOMP_* | KMP_* | TIDEMILL_*) unset "$name" ;;
    esac
  done
  export OMPI_MCA_rmaps_base_oversubscribe=1
  export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
  export HYDRA_IFACE=lo
  # By itself Open MPI ties each of two ranks to one core, with all the threads it has.
  export OMPI_MCA_hwloc_base_binding_policy=none
  # What it comes to on one machine: it asks each process for a network's adaptor first (PSM2), which
  # takes 0.2 s where there is none.
  export OMPI_MCA_pml=ob1
  # It removes its folder with the last of its runs, perhaps while the next one is about to use it:
  # tests run side by side. With something in it the folder stays.
  mkdir -p "${TMPDIR:-/tmp}/ompi.$(uname -n | cut -d. -f1).$(id -u)/kept"
  # Open MPI refuses root unless told twice.
  if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
    export PRTE_ALLOW_RUN_AS_ROOT=1 PRTE_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
}

# The value of NAME in the CMake cache of preset PRESET.
cache_value() {
  sed -n "s/^$2:[A-Z]*=//p" "$root/build/$1/CMakeCache.txt"
}

# A Python that has the modules named; Debian's own first, for which apt installs modules.
python_with() {
  local python imports
  imports=$(printf 'import %s;' "$@")
  for python in /usr/bin/python3 python3; do
    if command -v "$python" >/dev/null && "$python" -c "$imports" 2>/dev/null; then
      printf '%s\n' "$python"
      return
    fi
  done
  fail "no python3 has the modules: $*: scripts/install-deps --for demo installs them"
}

stages=()

# Runs a command as a named stage, and remembers how long it took.
stage() {
  local name=$1 begin=$SECONDS status=0
  shift
  say "== $name"
  "$@" || status=$?
  stages+=("$(printf '%5d s  %s%s' $((SECONDS - begin)) "$name" \
    "$([ $status = 0 ] || printf ' (failed)')")")
  return $status
}

print_stages() {
  say "== time"
  printf '%s\n' "${stages[@]}"
  printf '%5d s  in all\n' "$SECONDS"
}
