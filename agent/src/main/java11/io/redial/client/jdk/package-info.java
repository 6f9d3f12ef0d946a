/**
 * The adapter for {@code java.net.http} (Java 11 and newer): {@code send} and {@code sendAsync},
 * HTTP/1.1 and HTTP/2.
 *
 * <p>It decides nothing. The outcome is recognised in a wrapping body handler, where status and
 * header fields are there before any of the body.
 */
package io.redial.client.jdk;
