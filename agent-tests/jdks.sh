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
read -r -a versions <<<"${*:-8 11 21 25 26 27}"

without_debian="put Java homes into $folder by hand, or name their folder with -Dcontract.jdks"
. "$root/agent-tests/debian.sh"
use_debian bullseye bookworm trixie sid

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

for version in "${versions[@]}"; do
  if runs "$version"; then
    echo "java $version: there"
    continue
  fi
  update_once
  fetch "$version"
done
rm -rf "$folder/.root"
