#!/bin/bash
# Installs Debian's Chromium with a font, in which ReportBrowserTest opens the report's page and docs/pictures/make draws
# it. Needs root; a chromium that is there already will do.
set -euo pipefail

if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" != 0 ]; then
    echo "browser.sh: apt-get install chromium fonts-dejavu-core" >&2
    exit 1
  fi
  apt-get -q update
  apt-get -q install -y --no-install-recommends chromium fonts-dejavu-core
fi
chromium --version
