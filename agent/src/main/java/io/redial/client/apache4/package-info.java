/**
 * The adapters for Apache HttpClient 4 and HttpAsyncClient 4.
 *
 * <p>The package is compiled against HttpClient 4.3 and HttpAsyncClient 4.0; what 4.2 does not have
 * is named only where its absence is caught. The two clients come in separate jars, so nothing that
 * the classic adapter loads names a type of the asynchronous client.
 */
package io.redial.client.apache4;
