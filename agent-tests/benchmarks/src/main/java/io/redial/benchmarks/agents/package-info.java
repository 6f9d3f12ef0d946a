/** Agents to compare with or to measure by, and how to make jars of them. */
package io.redial.benchmarks.agents;
