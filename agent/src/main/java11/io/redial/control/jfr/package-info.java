/**
 * What the JVM's flight recorder shows of retries, on Java 11 and newer. Loaded only in a JVM with
 * the module {@code jdk.jfr}, when a call first fails.
 */
package io.redial.control.jfr;
