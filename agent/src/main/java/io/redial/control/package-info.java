/**
 * What operators see and steer: counters, the log and the MXBean (rule 11). Listens to {@code
 * call}; nothing below depends on it.
 */
package io.redial.control;
