/**
 * The adapter for {@code java.net.http} (Java 11 and newer): {@code send} and {@code sendAsync},
 * HTTP/1.1 and HTTP/2.
 *
 * <p>It decides nothing. It looks at a response in a body handler, where status and header fields
 * are known before any of the body arrives.
 */
package io.redial.client.jdk;
