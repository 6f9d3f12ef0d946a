/** What the agent does to a JVM as such: start, end, other agents beside it, and its jar. */
package io.redial.contract.agent;
