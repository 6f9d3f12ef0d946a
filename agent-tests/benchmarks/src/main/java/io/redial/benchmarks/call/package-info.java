/** The cost of a healthy call: JMH in JVMs without and with the agent, taking turns. */
package io.redial.benchmarks.call;
