#!/bin/bash
# Fetches Java runtimes from Debian's packages into .jdks/ at the project's root, where the tests look for them.
# Nothing is installed on the host.
#
#   agent-tests/jdks.sh [VERSION...]        without arguments: 8 11 21 25 26 27
#   JDKS=FOLDER agent-tests/jdks.sh ...     another folder (then: mvn verify -Dcontract.jdks=FOLDER)
#   STALE_MIRROR=yes agent-tests/jdks.sh    takes outdated indexes, too, from a mirror of your own that lags behind
#
# Each runtime ends up in .jdks/VERSION/bin/java. Those built against a newer C library than the host's are bound
# (patchelf) to a copy of that library in .jdks/.libc. What cannot be had is named, and is not an error: the tests
# name what they did not find, too.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=${JDKS:-$root/.jdks}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
read -r -a versions <<<"${*:-8 11 21 25 26 27}"

if ! command -v apt-get >/dev/null || ! command -v dpkg >/dev/null; then
  echo "jdks.sh needs a Debian or Ubuntu host; put Java homes into $folder by hand, or name their folder with -Dcontract.jdks" >&2
  exit 1
fi

# An apt of our own, with Debian's last four releases, which leaves the host's alone.
apt=$folder/.apt
mkdir -p "$apt"/{etc/apt/{preferences.d,apt.conf.d},var/lib/{apt/lists/partial,dpkg},var/cache/apt/archives/partial}
: >"$apt/var/lib/dpkg/status"
mirror=$(sed -n 's/^URIs: *//p' /etc/apt/sources.list.d/debian.sources 2>/dev/null | head -1)
if [ -z "$mirror" ] && [ -f /etc/apt/sources.list ]; then
  mirror=$(sed -n 's/^deb \(\[[^]]*\] \)\?\([^ ]*debian[^ ]*\) .*/\2/p' /etc/apt/sources.list | head -1)
fi
mirror=${mirror:-http://deb.debian.org/debian}
for suite in bullseye bookworm trixie sid; do
  options=signed-by=/usr/share/keyrings/debian-archive-keyring.gpg
  # The index of an archived release is not signed anew; of the others an old one may be held back to hide a fix.
  if [ $suite = bullseye ] || [ -n "${STALE_MIRROR:-}" ]; then options="$options check-valid-until=no"; fi
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

ours() { APT_CONFIG="$apt/apt.conf" apt-get -q "$@"; }

# unpack NAME[/SUITE] FOLDER
unpack() (
  cd "$apt"
  rm -f ./*.deb
  ours download "$1" >/dev/null 2>>"$apt/download.log" || exit 1
  for package in ./*.deb; do dpkg -x "$package" "$2"; done
  rm -f ./*.deb
)

# The release of Debian that has a version; the newest has whatever is new.
suite_of() {
  case $1 in 11) echo bullseye ;; 17) echo bookworm ;; 21 | 25) echo trixie ;; *) echo sid ;; esac
}

runs() { "$folder/$1/bin/java" -version >/dev/null 2>&1; }

# A newer C library and its loader, and the tool that binds programs to them; once.
fetch_libc() {
  if ! command -v patchelf >/dev/null; then
    [ -x "$folder/.tools/usr/bin/patchelf" ] || unpack patchelf/bookworm "$folder/.tools"
    PATH=$folder/.tools/usr/bin:$PATH
  fi
  [ -e "$folder/.libc/libc.so.6" ] && return
  mkdir -p "$folder/.libc"
  for package in libc6/sid libgcc-s1/sid libstdc++6/sid zlib1g/sid; do
    unpack "$package" "$apt/libc"
  done
  find "$apt/libc" -type f -name '*.so*' ! -path '*/gconv/*' ! -path '*/audit/*' ! -name '*.py' \
    -exec cp -a {} "$folder/.libc/" \;
  for library in libstdc++.so.6 libz.so.1; do
    ln -sf "$(basename "$(find "$folder/.libc" -name "$library.*" | head -1)")" "$folder/.libc/$library"
  done
}

# Rewrites the search path of every program and library of a home, and the loader of every program.
bind_to_libc() {
  fetch_libc
  local loader old
  loader=$(find "$folder/.libc" -name 'ld-linux-*.so.*' | head -1)
  find "$folder/$1" -type f | while read -r file; do
    [ "$(head -c4 "$file" | tr -d '\0')" = $'\x7fELF' ] || continue
    old=$(patchelf --print-rpath "$file" 2>/dev/null || true)
    patchelf --force-rpath --set-rpath "${old:+$old:}$folder/.libc" "$file" 2>/dev/null || true
    if patchelf --print-interpreter "$file" >/dev/null 2>&1; then
      patchelf --set-interpreter "$loader" "$file"
    fi
  done
}

# Debian keeps parts of a home under /etc and links to them: make the home stand alone.
resolve_links() {
  find "$folder/$1" -type l | while read -r link; do
    target=$(readlink "$link")
    if [[ $target == /* && -e "$folder/.root$target" ]]; then
      rm "$link"
      cp -aL "$folder/.root$target" "$link" || true
    fi
  done
}

fetch() {
  local version=$1 suite home
  suite=$(suite_of "$version")
  rm -rf "$folder/.root"
  if ! unpack "openjdk-$version-jre-headless/$suite" "$folder/.root" \
    && ! unpack "openjdk-$version-jre-headless/sid" "$folder/.root"; then
    echo "java $version: not to be had" >&2
    return
  fi
  unpack "openjdk-$version-jdk-headless/$suite" "$folder/.root" || true
  home=$(find "$folder/.root/usr/lib/jvm" -maxdepth 1 -type d -name "java-$version-openjdk-*" | head -1)
  rm -rf "${folder:?}/$version"
  cp -a "$home" "$folder/$version"
  resolve_links "$version"
  runs "$version" || bind_to_libc "$version"
  if runs "$version"; then
    echo "java $version: $("$folder/$version/bin/java" -version 2>&1 | head -1)"
  else
    rm -rf "${folder:?}/$version"
    echo "java $version: does not run here" >&2
  fi
}

updated=
for version in "${versions[@]}"; do
  if runs "$version"; then
    echo "java $version: there"
    continue
  fi
  if [ -z "$updated" ]; then
    # A release without a good index is left out, and what it has cannot be had.
    ours update >/dev/null 2>"$apt/update.log" || grep '^E:' "$apt/update.log" >&2 || true
    updated=yes
  fi
  fetch "$version"
done
rm -rf "$folder/.root"
