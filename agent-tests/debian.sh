# Sourced by jdks.sh and servers.sh: an apt of our own for Debian's packages, which leaves the host's alone. The folder
# that has it is $folder; the releases are the arguments of use_debian.

if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
  echo "$(basename "$0") needs a Debian or Ubuntu host${without_debian:+; $without_debian}" >&2
  exit 1
fi

mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
apt=$folder/.apt

# use_debian SUITE...: packages come from these releases
use_debian() {
  local mirror suite options
  mkdir -p "$apt"/{etc/apt/{preferences.d,apt.conf.d},var/lib/{apt/lists/partial,dpkg},var/cache/apt/archives/partial}
  : >"$apt/var/lib/dpkg/status"
  mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
  if [ -z "$mirror" ] && [ -f /etc/apt/sources.list ]; then
    mirror=$(sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*debian[^ ]*\) .*/\2/p' /etc/apt/sources.list | head -1)
  fi
  mirror=${mirror:-http://deb.debian.org/debian}
  for suite in "$@"; do
    options=signed-by=/usr/share/keyrings/debian-archive-keyring.gpg
    # The index of an archived release is not signed anew; of the others an old one may be held back to hide a fix.
    if [ "$suite" = bullseye ] || [ -n "${STALE_MIRROR:-}" ]; then options="$options check-valid-until=no"; fi
    echo "deb [$options] $mirror $suite main"
  done >"$apt/etc/apt/sources.list"
  cat >"$apt/apt.conf" <<CONF
Dir "$apt";
Dir::State::status "$apt/var/lib/dpkg/status";
Dir::Etc::sourcelist "$apt/etc/apt/sources.list";
Dir::Etc::sourceparts "-";
Acquire::Languages "none";
APT::Architecture "$(dpkg --print-architecture)";
APT::Sandbox::User "root";
CONF
}

ours() { APT_CONFIG="$apt/apt.conf" apt-get -q "$@"; }

# Once: a release without a good index is left out, and what it has cannot be had.
updated=
update_once() {
  [ -z "$updated" ] || return 0
  ours update >/dev/null 2>"$apt/update.log" || grep '^E:' "$apt/update.log" >&2 || true
  updated=yes
}

# unpack NAME[/SUITE] FOLDER
unpack() (
  cd "$apt"
  rm -f ./*.deb
  ours download "$1" >/dev/null 2>>"$apt/download.log" || exit 1
  for package in ./*.deb; do dpkg -x "$package" "$2"; done
  rm -f ./*.deb
)
