#!/usr/bin/env bash
# Proves that the README's commands work on a fresh machine: runs each command given in a new
# minimal system that holds nothing but git and this repository's last commit, as root.
#
# usage: clean_room.sh [--suite NAME] [--mirror URL] [--cache FILE] [--worktree] [--packages] [COMMAND]...
#   COMMAND     a line run in the clone (default: scripts/demo, then scripts/test)
#   --packages  first builds the Debian packages in a system of their own; the commands' systems have
#               them in /root/packages (default COMMAND: tests/install/use_packages.sh)
#   --suite     bookworm (default), or another debootstrap knows, e.g. noble (Ubuntu 24.04)
#   --cache     keeps the bare system in FILE (a .tar), and takes it from there the next time
#   --worktree  copies the files as they are instead of cloning the last commit
#
# Needs root and debootstrap (for Ubuntu on Debian also the package ubuntu-keyring). Each command's
# system lives in namespaces of its own: its mounts and processes end with it, whatever happens, and
# nothing outside its folder is written.
set -euo pipefail
source "$(dirname "$0")/../../scripts/lib.sh"

suite=bookworm mirror='' cache='' worktree=0 packages=0
commands=()
while [ $# -gt 0 ]; do
  case $1 in
    --suite | --mirror | --cache)
      [ $# -gt 1 ] || fail "$1: its value is missing"
      declare "${1#--}=$2"
      shift 2
      ;;
    --worktree) worktree=1; shift ;;
    --packages) packages=1; shift ;;
    -h | --help) sed -n '2,15s/^# \{0,1\}//p' "$0"; exit ;;
    -*) fail "unknown option '$1': see clean_room.sh --help" ;;
    *) commands+=("$1"); shift ;;
  esac
done
if [ ${#commands[@]} = 0 ]; then
  commands=(scripts/demo scripts/test)
  [ $packages = 0 ] || commands=('tests/install/use_packages.sh /root/packages')
fi
[ "$(id -u)" = 0 ] || fail "only root can change its root folder: run it as root"
command -v debootstrap >/dev/null || fail "debootstrap is missing: apt-get install debootstrap"
components=main
case $suite in
  jammy | noble)
    components=main,universe
    mirror=${mirror:-http://archive.ubuntu.com/ubuntu}
    ;;
  *) mirror=${mirror:-http://deb.debian.org/debian} ;;
esac

scratch=$(mktemp -d "${TMPDIR:-/tmp}/tidemill-clean-room-XXXXXX")
trap 'rm -rf --one-file-system "$scratch"' EXIT

make_base() {
  if [ -n "$cache" ] && [ -s "$cache" ]; then
    return
  fi
  say "making a bare $suite"
  local script=()
  # A debootstrap older than an Ubuntu makes it by the script that they all share.
  [ -e "/usr/share/debootstrap/scripts/$suite" ] || script=(gutsy)
  debootstrap --variant=minbase --include=git,ca-certificates --components=$components \
    "$suite" "$scratch/base" "$mirror" "${script[@]}" >"$scratch/debootstrap.log" 2>&1 ||
    { tail -n 20 "$scratch/debootstrap.log" >&2; fail "debootstrap $suite failed: see above"; }
  [ -n "$cache" ] || cache=$scratch/base.tar
  tar -C "$scratch/base" --numeric-owner -cf "$cache.part" .
  mv "$cache.part" "$cache"
  rm -rf --one-file-system "$scratch/base"
}

# A new system in folder $1: the bare one, this machine's way to the network, the repository.
furnish() {
  local room=$1
  mkdir "$room"
  tar -C "$room" --numeric-owner -xpf "$cache"
  cp -L /etc/resolv.conf "$room/etc/resolv.conf"
  # As the installer of either distribution writes it: without it every MPI start looks the name up.
  printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$(hostname)" >"$room/etc/hosts"
  # Proxies and the like. Not the whole of apt's configuration: its hooks name programs that a
  # bare system does not have.
  apt-config dump | grep '^Acquire::' >"$room/etc/apt/apt.conf.d/99clean-room" || true
  # A proxy may have a certificate of its own.
  if [ -d /usr/local/share/ca-certificates ]; then
    cp -rL /usr/local/share/ca-certificates "$room/usr/local/share/"
    chroot "$room" update-ca-certificates >/dev/null 2>&1
  fi
  # No package may start a service in here.
  printf '#!/bin/sh\nexit 101\n' >"$room/usr/sbin/policy-rc.d"
  chmod +x "$room/usr/sbin/policy-rc.d"
  if [ $worktree = 1 ]; then
    mkdir "$room/root/tidemill"
    git -C "$root" ls-files -z --cached --others --exclude-standard |
      tar -C "$root" --null --files-from=- -c | tar -C "$room/root/tidemill" -x
  else
    git clone --quiet --no-hardlinks "$root" "$room/root/tidemill"
  fi
  [ ! -d "$scratch/packages" ] || cp -r "$scratch/packages" "$room/root/packages"
}

# Runs command $2 in the system in folder $1.
run_in() {
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --kill-child bash -euo pipefail -c '
    room=$1 command=$2
    mount -t proc proc "$room/proc"
    mount --rbind -o ro /sys "$room/sys"
    mount --rbind /dev "$room/dev"
    mount -t tmpfs tmpfs "$room/dev/shm"
    exec env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
      TERM="${TERM:-dumb}" http_proxy="${http_proxy-}" https_proxy="${https_proxy-}" \
      chroot "$room" bash -c "cd /root/tidemill && $command"
  ' clean-room "$1" "$2" </dev/null
}

make_base
if [ $worktree = 0 ] && [ -n "$(git -C "$root" status --porcelain)" ]; then
  warn "the last commit is tested: what is not committed is left out (--worktree takes it in)"
fi
if [ $packages = 1 ]; then
  furnish "$scratch/room"
  stage "$suite: scripts/package" run_in "$scratch/room" "scripts/package --out /root/packages" ||
    fail "the packages cannot be built on a bare $suite"
  mv "$scratch/room/root/packages" "$scratch/packages"
  rm -rf --one-file-system "$scratch/room"
fi
failed=0
for command in "${commands[@]}"; do
  furnish "$scratch/room"
  if stage "$suite: $command" run_in "$scratch/room" "$command"; then
    say "clean room: '$command' works on a bare $suite"
  else
    say "clean room: '$command' FAILS on a bare $suite"
    failed=1
  fi
  rm -rf --one-file-system "$scratch/room"
done
print_stages
exit $failed
