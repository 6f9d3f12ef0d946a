#!/usr/bin/env bash
# Measures what the filter of samples/initializing-server costs a request; half a minute. Needs no input.
# usage: ready-filter.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mvn -q -B -ntp -Dstyle.color=never -DskipTests -Pnightly --projects agent-tests/benchmarks --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/benchmarks/target
exec "$java" -cp "$here/classes:$here/lib/*" io.redial.benchmarks.ready.ReadyFilterCost </dev/null
