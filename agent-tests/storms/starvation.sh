#!/usr/bin/env bash
# Lets one dependency of a service fail and prints how much of its other work the service does, without and with the
# agent; about half an hour on a machine that has nothing else to do.
# usage: starvation.sh [--quick] [--before=JAR] [--check] [--write]
#   --quick       single short runs: about six minutes
#   --before=JAR  another version of the agent, to compare with
#   --check       ends non-zero if less than 70 % of the work is left anywhere, or if a job's call fails
#   --write       puts what was printed into docs/backoff.md
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

arguments=()
write=false
for argument in "$@"; do
  if [ "$argument" = --write ]; then write=true; else arguments+=("$argument"); fi
done

mvn -q -B -ntp -Dstyle.color=never -DskipTests -Pnightly --projects agent,agent-tests/storms --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/storms/target
printed=$here/starvation.txt
status=0
"$java" -cp "$here/classes:$here/lib/*" io.redial.storms.starvation.Main agent/target/redial-agent.jar \
  ${arguments[@]+"${arguments[@]}"} </dev/null | tee "$printed" || status=$?

if $write && [ -s "$printed" ]; then
  awk -v printed="$printed" '
    /^<!-- starvation: end -->/ { inside = 0; print "" }
    !inside { print }
    /^<!-- starvation: begin/ {
      inside = 1
      print ""
      while ((getline line < printed) > 0) print line
    }' docs/backoff.md >"$here/backoff.md"
  cp "$here/backoff.md" docs/backoff.md
fi
exit "$status"
