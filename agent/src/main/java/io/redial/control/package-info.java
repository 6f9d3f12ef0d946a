/**
 * What operators see and control: counters, the log and the MXBean (rule 11). It listens to {@code
 * call}; nothing below depends on it.
 */
package io.redial.control;
