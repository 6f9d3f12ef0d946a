/** The cost at start: whole processes, taking turns. */
package io.redial.benchmarks.start;
