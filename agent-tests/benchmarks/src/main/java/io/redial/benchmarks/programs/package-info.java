/** The programs whose start is measured. */
package io.redial.benchmarks.programs;
