/**
 * Where faults inside Redial are caught (rule 1.4). Here are also the bodies of responses that
 * Redial has to do with and that clients push, and the bodies of requests that asynchronous clients
 * send again. A fault in this package itself is outside that promise, so it is small, and it calls
 * nothing of Redial's but what it is given.
 */
package io.redial.kernel;
