/**
 * The adapters for Apache HttpClient 4 and HttpAsyncClient 4.
 *
 * <p>Compiled against HttpClient 4.3 and HttpAsyncClient 4.0; what 4.2 does not have is named only
 * where it is caught. The two clients come in jars of their own, so that nothing that the classic
 * adapter loads names a type of the asynchronous one.
 */
package io.redial.client.apache4;
