/**
 * What the JVM's flight recorder shows of retries, on Java 11 and newer. Loaded only by a program
 * with the module {@code jdk.jfr}, when a call of its first fails.
 */
package io.redial.control.jfr;
