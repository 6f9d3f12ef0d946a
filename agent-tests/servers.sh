#!/bin/bash
# Fetches nginx with its module nchan, HAProxy and Prometheus from Debian's packages into .servers/ at the project's root,
# where the tests look for them. Nothing is installed on the host.
#
#   agent-tests/servers.sh                         all
#   agent-tests/servers.sh nginx nchan             some of them
#   SERVERS=FOLDER agent-tests/servers.sh          another folder (then: mvn verify -Pnightly -Dsoak.servers=FOLDER)
#   STALE_MIRROR=yes agent-tests/servers.sh        takes outdated indexes, too, from a mirror of your own that lags behind
#
# They are of Debian 12, with the libraries that they need beside them; .servers/run PROGRAM ARGS...
# starts one. What cannot be had is named, and is not an error: the tests name what they did not find, too.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
folder=${SERVERS:-$root/.servers}
. "$root/agent-tests/debian.sh"
use_debian bookworm

# Starts a program of the folder with the libraries of the folder.
cat >"$folder/run" <<'RUN'
#!/bin/bash
folder=$(cd "$(dirname "$0")" && pwd)/root
program=$folder/usr/sbin/$1
[ -e "$program" ] || program=$folder/usr/bin/$1
shift
libraries=$(find "$folder" -name '*.so.*' -printf '%h\n' | sort -u | paste -sd:)
LD_LIBRARY_PATH=${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$libraries exec "$program" "$@"
RUN
chmod +x "$folder/run"

# A module of nginx is there if its file is.
module() { [ "$1" = nchan ] && echo "$folder/root/usr/lib/nginx/modules/ngx_nchan_module.so"; }

version() { if [ "$1" = prometheus ]; then echo --version; else echo -v; fi; }
runs() { "$folder/run" "$1" "$(version "$1")" >/dev/null 2>&1; }

libraries=(libpcre2-8-0 libssl3 zlib1g libcrypt1 liblua5.3-0 libsystemd0 libopentracing-c-wrapper0 libopentracing1 libstdc++6)
servers=("$@")
[ $# -gt 0 ] || servers=(nginx nchan haproxy prometheus)
for server in "${servers[@]}"; do
  if file=$(module $server); then
    if ! [ -e "$file" ]; then
      update_once
      unpack libnginx-mod-$server "$folder/root" || true
      # It makes this folder whatever the configuration says; a path without a slash is below nginx's own prefix.
      sed -i 's#/var/lib/nginx/body#.var.lib.nginx.body#' "$file" || true
    fi
    if [ -e "$file" ]; then echo "$server: there"; else echo "$server: not to be had" >&2; fi
    continue
  fi
  if runs $server; then
    echo "$server: there"
    continue
  fi
  update_once
  if ! unpack $server "$folder/root"; then
    echo "$server: not to be had" >&2
    continue
  fi
  for library in "${libraries[@]}"; do
    runs $server || unpack "$library" "$folder/root" || true
  done
  if runs $server; then
    "$folder/run" $server "$(version $server)" 2>&1 | sed -n 1p
  else
    echo "$server: does not run here" >&2
  fi
done
