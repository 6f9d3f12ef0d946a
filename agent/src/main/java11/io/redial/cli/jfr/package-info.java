/**
 * Reads flight recordings. In the command line's jar, like {@code io.redial.cli}, but for Java 11
 * and newer; {@code report} loads it by name.
 */
package io.redial.cli.jfr;
