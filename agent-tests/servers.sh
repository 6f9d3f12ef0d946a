#!/bin/bash
# Fetches nginx and HAProxy from Debian's packages into .servers/ at the project's root, where the soak looks for
# them. Nothing is installed on the host.
#
#   agent-tests/servers.sh                         both
#   SERVERS=FOLDER agent-tests/servers.sh          another folder (then: mvn verify -Psoak -Dsoak.servers=FOLDER)
#   STALE_MIRROR=yes agent-tests/servers.sh        takes outdated indexes, too, from a mirror of your own that lags behind
#
# They are of Debian 12, with the libraries that they need beside them; .servers/run PROGRAM ARGS...
# starts one. What cannot be had is named, and is not an error: the tests name what they did not find, too.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=${SERVERS:-$root/.servers}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
  echo "servers.sh needs a Debian or Ubuntu host" >&2
  exit 1
fi

# An apt of our own, which leaves the host's alone.
apt=$folder/.apt
mkdir -p "$apt"/{etc/apt/{preferences.d,apt.conf.d},var/lib/{apt/lists/partial,dpkg},var/cache/apt/archives/partial}
: >"$apt/var/lib/dpkg/status"
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
if [ -z "$mirror" ] && [ -f /etc/apt/sources.list ]; then
  mirror=$(sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*debian[^ ]*\) .*/\2/p' /etc/apt/sources.list | head -1)
fi
mirror=${mirror:-http://deb.debian.org/debian}
options=signed-by=/usr/share/keyrings/debian-archive-keyring.gpg
[ -z "${STALE_MIRROR:-}" ] || options="$options check-valid-until=no"
echo "deb [$options] $mirror bookworm main" >"$apt/etc/apt/sources.list"
cat >"$apt/apt.conf" <<CONF
Dir "$apt";
Dir::State::status "$apt/var/lib/dpkg/status";
Dir::Etc::sourcelist "$apt/etc/apt/sources.list";
Dir::Etc::sourceparts "-";
Acquire::Languages "none";
APT::Architecture "$(dpkg --print-architecture)";
APT::Sandbox::User "root";
CONF

ours() { APT_CONFIG="$apt/apt.conf" apt-get -q "$@"; }

unpack() (
  cd "$apt"
  rm -f ./*.deb
  ours download "$1" >/dev/null 2>>"$apt/download.log" || exit 1
  for package in ./*.deb; do dpkg -x "$package" "$folder/root"; done
  rm -f ./*.deb
)

# Starts a program of the folder with the libraries of the folder.
cat >"$folder/run" <<'RUN'
#!/bin/bash
folder=$(cd "$(dirname "$0")" && pwd)/root
program=$folder/usr/sbin/$1
shift
libraries=$(find "$folder" -name '*.so.*' -printf '%h\n' | sort -u | paste -sd:)
LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$libraries exec "$program" "$@"
RUN
chmod +x "$folder/run"

runs() { "$folder/run" "$1" -v >/dev/null 2>&1; }

libraries=(libpcre2-8-0 libssl3 zlib1g libcrypt1 liblua5.3-0 libsystemd0 libopentracing-c-wrapper0 libopentracing1 libstdc++6)
updated=
for server in nginx haproxy; do
  if runs $server; then
    echo "$server: there"
    continue
  fi
  if [ -z "$updated" ]; then
    ours update >/dev/null 2>"$apt/update.log" || grep '^E:' "$apt/update.log" >&2 || true
    updated=yes
  fi
  if ! unpack $server; then
    echo "$server: not to be had" >&2
    continue
  fi
  for library in "${libraries[@]}"; do
    runs $server || unpack "$library" || true
  done
  if runs $server; then
    "$folder/run" $server -v 2>&1 | head -1
  else
    echo "$server: does not run here" >&2
  fi
done
