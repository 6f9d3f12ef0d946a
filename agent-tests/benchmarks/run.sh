#!/usr/bin/env bash
# Measures what the agent costs and prints the two tables of docs/performance.md.
# usage: run.sh [--quick] [--check] [--write]
#   --quick  about a minute on a machine that has nothing else to do, instead of a quarter of an hour
#   --check  ends non-zero if a target is missed
#   --write  puts what was printed into docs/performance.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

arguments=()
write=false
for argument in "$@"; do
  if [ "$argument" = --write ]; then write=true; else arguments+=("$argument"); fi
done

mvn -q -B -ntp -Dstyle.color=never -DskipTests -Pnightly --projects agent,agent-tests/benchmarks --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/benchmarks/target
printed=$here/tables.txt
status=0
"$java" -cp "$here/classes:$here/lib/*" io.redial.benchmarks.Main agent/target/redial-agent.jar \
  ${arguments[@]+"${arguments[@]}"} </dev/null | tee "$printed" || status=$?

if $write && [ -s "$printed" ]; then
  awk -v printed="$printed" '
    /^<!-- tables: end -->/ { inside = 0 }
    !inside { print }
    /^<!-- tables: begin/ {
      inside = 1
      print "```"
      while ((getline line < printed) > 0) print line
      print "```"
    }' docs/performance.md >"$here/performance.md"
  cp "$here/performance.md" docs/performance.md
fi
exit "$status"
