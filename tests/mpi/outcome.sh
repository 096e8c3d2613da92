#!/bin/sh
# Asserts what a program prints and how it ends.
#
#   outcome.sh hangs SECONDS TEXT CMD...   it prints TEXT, then does not end within SECONDS
#   outcome.sh fails SECONDS TEXT CMD...   it prints TEXT, and ends non-zero within SECONDS
#   outcome.sh says SECONDS TEXT CMD...    it prints TEXT, and ends well within SECONDS
#   outcome.sh silent SECONDS TEXT CMD...  it ends well within SECONDS, and does not print TEXT
#   outcome.sh lines:N SECONDS TEXT CMD... it ends well within SECONDS, with TEXT in N lines
#
# Open MPI 4.1's mpirun may hang in its own end after an abort, when all ranks have ended (its main
# thread joins PMIx's progress thread, which waits for a lock): seen once in some dozen runs on a
# busy machine. Such a run says nothing, so it is repeated.
mode=$1 seconds=$2 text=$3
shift 3
output=$(mktemp)
trap 'rm -f "$output" "$output.alone"' EXIT

# Whether the launcher, child of $1, is the only one left of what it has started.
launcher_alone() {
  launcher=$(ps -o pid= --ppid "$1") && ! ps -o stat= --ppid $launcher | grep -qv '^Z'
}
run() {
  rm -f "$output.alone"
  started=$(date +%s)
  timeout --kill-after=5 "$seconds" "$@" >"$output" 2>&1 &
  pid=$!
  (sleep $((seconds - 1)) && launcher_alone $pid && touch "$output.alone") >/dev/null 2>&1 &
  watcher=$!
  wait $pid
  code=$?
  kill $watcher 2>/dev/null
  # By the clock: the code can't tell, as a launcher may itself end with timeout's 124 or 137.
  if [ $(($(date +%s) - started)) -ge "$seconds" ]; then ended=late; else ended=$code; fi
  cat "$output"
}

run "$@"
tries=1
while [ "$mode:$ended" = fails:late ] && [ -e "$output.alone" ] && [ $tries -lt 3 ]; do
  echo "outcome: all ranks have ended, the launcher hangs by itself: once more" >&2
  run "$@"
  tries=$((tries + 1))
done
if [ "$mode" = silent ]; then
  if grep -qF "$text" "$output"; then
    echo "outcome: '$text' was printed" >&2
    exit 1
  fi
elif [ "${mode#lines:}" != "$mode" ]; then
  lines=$(grep -cF "$text" "$output")
  if [ "$lines" != "${mode#lines:}" ]; then
    echo "outcome: '$text' is in $lines lines" >&2
    exit 1
  fi
elif ! grep -qF "$text" "$output"; then
  echo "outcome: '$text' was not printed" >&2
  exit 1
fi
case "$mode:$ended" in
  hangs:late) exit 0 ;;
  hangs:*) echo "outcome: ended with $code within $seconds s, expected to hang" >&2; exit 1 ;;
  fails:0) echo "outcome: ended with 0, expected an error" >&2; exit 1 ;;
  fails:late) echo "outcome: did not end within $seconds s" >&2; exit 1 ;;
  fails:*) exit 0 ;;
  says:0 | silent:0 | lines:*:0) exit 0 ;;
  says:* | silent:* | lines:*) echo "outcome: ended with $ended" >&2; exit 1 ;;
  *) echo "outcome: unknown mode '$mode'" >&2; exit 2 ;;
esac
