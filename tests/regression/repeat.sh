#!/usr/bin/env bash
# Repeats the tests of what was reported (docs/reported.md): our own programs, by GCC and by Clang, on
# 1, 2, 4 and 8 threads, each until it fails or has passed so many times; then the software that was
# concerned (Boehm's collector, threadpoolctl).
#
# usage: repeat.sh FOLDER [TIMES] [CTEST_ARGUMENT]...    a build folder with its tests; 100 times
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=scripts/lib.sh
. "$root/scripts/lib.sh"
[ $# -ge 1 ] || fail "usage: $0 FOLDER [TIMES] [CTEST_ARGUMENT]..."
folder=$(realpath "$1")
times=${2:-100}
shift $(($# < 2 ? $# : 2))
test_environment

# The second column of the table, as a regular expression.
tests=$(sed -n 's/^| [^|]* | \([^|]*\) |.*/\1/p' "$root/docs/reported.md" |
  grep -o '`[^`]*`' | tr -d '`' | grep -v '^software$' | sed 's/\./\\./g; s/\*\\\./.*\\./' | paste -sd '|')
[ -n "$tests" ] || fail "docs/reported.md names no tests"

failed=0
# as_blocking in whole takes a minute each time, on each number of ranks: its neighbours alone.
ctest --test-dir "$folder" --repeat "until-fail:$times" --no-tests=error -R "^($tests)" \
  -E '\.as_blocking\.r[0-9]' "$@" || failed=1
for threads in 1 2 4 8; do
  python3 "$root/tests/software/run.py" "$folder" --threads "$threads" --repeat "$times" \
    libgc libgc-tasks clang+libgc clang+libgc-tasks threadpoolctl || failed=1
done
exit $failed
