/**
 * The adapter for Apache HttpClient 5, 5.0 and newer: classic and asynchronous, HTTP/1.1 and
 * HTTP/2, the minimal clients included.
 *
 * <p>It decides nothing. An attempt is recognised by the thread that makes it: see {@link
 * io.redial.kernel.ReentryGuard}. The client's own retry layer finds the attempt that it works for
 * in the {@code HttpContext}.
 */
package io.redial.client.apache5;
