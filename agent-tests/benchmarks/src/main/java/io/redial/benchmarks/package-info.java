/**
 * What the agent costs: a table for the start of programs and one for healthy calls, as they stand
 * in docs/performance.md. Numbers are compared only within one run.
 */
package io.redial.benchmarks;
