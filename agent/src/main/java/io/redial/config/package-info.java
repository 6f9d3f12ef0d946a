/**
 * Options, files and routes, and the policies that result from them. Every key is declared once, in
 * {@link io.redial.config.Option}.
 *
 * <p>May use {@code io.redial.policy} and the JDK, nothing else. This package runs before the
 * application's {@code main}, so it avoids regular expressions, lambdas, {@code String.format} and
 * whatever else makes a cold JVM load classes, and it starts no thread.
 */
package io.redial.config;
