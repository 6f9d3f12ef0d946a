/**
 * Options, files and routes, and the policies that they add up to. Every key is declared once, in
 * {@link io.redial.config.Option}.
 *
 * <p>May use {@code io.redial.policy} and the JDK, nothing else. This package runs before other
 * people's {@code main}: it keeps away from regular expressions, lambdas, {@code String.format} and
 * whatever else makes a cold JVM load classes, and it starts no thread.
 */
package io.redial.config;
