#!/usr/bin/env bash
# Lets a server fail under clients that retry in different ways, and prints what came of it; about three minutes.
# usage: run.sh [--write] [--check]      --write: docs/storms.md and docs/storms.svg, too; --check: ends non-zero if the bound is broken
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mvn -q -B -ntp -Dstyle.color=never -DskipTests -Pnightly --projects agent,agent-tests/storms --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/storms/target
exec "$java" -cp "$here/classes:$here/lib/*" io.redial.storms.Main agent/target/redial-agent.jar docs "$@" </dev/null
