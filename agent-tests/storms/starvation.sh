#!/usr/bin/env bash
# Lets one dependency of a service fail and prints how much of its other work the service does, without and with the
# agent; about fifteen minutes.
# usage: starvation.sh [--quick] [--before=JAR] [--check]
#   --quick       single short runs: about three minutes
#   --before=JAR  another version of the agent, to compare with
#   --check       ends non-zero if less than 70 % of the work is left anywhere, or if a job's call fails
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

mvn -q -B -ntp -Dstyle.color=never -DskipTests --projects agent,agent-tests/storms --also-make package </dev/null

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
here=$PWD/agent-tests/storms/target
exec "$java" -cp "$here/classes:$here/lib/*" io.redial.storms.starvation.Main agent/target/redial-agent.jar "$@" </dev/null
