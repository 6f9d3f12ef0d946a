/** Whole programs, for tests of how a JVM starts and ends under the agent. */
package io.redial.subjects.programs;
