#!/usr/bin/env bash
# Runs unmodified programs against a failing server, first without and then with the agent, and prints what came of each
# call. Ends non-zero if a line is not what it should be. Needs JDK 17 and Maven; downloads what the build needs.
# usage: demo.sh [SAMPLE...]       jdk-client, httpclient4-soap, httpclient5; default: all
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "Building the agent and the samples..."
projects=agent,samples/demo,samples/jdk-client,samples/httpclient4-soap,samples/httpclient5
mvn -q -B -ntp -Dstyle.color=never -DskipTests --projects "$projects" --also-make package </dev/null

echo "Running the same programs without and with -javaagent:redial-agent.jar..."
echo
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
"$java" -jar samples/demo/target/demo.jar agent/target/redial-agent.jar samples "$@" </dev/null
