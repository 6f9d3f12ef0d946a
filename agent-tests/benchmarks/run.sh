#!/usr/bin/env bash
# Measures what the agent costs and prints the two tables of docs/performance.md.
# usage: run.sh [--quick] [--check]      --quick: about a minute; --check: ends non-zero if a target is missed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mvn -q -B -ntp -Dstyle.color=never -DskipTests --projects agent,agent-tests/benchmarks --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/benchmarks/target
exec "$java" -cp "$here/classes:$here/lib/*" io.redial.benchmarks.Main agent/target/redial-agent.jar "$@" </dev/null
